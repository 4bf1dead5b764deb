// ck_spinlock_hclh: a queue of each cluster, which joins the global one.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_spinlock.h>

static ck_spinlock_hclh_t unowned, unowned_here, nodes[2], *lock, *cluster,
    *mine[2] = {&nodes[0], &nodes[1]};
#define SETUP()                                   \
  (ck_spinlock_hclh_init(&lock, &unowned, -1),    \
   ck_spinlock_hclh_init(&cluster, &unowned_here, 0), nodes[0].cluster_id = nodes[1].cluster_id = 0)
#define ENTER(i) ck_spinlock_hclh_lock(&lock, &cluster, mine[i])
#define LEAVE(i) ck_spinlock_hclh_unlock(&mine[i])
#include "../shape_lock.h"
