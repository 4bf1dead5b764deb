#include "check.h"
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int (*op)(int, int);
static op table[] = {add, sub, mul};
struct object {
  const struct methods* m;
  int v;
};
struct methods {
  int (*get)(struct object*);
  void (*set)(struct object*, int);
};
static int get(struct object* o) { return o->v; }
static void set(struct object* o, int v) { o->v = v; }
static const struct methods methods = {get, set};
static op choose(int n) { return n < 2 ? table[n] : mul; }
static int fold(op f, int n) {
  int r = 1;
  for (int i = 1; i <= n; ++i) r = f(r, i);
  return r;
}
int main(void) {
  for (int i = 0; i < 3; ++i) mix(table[i](7, 5)), mix(choose(i)(9, 2)), mix(fold(choose(i), 6));
  struct object o = {&methods, 5};
  o.m->set(&o, o.m->get(&o) * 3);
  mix(o.v), mix(table[0] == add), mix(table[1] == add), mix(choose(0) != choose(1));
  int (*(*pp)[3])(int, int) = (void*)&table;
  mix((*pp)[2](3, 4));
  return done();
}
