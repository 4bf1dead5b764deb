// Equal fields are no equal bytes: memcmp looks at the padding, which nothing has set.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized line=15
#include <string.h>

struct key {
  char kind;
  int number;
};

int main(void) {
  struct key a, b;
  a.kind = b.kind = 1;
  a.number = b.number = 2;
  int equal =
      memcmp(&a, &b, sizeof a) == 0;  // fails
  return !equal;
}
