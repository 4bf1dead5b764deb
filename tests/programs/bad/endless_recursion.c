// Recursion without an end is an error of the program, with its line.
// overtake: exit=10 stdout=endless_recursion.c:4
// overtake: stdout=stack overflow
int down(int n) { return n + down(n + 1); }
int main(void) { return down(1); }
