// 100 GB that no machine has: malloc says no, and the program does not listen.
// overtake: exit=10 stdout=huge_malloc.c:8
// overtake: stdout=null pointer
#include <stdlib.h>

int main(void) {
  char* p = malloc(100ul << 30);
  *p = 1;
  return *p;
}
