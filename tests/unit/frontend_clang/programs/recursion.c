#include "check.h"
static int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int odd(int n);
static int even(int n) { return n == 0 || odd(n - 1); }
static int odd(int n) { return n != 0 && even(n - 1); }
static void hanoi(int n, int a, int b, int c) {
  if (n == 0) return;
  hanoi(n - 1, a, c, b);
  mix(a * 10 + b);
  hanoi(n - 1, c, b, a);
}
static int depth(int n, int* up) {
  int here = n + *up;
  return n == 0 ? here : depth(n - 1, &here);
}
int main(void) {
  int zero = 0;
  mix(ackermann(2, 3)), mix(fib(15)), mix(even(10)), mix(odd(7)), hanoi(5, 1, 2, 3),
      mix(depth(30, &zero));
  return done();
}
