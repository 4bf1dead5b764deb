// Few of 2N + 2 threads matter to what the others read, which depends on branches.
// N: loads of x and stores of y. Right under every model.
#include "threads.h"
#ifndef N
#define N 5
#endif

atomic_int x, y, z;

void* read_x(void* unused) {
  (void)unused;
  (void)load(x);
  return NULL;
}

void* write_y(void* unused) {
  (void)unused;
  store(y, 1);
  return NULL;
}

void* write_z(void* unused) {
  (void)unused;
  if (load(y) == 0) store(z, 1);
  return NULL;
}

void* write_x(void* unused) {
  (void)unused;
  if (load(z) == 1)
    if (load(y) == 0) store(x, 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(read_x, i);
  for (int i = 0; i < N; i++) start(write_y, i);
  start(write_z, 0);
  start(write_x, 0);
}
