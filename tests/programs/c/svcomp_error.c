// The older convention: __VERIFIER_error must not be reached.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=28
#include <pthread.h>

extern void __VERIFIER_error(void);

int x, y, r1, r2;

void* left(void* arg) {
  x = 1;
  r1 = y;
  return arg;
}

void* right(void* arg) {
  y = 1;
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (r1 == 0 && r2 == 0) __VERIFIER_error();  // fails
}
