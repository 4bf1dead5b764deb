// Arrays whose size is known at run time, alloca, and arrays passed with their dimensions.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <alloca.h>
#include <assert.h>

int trace(int n, int a[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i][i];
  return sum;
}

int square(int n) {
  int a[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = i * n + j;
  assert(sizeof a == n * n * sizeof(int));
  return trace(n, a);
}

int main(void) {
  for (int n = 1; n <= 4; n++) assert(square(n) == n * (n * n - 1) / 2);
  char* scratch = alloca(16);
  for (int i = 0; i < 16; i++) scratch[i] = (char)i;
  assert(scratch[15] == 15);
}
