// ck_spinlock_dec.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_dec_t lock = CK_SPINLOCK_DEC_INITIALIZER;
#define ENTER(i) ck_spinlock_dec_lock(&lock)
#define LEAVE(i) ck_spinlock_dec_unlock(&lock)
#include "../shape_lock.h"
