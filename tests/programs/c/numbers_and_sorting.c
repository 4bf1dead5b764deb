// stdlib.h: numbers from text, sorting, searching, random numbers.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int ascending(const void* a, const void* b) {
  const int x = *(const int*)a, y = *(const int*)b;
  return (x > y) - (x < y);
}

int main(void) {
  char* end;
  assert(atoi("  -17x") == -17 && strtol("0x1fz", &end, 0) == 31 && *end == 'z');
  assert(strtoul("777", NULL, 8) == 511 && strtod("2.5e1", NULL) == 25.0);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  int a[] = {5, 3, 9, 1, 7};
  qsort(a, 5, sizeof *a, ascending);
  for (int i = 0; i < 4; i++) assert(a[i] < a[i + 1]);
  int key = 7;
  assert(bsearch(&key, a, 5, sizeof *a, ascending) == &a[3]);
  key = 8;
  assert(bsearch(&key, a, 5, sizeof *a, ascending) == NULL);
  srand(1);
  int first = rand();
  srand(1);
  assert(rand() == first && first >= 0 && first <= RAND_MAX);
  assert(abs(-3) == 3 && labs(-4l) == 4 && div(17, 5).rem == 2);
  assert(getenv("HOME") == NULL);
}
