// ck_pflock: a writer and a reader.
// library: libck-dev
#include <ck_pflock.h>

static ck_pflock_t lock = CK_PFLOCK_INITIALIZER;
#define WRITE_ENTER() ck_pflock_write_lock(&lock)
#define WRITE_LEAVE() ck_pflock_write_unlock(&lock)
#define READ_ENTER() ck_pflock_read_lock(&lock)
#define READ_LEAVE() ck_pflock_read_unlock(&lock)
#include "../shape_rwlock.h"
