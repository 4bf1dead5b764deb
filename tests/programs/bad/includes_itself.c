// A file that includes itself without an end.
// overtake: exit=2 stderr=includes_itself.c:4:
// overtake: stderr=#include nested too deeply
#include "includes_itself.c"
int main(void) { return 0; }
