// realloc frees the old block while another thread may still read it.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=9
#include <pthread.h>
#include <stdlib.h>

int* block;

void* reader(void* p) {
  *(int*)p = block[0];  // after the reallocation
  return 0;
}

int main(void) {
  int seen = 0;
  int* mine = malloc(4);
  *mine = 7;
  block = mine;
  pthread_t t;
  pthread_create(&t, 0, reader, &seen);
  int* larger = realloc(mine, 64);
  pthread_join(t, 0);
  free(larger);
}
