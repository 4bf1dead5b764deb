// A ring for one producer and one consumer, in plain variables: the index may overtake the slot
// under PSO.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=25
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2 };
int slot[SIZE];
unsigned head, tail;

void* produce(void* arg) {
  for (int i = 1; i <= 2; i++) {
    if (tail - head == SIZE) break;
    slot[tail % SIZE] = 10 * i;
    tail = tail + 1;
  }
  return arg;
}

void* consume(void* arg) {
  for (int i = 1; i <= 2; i++) {
    if (head == tail) break;
    int value = slot[head % SIZE];
    assert(value == 10 * i);  // fails
    head = head + 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
