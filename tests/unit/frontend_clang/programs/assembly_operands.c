/* Operands as compilers read them: one register for an output and an input, tied operands, parts of
   registers, flags as results, explicit registers and addresses, numbered labels, asm goto. */
#include "check.h"
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long u64;
/* DPDK's compare-and-set: the result and the expected value are both in ax. */
static int cmpset(volatile u32* p, u32 old, u32 new) {
  u8 r;
  asm volatile("lock ; cmpxchgl %[src], %[dst];sete %[res];"
               : [res] "=a"(r), [dst] "=m"(*p)
               : [src] "r"(new), "a"(old), "m"(*p)
               : "memory");
  return r;
}
/* Concurrency Kit's, before condition codes were results. */
static _Bool cas16(u16* p, u16 old, u16 new) {
  _Bool z;
  asm volatile("lock cmpxchgw %2, %0; setz %1" : "+m"(*p), "=a"(z) : "q"(new), "a"(old) : "memory", "cc");
  return z;
}
static u64 swap_d(u64* p, u64 v) {
  u64 r;
  asm volatile("xchgq %0, %1" : "=d"(r), "+m"(*p) : "d"(v) : "memory");
  return r;
}
static _Bool cas_pair(u64* p, u64* old, u64* new) {
  _Bool z;
  asm volatile("movq 0(%4), %%rax; movq 8(%4), %%rdx; lock cmpxchg16b %0; setz %1"
               : "+m"(*p), "=q"(z)
               : "b"(new[0]), "c"(new[1]), "q"(old)
               : "memory", "cc", "%rax", "%rdx");
  return z;
}
static _Bool cas_pair_value(u64* p, u64* old, u64* new, u64* seen) {
  _Bool z;
  asm volatile("lock cmpxchg16b %0; setz %3"
               : "+m"(*p), "=a"(seen[0]), "=d"(seen[1]), "=q"(z)
               : "a"(old[0]), "d"(old[1]), "b"(new[0]), "c"(new[1])
               : "memory", "cc");
  return z;
}
static void load_pair(u64* p, u64* v) {
  asm volatile("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock cmpxchg16b %2;"
               : "=a"(v[0]), "=d"(v[1])
               : "m"(*p)
               : "rbx", "rcx", "memory", "cc");
}
static int lock_once(volatile int* l) { /* DPDK's spinlock */
  int v = 1;
  asm volatile(
      "1:\n xchg %[locked], %[lv]\n test %[lv], %[lv]\n jz 3f\n"
      "2:\n pause\n cmpl $0, %[locked]\n jnz 2b\n jmp 1b\n3:\n"
      : [locked] "=m"(*l), [lv] "=q"(v)
      : "[lv]"(v)
      : "memory");
  return v;
}
static int bit(u32* p, u32 n, int how) {
  _Bool c;
  switch (how) {
    case 0: asm volatile("lock btsl %2, %0; setc %1" : "+m"(*p), "=q"(c) : "q"(n) : "memory", "cc"); break;
    case 1: asm volatile("lock btrl %2, %0" : "+m"(*p), "=@ccc"(c) : "Ir"(n) : "memory"); break;
    default: asm volatile("btcl %2, %0" : "+m"(*p), "=@ccc"(c) : "r"(n) : "memory");
  }
  return c;
}
static int positive(int x) {
  asm goto("testl %0, %0; jg %l1" : : "r"(x) : "cc" : yes);
  return 0;
yes:
  return 1;
}
static u32 sum_to(u32 n) {
  u32 s = 0;
  asm("1: addl %1, %0; decl %1; jnz 1b" : "+r"(s), "+r"(n) : : "cc");
  return s;
}
/* Linux: sections for data beside the code, the size of an instruction as an operand, alignment. */
#define LOCK ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; "
static _Bool cas_double(u64* p, u64 o1, u64 o2, u64 n1, u64 n2) {
  _Bool r;
  asm volatile(LOCK "cmpxchg%c5b %1\n\t/* output condition code e */\n"
               : "=@cce"(r), "+m"(p[0]), "+m"(p[1]), "+d"(o2), "+a"(o1)
               : "i"(2 * sizeof(long)), "b"(n1), "c"(n2));
  return r;
}
/* Boost: what is compared is what is written, and the loop of an exchange. */
static void load_any(u64* p, u64* v) {
  asm volatile("movq %%rbx, %%rax\n\tmovq %%rcx, %%rdx\n\tlock; cmpxchg16b %2\n\t"
               : "=&a"(v[0]), "=&d"(v[1])
               : "m"(*p)
               : "cc", "memory");
}
static void store_pair(u64* p, u64 low, u64 high) {
  asm volatile("movq %0, %%rax\n\tmovq %1, %%rdx\n\t.align 16\n\t1: lock; cmpxchg16b %0\n\tjne 1b\n\t"
               : "=m"(p[0]), "=m"(p[1])
               : "b"(low), "c"(high)
               : "cc", "rax", "rdx", "memory");
}
int main(void) {
  u32 a = 5, many[4] = {1, 2, 3, 4};
  u16 h = 7;
  u64 q = 9, t[2] __attribute__((aligned(16))) = {1, 2}, o[2] = {1, 2}, n[2] = {5, 6}, s[2];
  mix(cmpset(&a, 5, 6)), mix(cmpset(&a, 5, 7)), mix(a);
  mix(cas16(&h, 7, 8)), mix(cas16(&h, 7, 1)), mix(h);
  mix(swap_d(&q, 77)), mix(q);
  mix(cas_pair(t, o, n)), mix(cas_pair(t, o, n)), mix(t[0] * 100 + t[1]);
  mix(cas_pair_value(t, o, n, s)), mix(s[0]), mix(s[1]), mix(cas_pair_value(t, n, o, s)), mix(t[1]);
  load_pair(t, s), mix(s[0]), mix(s[1]);
  mix(cas_double(t, t[0], t[1], 8, 9)), mix(cas_double(t, 1, 9, 0, 0)), mix(t[0] * 100 + t[1]);
  store_pair(t, 11, 12), load_any(t, s), mix(s[0] * 100 + s[1]), mix(t[0]), mix(t[1]);
  int l = 0;
  mix(lock_once(&l)), mix(l);
  for (u32 k = 0; k < 128; k += 11) mix(bit(many, k, k % 3));
  for (int k = 0; k < 4; ++k) mix(many[k]);
  mix(positive(3)), mix(positive(-3)), mix(positive(0)), mix(sum_to(10));
  /* Parts of registers: 32 bits clear the rest, fewer do not. */
  u64 r = 0x1122334455667788ul;
  asm("movb $1, %b0; movw $0x7777, %w1" : "+q"(r), "+r"(q));
  mix(r), mix(q);
  asm("movl $9, %k0" : "+r"(r));
  mix(r);
  asm("movb %h1, %b0; movzbl %b1, %k1" : "+a"(r), "+Q"(a));
  mix(r), mix(a);
  register u64 fixed asm("r10") = 40;
  asm("addq $2, %%r10; lea 3(%%r10,%1,4), %1" : "+r"(fixed), "+r"(r));
  mix(fixed), mix(r);
  /* Flags as results, several at once. */
  for (int k = -3; k < 4; ++k) {
    int z, c, sf, of, less, above;
    int x = k * 1000000007;
    asm("cmpl $2, %6"
        : "=@ccz"(z), "=@ccb"(c), "=@ccs"(sf), "=@cco"(of), "=@ccl"(less), "=@cca"(above)
        : "r"(x));
    mix(z | c << 1 | sf << 2 | of << 3 | less << 4 | above << 5);
    asm("addl %2, %1; setno %b0" : "=q"(z), "+r"(x) : "r"(2000000000) : "cc");
    mix(z & 1), mix(x);
  }
  /* "g": a register, if an input starts it. */
  int g = 3, other = 8;
  asm("addl $1, %0" : "+g"(g));
  asm("addl $2, %0" : "=g"(other) : "0"(g * 5));
  mix(g), mix(other);
  return done();
}
