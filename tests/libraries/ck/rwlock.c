// ck_rwlock: a writer and a reader.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <ck_rwlock.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
#define WRITE_ENTER() ck_rwlock_write_lock(&lock)
#define WRITE_LEAVE() ck_rwlock_write_unlock(&lock)
#define READ_ENTER() ck_rwlock_read_lock(&lock)
#define READ_LEAVE() ck_rwlock_read_unlock(&lock)
#include "../shape_rwlock.h"
