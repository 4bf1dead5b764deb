#include "check.h"
typedef enum color { RED, GREEN = 5, BLUE } color;
typedef struct list* list;
struct list {
  list next;
  color c;
};
typedef int (*fn)(color);
static int f(color c) { return c * 2; }
typedef int row[3];
int main(void) {
  struct list a = {0, BLUE}, b = {&a, GREEN};
  list l = &b;
  fn g = f;
  while (l) mix(g(l->c)), l = l->next;
  row r = {1, 2, 3};
  row m[2] = {{1}, {2, 3}};
  mix(r[2] + m[1][1] + sizeof m);
  mix(_Generic(1.0f, float: 1, default: 2)), mix(_Alignof(long));
  _Static_assert(sizeof(int) == 4, "");
  return done();
}
