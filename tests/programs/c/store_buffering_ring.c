// Store buffering around a ring of three threads: under SC all outcomes but "nobody saw anything".
// overtake: model=sc verdict=safe executions=7
// overtake: model=tso verdict=error kind=assertion line=23
// overtake: model=pso verdict=error kind=assertion line=23
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { N = 3 };
int x[N], seen[N];

void* node(void* arg) {
  const int i = (int)(intptr_t)arg;
  x[i] = 1;
  seen[i] = x[(i + 1) % N];
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, node, (void*)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(seen[0] + seen[1] + seen[2] > 0);  // fails
}
