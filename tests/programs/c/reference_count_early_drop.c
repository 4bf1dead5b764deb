// The same with the drop before the last use.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=15
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

void* drop_and_use(void* arg) {
  struct object* o = arg;
  int last = atomic_fetch_sub(&o->references, 1) == 1;
  int value = o->value;  // fails
  if (last) free(o);
  return (void*)(long)value;
}

int main(void) {
  struct object* o = malloc(sizeof *o);
  atomic_init(&o->references, 2);
  o->value = 8;
  pthread_t a, b;
  pthread_create(&a, NULL, drop_and_use, o);
  pthread_create(&b, NULL, drop_and_use, o);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
