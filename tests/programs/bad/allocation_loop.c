// Allocation without an end: a limit of memory or time is reached.
// overtake: args=--timeout 5 --memory 500M
// overtake: exit=5
#include <stdlib.h>

struct node {
  struct node* next;
  char payload[1000];
};

int main(void) {
  struct node* list = NULL;
  for (;;) {
    struct node* n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
}
