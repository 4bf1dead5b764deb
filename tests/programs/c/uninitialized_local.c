// A local variable that only one of two branches sets, and that is looked at after both. Only an interleaving in which `flag`
// is still 0 shows it.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized line=16
#include <pthread.h>

int flag, seen;

void *sets(void *unused) {
  flag = 1;
  return 0;
}

void *looks(void *unused) {
  int found;
  if (flag == 1) found = 7;
  if (found == 7) seen = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sets, 0);
  pthread_create(&b, 0, looks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
