// A member of a struct at NULL is a null dereference too, whatever its offset.
// overtake: model=sc,tso,pso verdict=error kind=null-dereference line=11
#include <stdlib.h>

struct big {
  char padding[512];
  int member;
};

int get(const struct big* b) {
  return b->member;  // fails
}

int main(void) { return get(NULL); }
