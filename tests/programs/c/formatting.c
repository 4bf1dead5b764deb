// printf and its kin: output is swallowed, formatting into buffers is real.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[64];
  assert(snprintf(s, sizeof s, "%d %5u|%-5x|%05d", -42, 7u, 0xabcu, -12) == 21);
  assert(strcmp(s, "-42     7|abc  |-0012") == 0);
  assert(snprintf(s, 4, "%s", "truncated") == 9 && strcmp(s, "tru") == 0);
  sprintf(s, "%c%%%s%.2s", 'a', "bc", "defg");
  assert(strcmp(s, "a%bcde") == 0);
  sprintf(s, "%.3f %e %g %g", 3.14159, 12345.678, 0.0001, 1e20);
  assert(strcmp(s, "3.142 1.234568e+04 0.0001 1e+20") == 0);
  sprintf(s, "%ld %lld %zu %hhd %#o %+d", 1l << 40, -1ll, sizeof s, 300, 8, 5);
  assert(strcmp(s, "1099511627776 -1 64 44 010 +5") == 0);
  sprintf(s, "%*d|%-*d|%.*f", 4, 1, 3, 2, 1, 0.25);
  assert(strcmp(s, "   1|2  |0.2") == 0);
  printf("shown with --show-output: %d\n", 1);
  puts("a line");
  putchar('x');
  fprintf(stderr, "%s\n", s);
  fputs("text", stdout);
  assert(fflush(stdout) == 0 && getchar() == EOF && fopen("file", "r") == NULL);
}
