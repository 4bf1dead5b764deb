// ck_spinlock_ticket.
// library: libck-dev
#include <ck_spinlock.h>

static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
#define ENTER(i) ck_spinlock_ticket_lock(&lock)
#define LEAVE(i) ck_spinlock_ticket_unlock(&lock)
#include "../shape_lock.h"
