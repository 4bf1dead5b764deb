// Half a GB of which one byte is touched costs nothing.
// overtake: exit=0 stdout=no error
#include <stdlib.h>

int main(void) {
  char* p = malloc(1ul << 29);
  p[1ul << 28] = 1;
  free(p);
}
