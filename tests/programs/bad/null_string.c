// A library function that is handed NULL: the error is at the caller's line.
// overtake: exit=10 stdout=null_string.c:6
// overtake: stdout=null pointer
#include <string.h>

int main(void) { return (int)strlen(NULL); }
