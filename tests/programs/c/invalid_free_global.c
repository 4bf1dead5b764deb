// free of something that malloc did not give.
// overtake: model=sc,tso,pso verdict=error kind=invalid-free line=9
#include <stdlib.h>

int global;

int main(void) {
  int* p = &global;
  free(p);  // fails
}
