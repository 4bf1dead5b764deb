// A conversion that printf does not have.
// overtake: args=--show-output
// overtake: exit=10 stdout=format_string.c:6
#include <stdio.h>

int main(void) { printf("%y\n", 1); }
