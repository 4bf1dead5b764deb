// A mutex is freed by the thread that holds it, while another thread waits for it.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=9
#include <pthread.h>
#include <stdlib.h>

struct object { pthread_mutex_t m; } *o;

void* waiter(void* arg) {
  pthread_mutex_lock(&o->m);
  pthread_mutex_unlock(&o->m);
  return arg;
}

int main(void) {
  pthread_t t;
  o = calloc(1, sizeof *o);
  pthread_mutex_init(&o->m, NULL);
  pthread_mutex_lock(&o->m);
  pthread_create(&t, NULL, waiter, NULL);
  free(o);
  pthread_join(t, NULL);
}
