// Two bit-fields share a word: storing one of them writes both, and undoes the other's store.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=17
#include <assert.h>
#include <pthread.h>

struct { unsigned a : 4, b : 4; } s;

void* left(void* p) { s.a = 5; return p; }
void* right(void* p) { s.b = 6; return p; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(s.a == 5 && s.b == 6);  // fails
}
