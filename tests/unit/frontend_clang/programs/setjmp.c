/* setjmp and longjmp: out of nested calls, out of loops, several buffers, recursion, locals that
   changed in between, __builtin_setjmp. gcc wants volatile for those. */
#include <setjmp.h>
#include "check.h"
static jmp_buf outer, inner;
static sigjmp_buf with_mask;
static void deep(int n, jmp_buf* to) {
  if (n == 0) longjmp(*to, 7);
  deep(n - 1, to);
  mix(1000 + n);
}
static int try_it(int n) {
  volatile int steps = 0;
  int r = setjmp(inner);
  mix(r);
  if (r == 0) {
    steps += 5;
    deep(n, &inner);
  }
  if (r == 7 && steps < 8) {
    ++steps;
    longjmp(inner, 7);
  }
  if (n > 3) longjmp(outer, n);
  return steps;
}
static int retry(volatile int* counter) {
  jmp_buf here;
  int r = setjmp(here);
  if (++*counter < 5) longjmp(here, 0);
  return r;
}
static int recursive(int n) {
  jmp_buf here;
  if (n == 0) return 0;
  switch (setjmp(here)) {
    case 0: mix(n), mix(recursive(n - 1)), longjmp(here, n + 10);
    default: mix(n * 3);
  }
  return n;
}
static void* buffer[5];
__attribute__((noinline)) static void far(void) { __builtin_longjmp(buffer, 1); }
__attribute__((noinline)) static int near(void) {
  if (__builtin_setjmp(buffer)) return 5;
  far();
  return 6;
}
int main(void) {
  volatile int n = 0, counter = 0;
  int r = setjmp(outer);
  mix(r);
  for (; n < 6; ++n)
    if (r != n + 1000) mix(try_it(n++));
  mix(retry(&counter)), mix(counter), mix(recursive(4)), mix(near());
  if (sigsetjmp(with_mask, 1) == 0) siglongjmp(with_mask, 3);
  char vla[counter + 3];
  vla[counter] = 4;
  if (setjmp(outer) == 0) {
    char another[counter + 40];
    another[0] = 1;
    longjmp(outer, another[0]);
  }
  mix(vla[counter]);
  return done();
}
