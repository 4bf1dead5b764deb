#include <alloca.h>

#include "check.h"
static long fill(int n) {
  int a[n], b[n][n + 1];
  long s = sizeof a + sizeof b;
  for (int i = 0; i < n; ++i) {
    a[i] = i * i;
    for (int k = 0; k <= n; ++k) b[i][k] = i * k;
  }
  for (int i = 0; i < n; ++i) s += a[i] + b[i][n - i];
  return s;
}
static int row(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) s = s * 3 + a[i][k];
  return s;
}
int main(void) {
  for (int n = 1; n < 8; ++n) mix(fill(n));
  int a[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9}};
  mix(row(3, 4, a));
  for (int i = 1; i < 5; ++i) {
    char* p = alloca(i * 10);
    p[0] = i, p[i * 10 - 1] = i;
    mix(p[0] + p[i * 10 - 1]);
  }
  return done();
}
