// ck_brlock: a writer and a reader that has registered.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <stddef.h>
#include <ck_brlock.h>

static ck_brlock_t lock = CK_BRLOCK_INITIALIZER;
static ck_brlock_reader_t reader_node = CK_BRLOCK_READER_INITIALIZER;
#define SETUP() ck_brlock_read_register(&lock, &reader_node)
#define WRITE_ENTER() ck_brlock_write_lock(&lock)
#define WRITE_LEAVE() ck_brlock_write_unlock(&lock)
#define READ_ENTER() ck_brlock_read_lock(&lock, &reader_node)
#define READ_LEAVE() ck_brlock_read_unlock(&reader_node)
#include "../shape_rwlock.h"
