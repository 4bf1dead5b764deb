// What is printed is an output, even if nobody reads it here.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized line=8
#include <stdio.h>

int main(void) {
  int numbers[4] = {1, 2, 3};
  int sum; /* of nothing */
  printf("%d %d\n", numbers[0], sum);
}
