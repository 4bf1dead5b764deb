// Three ways to keep two stores in order on a PSO machine: a release fence, sfence, and seq_cst.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data[3];
int flag[2];
atomic_int last;

void* sender(void* arg) {
  data[0] = 1;
  atomic_thread_fence(memory_order_release);
  flag[0] = 1;
  data[1] = 1;
  asm volatile("sfence" ::: "memory");
  flag[1] = 1;
  data[2] = 1;
  last = 1;
  return arg;
}

void* receiver(void* arg) {
  const int which = (int)(long)arg;
  if (which == 0 && flag[0]) assert(data[0] == 1);
  if (which == 1 && flag[1]) assert(data[1] == 1);
  if (which == 2 && last) assert(data[2] == 1);
  return NULL;
}

int main(void) {
  pthread_t s, r[3];
  pthread_create(&s, NULL, sender, NULL);
  for (long i = 0; i < 3; i++) pthread_create(&r[i], NULL, receiver, (void*)i);
  pthread_join(s, NULL);
  for (int i = 0; i < 3; i++) pthread_join(r[i], NULL);
}
