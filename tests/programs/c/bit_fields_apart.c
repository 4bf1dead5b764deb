// A zero-width bit-field separates the units of two fields: no update is lost.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>

struct { unsigned char a : 4; unsigned char : 0; unsigned char b : 4; } s;

void* left(void* p) { s.a = 5; return p; }
void* right(void* p) { s.b = 6; return p; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(s.a == 5 && s.b == 6);
}
