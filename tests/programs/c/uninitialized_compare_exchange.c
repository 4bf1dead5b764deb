// A compare-and-swap decides by what it finds: in memory that was never set that is a decision by chance.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized line=10
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

int main(void) {
  atomic_int *lock = malloc(sizeof *lock);
  int free_ = 0;
  bool taken = atomic_compare_exchange_strong(lock, &free_, 1);
  free(lock);
  return taken ? 0 : 1;
}
