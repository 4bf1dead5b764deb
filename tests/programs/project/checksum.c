#include "checksum.h"

unsigned checksum(const int* values, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; ++i) sum = sum * 31 + (unsigned)values[i];
  return sum;
}
