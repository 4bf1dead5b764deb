// A thread stores a byte and reads the word around it: the byte comes from its buffer, the rest
// from memory, so the word it reads may never have been in memory. Two such threads: under TSO
// each can see its own byte and not the other's.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=28
#include <assert.h>
#include <pthread.h>

union {
  volatile unsigned short w;
  volatile unsigned char b[2];
} u;
unsigned short r[2];
void* t(void* a) {
  long i = (long)a;
  u.b[i] = 1;
  r[i] = u.w;
  return 0;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, t, (void*)0);
  pthread_create(&q, 0, t, (void*)1);
  pthread_join(s, 0);
  pthread_join(q, 0);
  assert(u.w == 0x101);
  assert(r[0] == 0x101 || r[1] == 0x101);  // fails
}
