// strcpy into a buffer without room for the terminator: the error is at the call.
// overtake: model=sc,tso,pso verdict=error kind=out-of-bounds line=9
#include <string.h>

char name[4];

int main(void) {
  strcpy(name, "abc");
  strcpy(name, "abcd");  // fails
}
