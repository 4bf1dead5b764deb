// An index that two threads both increment runs over the end of a global array.
// overtake: model=sc,tso,pso verdict=error kind=out-of-bounds line=12
#include <pthread.h>
#include <stdatomic.h>

char log_text[2];
atomic_int used;

void* append(void* arg) {
  if (used < 2) {
    int at = used++;
    log_text[at] = 'x';  // fails
  }
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, append, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
}
