// ck_spinlock_clh: each thread waits for the one before it.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_clh_t unowned, nodes[2], *lock, *mine[2] = {&nodes[0], &nodes[1]};
#define SETUP() ck_spinlock_clh_init(&lock, &unowned)
#define ENTER(i) ck_spinlock_clh_lock(&lock, mine[i])
#define LEAVE(i) ck_spinlock_clh_unlock(&mine[i])
#include "../shape_lock.h"
