// One element too many in a heap array.
// overtake: model=sc,tso,pso verdict=error kind=out-of-bounds line=8
#include <stdlib.h>

int main(void) {
  int* a = malloc(3 * sizeof *a);
  for (int i = 0; i <= 3; i++) {
    a[i] = i;  // fails
  }
  free(a);
}
