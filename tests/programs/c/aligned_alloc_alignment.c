// An alignment that is no power of two; posix_memalign says so itself.
// overtake: model=sc,tso,pso verdict=error kind=invalid-allocation line=10
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  void* p;
  assert(posix_memalign(&p, 24, 48) == EINVAL && posix_memalign(&p, 4, 48) == EINVAL);
  p = aligned_alloc(24, 48);  // fails
  free(p);
}
