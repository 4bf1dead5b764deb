#include "check.h"
struct c3 {
  char a, b, c;
};
struct s3 {
  short a, b, c;
};
struct i3 {
  int a, b, c;
};
struct c1 {
  char a;
};
struct f1 {
  float f;
};
struct f2 {
  float a, b;
};
struct d2 {
  double a, b;
};
struct fi {
  float f;
  int i;
};
struct l2 {
  long a, b;
};
struct l3 {
  long a, b, c;
};
struct e {};
struct n {
  struct c3 x;
  struct f1 y;
};
static struct c3 fc3(struct c3 x) {
  x.a += x.b;
  x.c ^= 7;
  return x;
}
static struct s3 fs3(struct s3 x) {
  x.a += x.b;
  x.c ^= 7;
  return x;
}
static struct i3 fi3(struct i3 x) {
  x.a += x.b;
  x.c ^= 7;
  return x;
}
static struct c1 fc1(struct c1 x) {
  x.a++;
  return x;
}
static struct f1 ff1(struct f1 x) {
  x.f *= 3;
  return x;
}
static struct f2 ff2(struct f2 x) {
  x.a *= x.b;
  return x;
}
static struct d2 fd2(struct d2 x) {
  x.a *= x.b;
  return x;
}
static struct fi ffi(struct fi x) {
  x.f *= x.i;
  x.i--;
  return x;
}
static struct l2 fl2(struct l2 x) {
  x.a *= x.b;
  return x;
}
static struct l3 fl3(struct l3 x) {
  x.a *= x.b + x.c;
  return x;
}
static struct n fn(struct n x, struct e e) {
  x.x = fc3(x.x);
  x.y = ff1(x.y);
  return x;
}
int main(void) {
  struct c3 a = fc3((struct c3){1, 2, 3});
  mix(a.a), mix(a.b), mix(a.c);
  struct s3 b = fs3((struct s3){1, 2, 3});
  mix(b.a), mix(b.b), mix(b.c);
  struct i3 c = fi3((struct i3){1, 2, 3});
  mix(c.a), mix(c.b), mix(c.c);
  struct c1 d = fc1((struct c1){41});
  mix(d.a);
  struct f1 e = ff1((struct f1){1.5f});
  mix_double(e.f);
  struct f2 f = ff2((struct f2){1.5f, 4});
  mix_double(f.a), mix_double(f.b);
  struct d2 g = fd2((struct d2){1.5, 4});
  mix_double(g.a), mix_double(g.b);
  struct fi h = ffi((struct fi){1.5f, 4});
  mix_double(h.f), mix(h.i);
  struct l2 i = fl2((struct l2){3, 4});
  mix(i.a), mix(i.b);
  struct l3 j = fl3((struct l3){3, 4, 5});
  mix(j.a), mix(j.b), mix(j.c);
  struct n k = fn((struct n){{1, 2, 3}, {2.5f}}, (struct e){});
  mix(k.x.a), mix(k.x.c), mix_double(k.y.f);
  return done();
}
