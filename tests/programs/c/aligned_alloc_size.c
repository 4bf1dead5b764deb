// A size that is not a multiple of the alignment.
// overtake: model=sc,tso,pso verdict=error kind=invalid-allocation line=8
#include <stdlib.h>

int main(void) {
  free(aligned_alloc(64, 128));
  free(aligned_alloc(64, 0));
  free(aligned_alloc(64, 100));  // fails
}
