#include <pthread.h>

#include "check.h"
static void end(void* p) { mix(*(int*)p); }
static void* body(void* p) {
  pthread_cleanup_push(end, p);
  mix(5);
  pthread_cleanup_pop(1);
  pthread_cleanup_push(end, p);
  pthread_cleanup_pop(0);
  return p;
}
int main(void) {
  int x = 9;
  pthread_t t;
  pthread_create(&t, 0, body, &x);
  void* r;
  pthread_join(t, &r);
  mix(r == &x);
  return done();
}
