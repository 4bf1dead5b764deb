#include <stdarg.h>

#include "check.h"
struct pair {
  long a, b;
};
struct big {
  long a[5];
};
struct fl {
  float x, y;
};
static long sum(const char* types, ...) {
  va_list list, again;
  long total = 0;
  va_start(list, types);
  va_copy(again, list);
  for (const char* t = types; *t; ++t) switch (*t) {
      case 'i':
        total = total * 3 + va_arg(list, int);
        break;
      case 'l':
        total = total * 3 + va_arg(list, long);
        break;
      case 'd':
        total = total * 3 + (long)(va_arg(list, double) * 100);
        break;
      case 's':
        total = total * 3 + va_arg(list, char*)[0];
        break;
      case 'p': {
        struct pair p = va_arg(list, struct pair);
        total = total * 3 + p.a - p.b;
        break;
      }
      case 'b': {
        struct big b = va_arg(list, struct big);
        total = total * 3 + b.a[4];
        break;
      }
      case 'f': {
        struct fl f = va_arg(list, struct fl);
        total = total * 3 + (long)(f.x + f.y);
        break;
      }
      case 'w':
        total = total * 3 + (long)(va_arg(list, __int128) >> 60);
        break;
    }
  va_end(list);
  if (*types == 'i') total += va_arg(again, int);
  va_end(again);
  return total;
}
static int vsum(int n, va_list list) {
  int t = 0;
  while (n--) t += va_arg(list, int);
  return t;
}
static int outer(int n, ...) {
  va_list l;
  va_start(l, n);
  int t = vsum(n, l);
  va_end(l);
  return t;
}
int main(void) {
  struct pair p = {10, 3};
  struct big b = {{1, 2, 3, 4, 5}};
  struct fl f = {1.5f, 2.5f};
  mix(sum("iil", 1, -2, 3000000000l)), mix(sum("disl", 2.5, 7, "x", 9l)), mix(sum(""));
  mix(sum("pibpdfi", p, 4, b, p, 1.25, f, 6));
  mix(sum("iwiwl", 1, (__int128)5 << 62, 2, (__int128)7 << 61, 3l));
  mix(sum("iiiiiiiiiddddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1., 2., 3., 4., 5., 6., 7., 8., 9.,
          10., 11.));
  mix(outer(5, 1, 2, 3, 4, 5)), mix(outer(0));
  long (*fp)(const char*, ...) = sum;
  mix(fp("il", 5, 6l));
  for (int i = 0; i < 20; ++i) mix(sum("ii", i, sum("l", (long)i)));
  return done();
}
