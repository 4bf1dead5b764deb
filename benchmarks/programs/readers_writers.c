// N readers and two writers of a pair under a pthread_rwlock. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
atomic_int left, right;

void* read(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&l);
  assert(load(left) == load(right));
  pthread_rwlock_unlock(&l);
  return NULL;
}

void* write(void* argument) {
  pthread_rwlock_wrlock(&l);
  store(left, number(argument));
  store(right, number(argument));
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void) {
  for (int i = 1; i <= 2; i++) start(write, i);
  for (int i = 0; i < N; i++) start(read, i);
}
