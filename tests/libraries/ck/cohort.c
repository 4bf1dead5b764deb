// ck_cohort: two threads of one node, which hand over the global lock.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_cohort.h>
#include <ck_spinlock.h>

static void take(void *lock, void *context) {
  (void)context;
  ck_spinlock_fas_lock(lock);
}
static void give(void *lock, void *context) {
  (void)context;
  ck_spinlock_fas_unlock(lock);
}
static bool taken(void *lock, void *context) {
  (void)context;
  return ck_spinlock_fas_locked(lock);
}
CK_COHORT_PROTOTYPE(pair, take, give, taken, take, give, taken)

static ck_spinlock_fas_t global = CK_SPINLOCK_FAS_INITIALIZER, local = CK_SPINLOCK_FAS_INITIALIZER;
static CK_COHORT_INSTANCE(pair) cohort = CK_COHORT_INITIALIZER;
#define SETUP() CK_COHORT_INIT(pair, &cohort, &global, &local, CK_COHORT_DEFAULT_LOCAL_PASS_LIMIT)
#define ENTER(i) CK_COHORT_LOCK(pair, &cohort, 0, 0)
#define LEAVE(i) CK_COHORT_UNLOCK(pair, &cohort, 0, 0)
#include "../shape_lock.h"
