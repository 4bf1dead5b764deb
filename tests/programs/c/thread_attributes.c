// What is set in the attributes of a thread can be read back; what makes no sense is refused.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  pthread_attr_t a;
  struct sched_param p;
  int n;
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_getinheritsched(&a, &n) == 0 && n == PTHREAD_INHERIT_SCHED);
  assert(pthread_attr_getschedpolicy(&a, &n) == 0 && n == SCHED_OTHER);
  assert(pthread_attr_getschedparam(&a, &p) == 0 && p.sched_priority == 0);
  assert(pthread_attr_setinheritsched(&a, 17) == EINVAL);
  assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
  assert(pthread_attr_getinheritsched(&a, &n) == 0 && n == PTHREAD_EXPLICIT_SCHED);
  p.sched_priority = 10;
  assert(pthread_attr_setschedparam(&a, &p) == EINVAL);
  assert(pthread_attr_setschedpolicy(&a, SCHED_FIFO) == 0);
  assert(pthread_attr_setschedparam(&a, &p) == 0);
  p.sched_priority = 0;
  assert(pthread_attr_getschedparam(&a, &p) == 0 && p.sched_priority == 10);
  assert(pthread_attr_getschedpolicy(&a, &n) == 0 && n == SCHED_FIFO);
  assert(pthread_attr_setschedpolicy(&a, SCHED_OTHER) == 0);
  assert(pthread_create(&t, &a, nothing, NULL) == EINVAL);  // the priority is none of that policy's
  assert(pthread_attr_setinheritsched(&a, PTHREAD_INHERIT_SCHED) == 0);
  assert(pthread_create(&t, &a, nothing, NULL) == 0);
  assert(pthread_join(t, NULL) == 0);
  assert(pthread_attr_destroy(&a) == 0);
  return 0;
}
