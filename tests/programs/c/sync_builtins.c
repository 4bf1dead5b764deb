// The old __sync builtins: all of them are full fences, except for the release of a lock.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

int lock, counter, bits = 0xf0;

void* work(void* arg) {
  if (__sync_lock_test_and_set(&lock, 1) == 0) {
    counter++;
    __sync_lock_release(&lock);
  }
  __sync_fetch_and_or(&bits, (int)(long)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)1);
  pthread_create(&b, NULL, work, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 1 || counter == 2);
  assert(bits == 0xf3);
  assert(__sync_bool_compare_and_swap(&bits, 0xf3, 5) && bits == 5);
  assert(__sync_val_compare_and_swap(&bits, 6, 7) == 5 && bits == 5);
  assert(__sync_add_and_fetch(&bits, 3) == 8 && __sync_sub_and_fetch(&bits, 1) == 7);
  assert(__sync_fetch_and_and(&bits, 6) == 7 && __sync_fetch_and_xor(&bits, 3) == 6 && bits == 5);
  assert(__sync_fetch_and_nand(&bits, 4) == 5 && bits == ~4);
}
