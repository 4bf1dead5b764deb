// ck_spinlock_anderson: an array of places to wait at.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_anderson_t lock;
static ck_spinlock_anderson_thread_t slots[2];
static ck_spinlock_anderson_thread_t *mine[2];
#define SETUP() ck_spinlock_anderson_init(&lock, slots, 2)
#define ENTER(i) ck_spinlock_anderson_lock(&lock, &mine[i])
#define LEAVE(i) ck_spinlock_anderson_unlock(&lock, mine[i])
#include "../shape_lock.h"
