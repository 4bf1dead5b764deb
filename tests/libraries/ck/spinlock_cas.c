// ck_spinlock_cas.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_cas_t lock = CK_SPINLOCK_CAS_INITIALIZER;
#define ENTER(i) ck_spinlock_cas_lock(&lock)
#define LEAVE(i) ck_spinlock_cas_unlock(&lock)
#include "../shape_lock.h"
