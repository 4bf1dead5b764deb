// A variable that is declared but defined nowhere.
// overtake: exit=2 stderr=undefined_variable.c
// overtake: stderr=elsewhere
extern int elsewhere;
int main(void) { return elsewhere; }
