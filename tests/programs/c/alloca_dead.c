// A thread still uses memory of a function's stack after the function has returned.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=6
#include <alloca.h>
#include <pthread.h>

void* use(void* p) { *(volatile int*)p = 1; return 0; }

static pthread_t start(int n) {
  int* some = alloca(n * sizeof *some);
  some[0] = 0;
  pthread_t t;
  pthread_create(&t, 0, use, some);
  return t;
}

int main(void) {
  pthread_t t = start(2);
  pthread_join(t, 0);
}
