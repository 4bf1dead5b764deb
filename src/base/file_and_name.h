// "queue_test.cpp:ns::test_order": a function, and the file that it is in.
#pragma once

#include <string_view>

namespace overtake {

struct FileAndName {
  std::string_view file;  // empty: none is named
  std::string_view name;
};

// The last colon that is not part of "::" stands between them; without one all is the name.
inline FileAndName split_file_and_name(std::string_view text) {
  for (std::size_t at = text.size(); at-- > 1;) {
    if (text[at] != ':') continue;
    if (text[at - 1] != ':') return {text.substr(0, at), text.substr(at + 1)};
    --at;
  }
  return {{}, text};
}

}  // namespace overtake
