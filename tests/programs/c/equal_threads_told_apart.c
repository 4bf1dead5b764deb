// Equal threads that main tells apart by the order of its joins: the first one can get the last
// ticket.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=15
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ticket;
void* w(void* a) { return (void*)(long)ticket++; }
int main(void) {
  pthread_t t[3];
  long r[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], (void**)&r[i]);
  assert(!(r[0] == 2 && r[1] == 0));  // fails
}
