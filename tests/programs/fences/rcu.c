// fences: tso safety 2, pso robustness 2
// RCU in small: a reader says that it reads, a writer replaces the data and waits for readers.
#include <assert.h>
#include <pthread.h>

struct data {
  int valid;
};
struct data old_data = {1}, new_data = {1};
struct data *volatile current = &old_data;
volatile int reading;

void *reader(void *argument) {
  reading = 1;
  struct data *seen = current;
  assert(seen->valid == 1);
  reading = 0;
  return argument;
}

void *writer(void *argument) {
  current = &new_data;
  while (reading) {
  }
  old_data.valid = 0;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
