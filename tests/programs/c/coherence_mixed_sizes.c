// Read-read coherence across sizes: after the word was seen new, its byte is not old.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

union {
  volatile unsigned w;
  volatile unsigned char b[4];
} u;
void* wr(void* a) {
  u.w = 0x01010101;
  u.w = 0x02020202;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wr, 0);
  unsigned w = u.w;
  unsigned char b = u.b[2], c = u.b[3];
  assert((w & 0xff) <= b && b <= c);
  assert(w == 0 || w == 0x01010101 || w == 0x02020202);
  pthread_join(t, 0);
}
