// Jumps out of functions are not supported.
// overtake: exit=2 stderr=setjmp.c:8:
// overtake: stderr=setjmp
#include <setjmp.h>

jmp_buf place;

int main(void) { return setjmp(place); }
