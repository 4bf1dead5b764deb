// The result and the expected value of a compare-and-set in one register, as DPDK and Concurrency
// Kit have it: exactly one of two threads changes 1 to something else.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

unsigned owner = 1;

static int compare_and_set(volatile unsigned* p, unsigned expected, unsigned desired) {
  unsigned char done;
  asm volatile("lock ; cmpxchgl %[src], %[dst]; sete %[res];"
               : [res] "=a"(done), [dst] "=m"(*p)
               : [src] "r"(desired), "a"(expected), "m"(*p)
               : "memory");
  return done;
}

void* work(void* arg) { return (void*)(long)compare_and_set(&owner, 1, (unsigned)(long)arg); }

int main(void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create(&a, NULL, work, (void*)2);
  pthread_create(&b, NULL, work, (void*)3);
  pthread_join(a, &first);
  pthread_join(b, &second);
  assert((long)first + (long)second == 1);
  assert(owner == (first ? 2u : 3u));
}
