// A stack of heap cells under a mutex; pop looks whether it is empty before it takes the mutex.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
  int value;
  struct cell* below;
};

struct cell* volatile top;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  struct cell* c = malloc(sizeof *c);
  c->value = value;
  pthread_mutex_lock(&mutex);
  c->below = top;
  top = c;
  pthread_mutex_unlock(&mutex);
}

static int pop(void) {
  if (top == 0) return 0;
  pthread_mutex_lock(&mutex);
  struct cell* c = top;
  assert(c != 0);
  top = c->below;
  pthread_mutex_unlock(&mutex);
  return c->value;
}

void* take(void* unused) {
  (void)unused;
  pop();
  return 0;
}

int main(void) {
  pthread_t a, b;
  push(1);
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
