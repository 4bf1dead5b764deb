// After pthread_spin_unlock a read may still overtake the unlock's own store and what was written
// inside: store buffering between two critical sections of different locks.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=35
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock_x, lock_y;
int x, y, r1, r2;

void* left(void* arg) {
  pthread_spin_lock(&lock_x);
  x = 1;
  pthread_spin_unlock(&lock_x);
  r1 = y;
  return arg;
}

void* right(void* arg) {
  pthread_spin_lock(&lock_y);
  y = 1;
  pthread_spin_unlock(&lock_y);
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock_x, 0);
  pthread_spin_init(&lock_y, 0);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);  // fails
}
