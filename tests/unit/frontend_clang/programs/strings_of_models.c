#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
static int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int main(void) {
  char b[64];
  mix(snprintf(b, sizeof b, "%d %5.2f %s %x %c", -42, 3.14159, "str", 255, 'z'));
  for (char* p = b; *p; ++p) mix(*p);
  mix(atoi("123")), mix(strtol("-77x", 0, 10)), mix(toupper('q')), mix(isdigit('5') != 0),
      mix(abs(-3));
  int v[] = {5, 2, 9, 1, 7};
  qsort(v, 5, sizeof *v, less);
  for (int i = 0; i < 5; ++i) mix(v[i]);
  int key = 7;
  mix((int*)bsearch(&key, v, 5, sizeof *v, less) - v);
  sprintf(b, "%03d|%-5s|%lu", 7, "ab", 123456789012ul);
  mix(strlen(b));
  for (char* p = b; *p; ++p) mix(*p);
  printf("%d\n", v[0]), puts("x"), putchar('y'), fprintf(stderr, "%s", "");
  return done();
}
