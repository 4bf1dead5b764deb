// The program itself refuses to be compiled.
// overtake: exit=2 stderr=error_directive.c:4:
// overtake: stderr=not for this machine
#error not for this machine
int main(void) { return 0; }
