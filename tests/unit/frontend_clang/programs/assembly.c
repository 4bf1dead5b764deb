#include "check.h"
static inline int xadd(int* p, int v) {
  asm volatile("lock; xaddl %0,%1" : "+r"(v), "+m"(*p)::"memory");
  return v;
}
static inline int cas(int* p, int o, int n) {
  int prev;
  asm volatile("lock cmpxchgl %2,%1" : "=a"(prev), "+m"(*p) : "r"(n), "0"(o) : "memory");
  return prev;
}
static inline unsigned char cas2(long* p, long* o, long n) {
  unsigned char ok;
  asm volatile("lock; cmpxchgq %3,%1\n\tsete %0"
               : "=q"(ok), "+m"(*p), "+a"(*o)
               : "r"(n)
               : "memory", "cc");
  return ok;
}
static inline int cas3(long* p, long* o, long n) {
  int ok;
  asm volatile("lock; cmpxchgq %3,%1" : "=@ccz"(ok), "+m"(*p), "+a"(*o) : "r"(n) : "memory");
  return ok;
}
static inline int xchg(volatile int* p, int v) {
  asm volatile("xchgl %0,%1" : "=r"(v), "=m"(*p) : "0"(v) : "memory");
  return v;
}
static inline int xchg2(volatile void* p, int v) {
  asm volatile("xchg %0,%1" : "+r"(v), "+m"(*(volatile int*)p));
  return v;
}
int main() {
  int x = 5;
  long y = 7, o = 7;
  int r = 0;
  r += xadd(&x, 3);
  r = r * 10 + x;
  r += cas(&x, 8, 11);
  r = r * 10 + x;
  r += cas2(&y, &o, 9);
  r += cas3(&y, &o, 1) * 100;
  r += o;
  r += xchg(&x, 4);
  r = r * 3 + xchg2(&x, 77);
  r += x;
  asm volatile("mfence" ::: "memory");
  asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
  asm volatile("rep; nop");
  asm volatile("pause");
  asm volatile("" ::: "memory");
  asm volatile("lock; incl %0" : "+m"(x));
  asm volatile("lock; addl %1,%0" : "+m"(x) : "ir"(5));
  asm("" : "+r"(r));
  asm volatile("lock; orl $0,(%%rsp)" ::: "memory");
  mix(r), mix(x);
  asm volatile("lfence");
  asm volatile("sfence" ::: "memory");
  asm volatile("nop");
  asm volatile("lock; decl %0" : "+m"(x));
  asm volatile("lock xorl %1, %0" : "+m"(x) : "r"(6));
  asm volatile("movl %1, %0" : "=m"(x) : "r"(x + 1));
  mix(x);
  asm volatile("movq %1, %0" : "=r"(o) : "m"(y));
  mix(o);
  unsigned char carry;
  asm volatile("lock; btsl $3, %1; setc %0" : "=q"(carry), "+m"(x));
  mix(carry), mix(x);
  asm volatile("lock; andl %1, %0; sete %2" : "+m"(x), "+r"(r), "=q"(carry));
  mix(carry), mix(x);
  return done();
}
