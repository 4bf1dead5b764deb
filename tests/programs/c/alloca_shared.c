// An array on the stack of main (its size is known at run time), shared with threads.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

void* fill(void* p) { *(int*)p += 10; return 0; }

static int sum(int n) {
  int* some = alloca(n * sizeof *some);
  int more[n];
  for (int i = 0; i < n; ++i) some[i] = i, more[i] = i;
  pthread_t a, b;
  pthread_create(&a, 0, fill, &some[n - 1]);
  pthread_create(&b, 0, fill, &more[0]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return some[n - 1] + more[0];
}

int main(void) {
  volatile int n = 3;
  assert(sum(n) == 22);
}
