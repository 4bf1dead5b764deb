/* What printf and its kin return, although no one sees what they print. */
#include <stdarg.h>
#include <stdio.h>
#include "check.h"
static int list(const char* format, ...) {
  va_list a, b;
  va_start(a, format);
  va_copy(b, a);
  int n = vprintf(format, a) * 1000 + vfprintf(stdout, format, b);
  va_end(a), va_end(b);
  return n;
}
int main(void) {
  int at = 0;
  mix(printf("hello %d\n", 12345)), mix(fprintf(stdout, "%s", "abc")), mix(putchar('x'));
  mix(list("%5d|%-7s|%c", 42, "xy", 'z')), mix(puts("line") >= 0), mix(fputs("t", stdout) >= 0);
  printf("abc%ndef\n", &at), mix(at), mix(fwrite("abcd", 2, 2, stdout)), mix(fputc('q', stdout));
  mix(__builtin_printf("%s\n", "builtin")), mix(fflush(stdout));
  return done();
}
