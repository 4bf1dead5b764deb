// Two stores of bytes against one of the word: 0x0201 is left only if the bytes reach memory in the
// other order, the word between them.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=31
#include <assert.h>
#include <pthread.h>

union {
  volatile unsigned short w;
  volatile unsigned char b[2];
} u;
void* bytes(void* a) {
  u.b[0] = 1;
  u.b[1] = 1;
  return a;
}

void* word(void* a) {
  u.w = 0x0202;
  return a;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, 0, bytes, 0);
  pthread_create(&q, 0, word, 0);
  pthread_join(s, 0);
  pthread_join(q, 0);
  unsigned w = u.w;
  assert(w == 0x0202 || w == 0x0101 || w == 0x0102 || w == 0x0201);
  assert(w != 0x0201);  // fails
}
