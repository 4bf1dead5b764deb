// A branch with nothing in it depends on a value that was never set.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  int* p = malloc(4);
  if (p[0] > 3) {
  }
}
