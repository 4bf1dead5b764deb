// The suffix of an x86 instruction says how many bytes it works on, in AT&T's syntax.
#pragma once

#include <cstdint>

namespace overtake::frontend {

// 0: no suffix of that kind.
inline std::uint8_t suffix_bytes(char suffix) {
  switch (suffix) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    case 'q':
      return 8;
    default:
      return 0;
  }
}

}  // namespace overtake::frontend
