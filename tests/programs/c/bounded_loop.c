// A loop that ends by itself within the bound is covered completely.
// overtake: model=sc,tso,pso verdict=safe executions=1
// overtake: args=--unroll 12
#include <assert.h>

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10; i++) sum += i;
  assert(sum == 55);
}
