// A program without main.
// overtake: exit=2 stderr=no_main.c
// overtake: stderr=main
int helper(void) { return 1; }
