// The same as asm_lock_races.c, but the release does not clobber memory: the compiler may move the
// accesses before it to after it.
// overtake: args=--check races
// overtake: model=sc,tso,pso verdict=error kind=race
#include <pthread.h>

int lock, data;

static void acquire(void) {
  int v = 1;
  do asm volatile("xchgl %1, %0" : "+m"(lock), "+r"(v) : : "memory");
  while (v);
}

static void release(void) { asm volatile("movl $0, %0" : "=m"(lock)); }

void* work(void* arg) {
  acquire();
  data = data + 1;
  release();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0), pthread_create(&b, 0, work, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  if (data != 2) __builtin_trap();
}
