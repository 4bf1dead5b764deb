// Tries a lock, and blocks after two failures: each of 0, 1 and 2 failures can happen.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=27
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n, fails[2];
void* t(void* a) {
  long i = (long)a;
  while (pthread_mutex_trylock(&m) != 0)
    if (++fails[i] == 2) {
      pthread_mutex_lock(&m);
      break;
    }
  n++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)0);
  pthread_create(&q, 0, t, (void*)1);
  pthread_join(s, 0);
  pthread_join(q, 0);
  assert(n == 2);
  assert(fails[0] + fails[1] < 2);  // fails
}
