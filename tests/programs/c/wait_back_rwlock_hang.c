// Readers do not give back what they took: the writer takes, looks, gives back and looks for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ALL 0x00100000

static atomic_int lock = ALL;
static int data;

static void read_lock(void) {
  int found = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);
  while (found <= 0) {
    atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
    while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0) {
    }
    found = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);
  }
}

static void read_unlock(void) {} /* forgotten */

static void write_lock(void) {
  int found = atomic_fetch_sub_explicit(&lock, ALL, memory_order_acquire);
  while (found != ALL) {
    atomic_fetch_add_explicit(&lock, ALL, memory_order_relaxed);
    while (atomic_load_explicit(&lock, memory_order_relaxed) != ALL) {
    }
    found = atomic_fetch_sub_explicit(&lock, ALL, memory_order_acquire);
  }
}

static void write_unlock(void) { atomic_fetch_add_explicit(&lock, ALL, memory_order_release); }

static void* work(void* argument) {
  read_lock();
  int before = data;
  assert(before == data);
  read_unlock();
  write_lock();
  int old = data;
  data = old + 1;
  assert(data == old + 1);
  write_unlock();
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(data == 3);
  return 0;
}
