// A pointer that was never set is followed.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized line=13
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *n = malloc(sizeof *n);
  n->value = 1;
  int last = n->next->value;
  free(n);
  return last;
}
