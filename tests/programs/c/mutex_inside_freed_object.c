// An object with its own mutex and reference count: who drops the last reference frees the object
// before unlocking the mutex that lies in it.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=16
#include <pthread.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t lock;
  int references;
};

void* drop(void* arg) {
  struct object* o = arg;
  pthread_mutex_lock(&o->lock);
  if (--o->references == 0) free(o);
  pthread_mutex_unlock(&o->lock);  // fails
  return NULL;
}

int main(void) {
  struct object* o = malloc(sizeof *o);
  pthread_mutex_init(&o->lock, NULL);
  o->references = 2;
  pthread_t t;
  pthread_create(&t, NULL, drop, o);
  drop(o);
  pthread_join(t, NULL);
}
