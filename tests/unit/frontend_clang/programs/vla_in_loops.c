/* Objects of variable size end with their block: a loop does not pile them up. */
#include "check.h"
static int sum(int* a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
static int* volatile shared;
int main(void) {
  for (int i = 1; i < 2000; ++i) {
    int a[(i % 300 + 50) * 12];
    a[0] = i, a[i % 50] = 3, a[49] = 1;
    if (i % 100 == 0) {
      for (int k = 0; k < 50; ++k) a[k] = k * i;
      shared = a;
      mix(sum(shared, 50));
      char inner[a[3] % 7 + 1];
      inner[0] = 1;
      mix(inner[0]);
    }
  }
  return done();
}
