// free of a pointer into the middle of an object.
// overtake: model=sc,tso,pso verdict=error kind=invalid-free line=7
#include <stdlib.h>

int main(void) {
  char* p = malloc(8);
  free(p + 4);  // fails
}
