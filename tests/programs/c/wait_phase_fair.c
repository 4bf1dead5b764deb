// A phase-fair read-write lock of tickets, with its phase in the low bits.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RINC 0x100
#define WBITS 3
#define PRES 2
#define PHID 1
static atomic_uint rin, rout, win, wout;
static int data;
static void rlock(void) {
  unsigned w = atomic_fetch_add(&rin, RINC) & WBITS;
  while (w != 0 && w == (atomic_load(&rin) & WBITS)) {
  }
}
static void runlock(void) { atomic_fetch_add(&rout, RINC); }
static void wlock(void) {
  unsigned t = atomic_fetch_add(&win, 1);
  while (atomic_load(&wout) != t) {
  }
  unsigned w = PRES | (t & PHID);
  t = atomic_fetch_add(&rin, w);
  while (atomic_load(&rout) != t) {
  }
}
static void wunlock(void) {
  atomic_fetch_and(&rin, ~(unsigned)WBITS);
  atomic_store(&wout, atomic_load(&wout) + 1);
}
static void* reader(void* x) {
  rlock();
  int a = data;
  int b = data;
  runlock();
  assert(a == b);
  return 0;
}
static void* writer(void* x) {
  wlock();
  ++data;
  wunlock();
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  pthread_create(&t[2], 0, writer, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(data == 2);
}
