// Locked x86 instructions as inline assembly: xadd, inc, cmpxchg, and the pause of spin loops.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

int counter, ticks, owner;

static int fetch_add(int* p, int v) {
  asm volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p)::"memory", "cc");
  return v;
}

static int compare_exchange(int* p, int expected, int desired) {
  int old;
  asm volatile("lock; cmpxchgl %2, %1"
               : "=a"(old), "+m"(*p)
               : "r"(desired), "0"(expected)
               : "memory", "cc");
  return old;
}

void* work(void* arg) {
  int before = fetch_add(&counter, 2);
  assert(before == 0 || before == 2);
  asm volatile("lock; incl %0" : "+m"(ticks)::"memory", "cc");
  asm volatile("pause" ::: "memory");
  compare_exchange(&owner, 0, (int)(long)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)1);
  pthread_create(&b, NULL, work, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 4 && ticks == 2 && (owner == 1 || owner == 2));
}
