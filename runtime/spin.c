/* Spin locks of pthreads. Taking one is an atomic step of the machine (no spinning is explored);
 * releasing one is a release store, as on x86, and no fence. */
#include <errno.h>
#include <pthread.h>

#include "internal.h"

#define FREE 0
#define TAKEN OVERTAKE_SPIN_HELD
#define DESTROYED ((int)0xdeaddead) /* the low half of ir::kDestroyed */

int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  (void)shared;
  if ((int)OVERTAKE_PEEK(lock) == TAKEN)
    __overtake_fail("lock-misuse", "initializes a spin lock that is held");
  *lock = FREE;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  const int found = __atomic_exchange_n(lock, DESTROYED, __ATOMIC_SEQ_CST);
  if (found == DESTROYED) __overtake_fail("destroyed-mutex", "destroys a spin lock twice");
  if (found != FREE) __overtake_fail("lock-misuse", "destroys a spin lock that is held");
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  __overtake_spin_lock((void*)lock);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  int found = FREE;
  if (__atomic_compare_exchange_n(lock, &found, TAKEN, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return 0;
  if (found == DESTROYED) __overtake_fail("destroyed-mutex", "takes a destroyed spin lock");
  return EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  __atomic_store_n(lock, FREE, __ATOMIC_RELEASE);
  return 0;
}
