// As in files that were preprocessed for 32-bit machines: the types of pthreads are smaller there, and
// size_t is unsigned int.
// overtake: model=sc,tso,pso verdict=safe
typedef unsigned int size_t;
typedef unsigned long pthread_t;
typedef union { char size[24]; long align; } pthread_mutex_t;
typedef union { char size[48]; long long align; } pthread_cond_t;
typedef union { char size[32]; long align; } pthread_rwlock_t;
typedef union { char size[20]; long align; } pthread_barrier_t;
typedef union { char size[36]; long align; } pthread_attr_t;
typedef union { char size[16]; long align; } sem_t;

extern int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
extern int pthread_join(pthread_t, void**);
extern int pthread_mutex_lock(pthread_mutex_t*);
extern int pthread_mutex_unlock(pthread_mutex_t*);
extern int pthread_cond_wait(pthread_cond_t*, pthread_mutex_t*);
extern int pthread_cond_signal(pthread_cond_t*);
extern int pthread_rwlock_rdlock(pthread_rwlock_t*);
extern int pthread_rwlock_unlock(pthread_rwlock_t*);
extern int pthread_barrier_init(pthread_barrier_t*, const void*, unsigned);
extern int pthread_barrier_wait(pthread_barrier_t*);
extern int sem_init(sem_t*, int, unsigned);
extern int sem_wait(sem_t*);
extern int sem_post(sem_t*);
extern void* malloc(size_t);
extern void* memset(void*, int, size_t);
extern void __assert_fail(const char*, const char*, unsigned, const char*);

struct all {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  pthread_rwlock_t lock;
  pthread_barrier_t barrier;
  sem_t semaphore;
  int after;
} all;
int* cells;

void* work(void* arg) {
  pthread_mutex_lock(&all.mutex);
  while (cells[1] == 0) pthread_cond_wait(&all.changed, &all.mutex);
  pthread_mutex_unlock(&all.mutex);
  pthread_rwlock_rdlock(&all.lock);
  pthread_rwlock_unlock(&all.lock);
  sem_wait(&all.semaphore);
  pthread_barrier_wait(&all.barrier);
  return arg;
}

int main() {
  pthread_t t;
  cells = malloc(2 * sizeof(int));
  memset(cells, 0, 2 * sizeof(int));
  sem_init(&all.semaphore, 0, 1);
  pthread_barrier_init(&all.barrier, 0, 2);
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&all.mutex);
  cells[1] = 1;
  pthread_cond_signal(&all.changed);
  pthread_mutex_unlock(&all.mutex);
  pthread_barrier_wait(&all.barrier);
  pthread_join(t, 0);
  if (all.after != 0) __assert_fail("after == 0", "", 0, "");
}
