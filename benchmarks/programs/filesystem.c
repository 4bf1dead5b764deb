// N threads allocate a block for an inode under a lock each; inodes are few, so threads meet.
// Right under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

enum { INODES = 2, BLOCKS = 3 };
pthread_mutex_t inode_lock[INODES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t block_lock[BLOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                      PTHREAD_MUTEX_INITIALIZER};
atomic_int inode[INODES], busy[BLOCKS];

void* work(void* argument) {
  int i = number(argument) % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (load(inode[i]) == 0) {
    for (int tries = 0, b = i * 2 % BLOCKS; tries < BLOCKS; tries++, b = (b + 1) % BLOCKS) {
      pthread_mutex_lock(&block_lock[b]);
      int free = !load(busy[b]);
      if (free) {
        store(busy[b], 1);
        store(inode[i], b + 1);
      }
      pthread_mutex_unlock(&block_lock[b]);
      if (free) break;
    }
  }
  assert(load(inode[i]) > 0);
  pthread_mutex_unlock(&inode_lock[i]);
  return NULL;
}

int main(void) {
  run(work, N);
  for (int i = 1; i < INODES; i++) assert(load(inode[i]) == 0 || load(inode[i]) != load(inode[0]));
}
