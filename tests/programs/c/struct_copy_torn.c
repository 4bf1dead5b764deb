// A struct copied without a lock is copied in parts: another thread may see half of it.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=20
#include <assert.h>
#include <pthread.h>

struct pair {
  long a, b;
} shared;

void* write_pair(void* arg) {
  struct pair p = {1, 1};
  shared = p;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, write_pair, NULL);
  struct pair seen = shared;
  assert(seen.a == seen.b);  // fails
  pthread_join(t, NULL);
}
