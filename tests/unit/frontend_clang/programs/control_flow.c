#include "check.h"
static int calls;
static int yes(int x) {
  calls++;
  return x;
}
int main(void) {
  for (int i = 0; i < 20; ++i) {
    int r = (i > 5 && yes(i) < 12) || (i == 3 && yes(0)) || !(i % 7);
    mix(r), mix(i < 4 ? i * 2 : i < 9 ? i + 100 : -i), mix((yes(1), i & 3));
  }
  mix(calls);
  int i = 0;
  while (1) {
    if (i++ > 8) break;
    if (i % 2) continue;
    mix(i);
  }
  do i--;
  while (i > 3);
  mix(i);
  for (;;)
    if (!--i) break;
  mix(i);
  int a = 1, b = 2, c = 3;
  for (int k = 0; k < 7; ++k) {
    int t = a;
    a = b, b = c, c = t;
    if (k & 1) {
      t = a, a = b, b = t;
    }
    mix(a * 100 + b * 10 + c);
  }
  unsigned n = 27, steps = 0;
  while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2, ++steps;
  mix(steps);
  int x = 5;
  x = x++ + 1;
  int arr[5] = {0};
  for (int k = 0; k < 5; arr[k] = k * k, k++);
  mix(arr[4]);
  ({
    int z = 3;
    mix(z);
  });
  mix(x ?: 9), mix((x = 0) ?: 9);
  return done();
}
