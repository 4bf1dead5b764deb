// ck_swlock: a writer and a reader.
// library: libck-dev
#include <ck_swlock.h>

static ck_swlock_t lock = CK_SWLOCK_INITIALIZER;
#define WRITE_ENTER() ck_swlock_write_lock(&lock)
#define WRITE_LEAVE() ck_swlock_write_unlock(&lock)
#define READ_ENTER() ck_swlock_read_lock(&lock)
#define READ_LEAVE() ck_swlock_read_unlock(&lock)
#include "../shape_rwlock.h"
