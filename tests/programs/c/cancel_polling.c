// A loop that only looks for its cancellation is ended by it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

int data, seen;

static void look(void* arg) { seen = data; }

void* worker(void* arg) {
  pthread_cleanup_push(look, NULL);
  for (;;) pthread_testcancel();
  pthread_cleanup_pop(0);
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, NULL, worker, NULL);
  data = 1;
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && seen == 1);
}
