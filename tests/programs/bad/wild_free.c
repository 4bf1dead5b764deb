// A free of a wild pointer.
// overtake: exit=10 stdout=wild_free.c:6
// overtake: stdout=free
#include <stdlib.h>

int main(void) { free((void*)0x4141414141414141); }
