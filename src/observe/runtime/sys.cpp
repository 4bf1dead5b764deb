#include "observe/runtime/sys.h"

namespace overtake::observe {

__thread std::uint32_t locks_held __attribute__((tls_model("initial-exec")));

Text& Text::operator<<(std::uint64_t n) {
  char digits[24];
  std::size_t at = sizeof(digits);
  digits[--at] = 0;
  do {
    digits[--at] = static_cast<char>('0' + n % 10);
    n /= 10;
  } while (n != 0);
  return *this << digits + at;
}

Text& Text::hex(std::uint64_t n) {
  char digits[24];
  std::size_t at = sizeof(digits);
  digits[--at] = 0;
  do {
    digits[--at] = "0123456789abcdef"[n % 16];
    n /= 16;
  } while (n != 0);
  return *this << "0x" << digits + at;
}

void say(const Text& text) {
  Text line;
  line << "overtake: " << text.data() << "\n";
  raw_syscall(SYS_write, 2, reinterpret_cast<long>(line.data()), static_cast<long>(line.length()));
}

void die(const char* what) {
  say(Text() << "internal error: " << what);
  sys_exit_group(6);
}

}  // namespace overtake::observe
