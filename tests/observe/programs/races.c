// A race, and what is none.
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>

static int racing, by_lock, by_release, by_fence, by_join, by_semaphore;
static atomic_int flag, relaxed_flag, counter;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *argument) {
  racing = 1;
  pthread_mutex_lock(&mutex);
  ++by_lock;
  pthread_mutex_unlock(&mutex);
  by_release = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  by_fence = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&relaxed_flag, 1, memory_order_relaxed);
  by_semaphore = 1;
  sem_post(&semaphore);
  ++counter;
  by_join = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  by_join = 0;
  sem_init(&semaphore, 0, 0);
  pthread_create(&t, 0, other, 0);
  sum += racing;
  pthread_mutex_lock(&mutex);
  sum += by_lock;
  pthread_mutex_unlock(&mutex);
  while (!atomic_load_explicit(&flag, memory_order_acquire)) {
  }
  sum += by_release;
  while (!atomic_load_explicit(&relaxed_flag, memory_order_relaxed)) {
  }
  atomic_thread_fence(memory_order_acquire);
  sum += by_fence;
  sem_wait(&semaphore);
  sum += by_semaphore;
  ++counter;
  pthread_join(t, 0);
  return sum + by_join > 100;
}
