#include "frontend/litmus/number.h"

#include <algorithm>

namespace overtake::litmus {

std::string to_text(Number n) {
  UnsignedNumber rest = static_cast<UnsignedNumber>(n);
  if (n < 0) rest = 0 - rest;
  std::string text;
  do text += static_cast<char>('0' + static_cast<int>(rest % 10));
  while ((rest /= 10) != 0);
  if (n < 0) text += '-';
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace overtake::litmus
