/* assert.h and errno.h. */
#include "internal.h"

_Noreturn void __assert_fail(const char* assertion, const char* file, unsigned line,
                             const char* function) {
  (void)file;
  (void)line;
  (void)function;
  __overtake_fail("assertion", assertion);
}

_Noreturn void __assert_perror_fail(int error, const char* file, unsigned line,
                                    const char* function) {
  (void)error;
  (void)file;
  (void)line;
  (void)function;
  __overtake_fail("assertion", "assert_perror: unexpected error");
}

_Noreturn void __assert(const char* assertion, const char* file, int line) {
  (void)file;
  (void)line;
  __overtake_fail("assertion", assertion);
}

int* __errno_location(void) {
  static _Thread_local int error;
  return &error;
}
