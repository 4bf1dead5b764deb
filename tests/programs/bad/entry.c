// An entry function that is not there.
// overtake: args=--entry start
// overtake: exit=2 stderr=start
int main(void) { return 0; }
