// Threads that create threads: each node of a tree creates two children and adds up their results.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void* node(void* arg) {
  const intptr_t depth = (intptr_t)arg;
  if (depth == 0) return (void*)1;
  pthread_t left, right;
  void *l, *r;
  pthread_create(&left, NULL, node, (void*)(depth - 1));
  pthread_create(&right, NULL, node, (void*)(depth - 1));
  pthread_join(left, &l);
  pthread_join(right, &r);
  return (void*)((intptr_t)l + (intptr_t)r);
}

int main(void) { assert(node((void*)2) == (void*)4); }
