// A header that is not there.
// overtake: exit=2 stderr=missing_include.c:4:
// overtake: stderr='no_such_header.h' file not found
#include "no_such_header.h"
int main(void) { return 0; }
