// All who take the lock do so in sections, where nobody finds it taken; one of them hands it on to a thread that it starts.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t tokens;
int x, y;

static void *reads(void *arg) {
  int a = y, b = x;
  assert(a <= b);
  return arg;
}

static void *inside(void *arg) {
  pthread_t t;
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&m);
  sem_wait(&tokens);
  x++;
  if (x == 1) pthread_create(&t, 0, reads, 0);
  y++;
  sem_post(&tokens);
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t[2];
  sem_init(&tokens, 0, 1);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, inside, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 2 && y == 2);
  return 0;
}
