// ck_spinlock_mcs: each thread waits at a place of its own.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
static ck_spinlock_mcs_context_t nodes[2];
#define ENTER(i) ck_spinlock_mcs_lock(&lock, &nodes[i])
#define LEAVE(i) ck_spinlock_mcs_unlock(&lock, &nodes[i])
#include "../shape_lock.h"
