// ck_tflock_ticket: a writer and a reader.
// library: libck-dev
#include <ck_tflock.h>

static ck_tflock_ticket_t lock = CK_TFLOCK_TICKET_INITIALIZER;
#define WRITE_ENTER() ck_tflock_ticket_write_lock(&lock)
#define WRITE_LEAVE() ck_tflock_ticket_write_unlock(&lock)
#define READ_ENTER() ck_tflock_ticket_read_lock(&lock)
#define READ_LEAVE() ck_tflock_ticket_read_unlock(&lock)
#include "../shape_rwlock.h"
