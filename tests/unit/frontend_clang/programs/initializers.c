#include "check.h"
struct s {
  int a;
  char b[6];
  struct {
    short x, y;
  } in;
  const char* text;
  int (*f)(int);
  struct s* self;
  double d;
};
static int twice(int x) { return 2 * x; }
static struct s
    one = {.a = 3, .b = "hey", .in = {1, 2}, .text = "pointed", .f = twice, .self = &one, .d = 2.5},
    zero;
static int matrix[3][3] = {[1] = {4, 5, 6}, [2][0] = 7};
static const unsigned char bytes[] = {1, 2, [6] = 9};
static int* inner = &matrix[1][2];
static char* middle = &one.b[1];
static const char* names[] = {"zero", "one", "two"};
static _Bool flags[5] = {1, 0, 1};
static float fs[3] = {1.5f, -2};
static long diff = sizeof one + 7;
enum { A = 5, B, C = -3 } e = B;
static union {
  long l;
  char c[8];
} u = {0x4142434445464748};
static struct {
  unsigned a : 4, b : 12;
  long c;
} bits = {5, 100, 7};
int main(void) {
  mix(one.a), mix(one.b[2]), mix(one.in.y), mix(one.text[3]), mix(one.f(21)), mix(one.self == &one),
      mix_double(one.d), mix(zero.a), mix(zero.text == 0);
  for (int i = 0; i < 9; ++i) mix(matrix[i / 3][i % 3]);
  for (int i = 0; i < 7; ++i) mix(bytes[i]);
  mix(*inner), mix(*middle), mix(names[2][1]), mix(flags[2]), mix(flags[3]), mix_double(fs[1]),
      mix(diff > 7), mix(e), mix(C), mix(u.c[1]), mix(bits.b);
  struct s local = {.in.y = 9, .b = {1, 2}};
  mix(local.a), mix(local.in.y), mix(local.b[1]), mix(local.b[5]);
  int big[40] = {1, 2, 3};
  mix(big[2] + big[39]);
  static int counter;
  counter += 5, mix(counter);
  local = (struct s){.a = 8};
  mix(local.a), mix(local.in.y);
  return done();
}
