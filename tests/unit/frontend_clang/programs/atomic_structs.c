#include <stdatomic.h>

#include "check.h"
struct s4 {
  short a, b;
};
struct s8 {
  int a, b;
};
struct s16 {
  long a, b;
};
struct s24 {
  long a, b, c;
};
struct s3 {
  char a, b, c;
};
static _Atomic struct s4 a4;
static _Atomic struct s8 a8;
static _Atomic struct s16 a16;
static _Atomic struct s24 a24;
static _Atomic struct s3 a3;
int main(void) {
  struct s4 x4 = {1, 2};
  struct s8 x8 = {3, 4};
  struct s16 x16 = {5, 6};
  struct s24 x24 = {7, 8, 9};
  struct s3 x3 = {1, 2, 3};
  atomic_store(&a4, x4), a8 = x8, atomic_store(&a16, x16), a24 = x24, a3 = x3;
  struct s4 y4 = a4;
  struct s8 y8 = atomic_load(&a8);
  struct s16 y16 = a16;
  struct s24 y24 = atomic_load(&a24);
  struct s3 y3 = a3;
  mix(y4.a), mix(y4.b), mix(y8.a), mix(y8.b), mix(y16.a), mix(y16.b), mix(y24.a), mix(y24.c),
      mix(y3.b), mix(y3.c);
  x8.b = 99, y8 = atomic_exchange(&a8, x8), mix(y8.b), y8 = a8, mix(y8.b);
  x24.a = 70, mix(atomic_compare_exchange_strong(&a24, &y24, x24)), y24.b = 0,
  mix(atomic_compare_exchange_strong(&a24, &y24, x24)), mix(y24.a), mix(y24.b);
  x16.b = 60, mix(atomic_compare_exchange_strong(&a16, &y16, x16)), y16.a = 0,
  mix(atomic_compare_exchange_strong(&a16, &y16, x16)), mix(y16.a), mix(y16.b);
  y16 = atomic_exchange(&a16, x16), mix(y16.b), y24 = atomic_exchange(&a24, x24), mix(y24.a);
  return done();
}
