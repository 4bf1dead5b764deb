// Double-checked locking with a plain pointer: a reader may see the pointer before what it points
// to, where stores change places.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=uninitialized line=31
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
  int value;
};

struct config* instance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct config* get(void) {
  struct config* c = instance;
  if (c != NULL) return c;
  pthread_mutex_lock(&m);
  c = instance;
  if (c == NULL) {
    c = malloc(sizeof *c);
    c->value = 3;
    instance = c;
  }
  pthread_mutex_unlock(&m);
  return c;
}

void* user(void* arg) {
  assert(get()->value == 3);  // fails
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
