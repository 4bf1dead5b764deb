// ck_spinlock_fas.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
#define ENTER(i) ck_spinlock_fas_lock(&lock)
#define LEAVE(i) ck_spinlock_fas_unlock(&lock)
#include "../shape_lock.h"
