// A few GB that nobody touches cost nothing.
// overtake: exit=0 stdout=no error
#include <stdlib.h>

int main(void) {
  char* p = malloc(6ul << 30);
  p[5ul << 30] = 1;
  free(p);
}
