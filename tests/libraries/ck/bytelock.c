// ck_bytelock: a writer and a reader with a byte of its own.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_bytelock.h>

static ck_bytelock_t lock = CK_BYTELOCK_INITIALIZER;
#define WRITE_ENTER() ck_bytelock_write_lock(&lock, 1)
#define WRITE_LEAVE() ck_bytelock_write_unlock(&lock)
#define READ_ENTER() ck_bytelock_read_lock(&lock, 2)
#define READ_LEAVE() ck_bytelock_read_unlock(&lock, 2)
#include "../shape_rwlock.h"
