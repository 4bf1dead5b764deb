// One writer, three readers: each reader sees the write or not.
// overtake: model=sc,tso,pso verdict=safe executions=8
#include <assert.h>
#include <pthread.h>

int x;

void* write_it(void* arg) {
  x = 7;
  return arg;
}

void* read_it(void* arg) {
  int seen = x;
  assert(seen == 0 || seen == 7);
  return arg;
}

int main(void) {
  pthread_t w, r[3];
  pthread_create(&w, NULL, write_it, NULL);
  for (int i = 0; i < 3; i++) pthread_create(&r[i], NULL, read_it, NULL);
  pthread_join(w, NULL);
  for (int i = 0; i < 3; i++) pthread_join(r[i], NULL);
}
