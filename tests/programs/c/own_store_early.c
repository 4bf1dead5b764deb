// Intel's n6: a thread reads its own store early; x=1; r1=x; r2=y || y=2; x=2. r1=1, r2=0, x=1 is
// allowed under TSO.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=29
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;
void* l(void* a) {
  x = 1;
  r1 = x;
  r2 = y;
  return a;
}

void* r(void* a) {
  y = 2;
  x = 2;
  return a;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, l, 0);
  pthread_create(&t, 0, r, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(!(r1 == 1 && r2 == 0 && x == 1));  // fails
}
