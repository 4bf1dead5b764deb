// Processes are not modelled.
// overtake: exit=2 stderr=fork.c:6:
// overtake: stderr=fork
#include <unistd.h>

int main(void) { return fork() == 0; }
