// Nothing is ever run on the machine that checks the program.
// overtake: exit=2 stderr=system.c:6:
// overtake: stderr=system
#include <stdlib.h>

int main(void) { return system("echo run"); }
