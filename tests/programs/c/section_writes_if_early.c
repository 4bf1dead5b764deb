// A section that writes only if it comes before the flag is set: after what the other thread reads
// there it would find the flag, and write nothing.
// overtake: args=--hunt 0
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static volatile int word;
static atomic_int flag;
static int last;

static void *section(void *argument) {
  __VERIFIER_atomic_begin();
  if (atomic_load(&flag) == 0 && word == 1) word = 2;
  __VERIFIER_atomic_end();
  return argument;
}

static void *writes(void *argument) {
  word = 1;
  return argument;
}

static void *looks(void *argument) {
  atomic_store(&flag, 1);
  last = word;
  return argument;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, section, 0);
  pthread_create(&u, 0, writes, 0);
  pthread_create(&v, 0, looks, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(last != 2);
  return 0;
}
