// A compiler flag that clang does not have.
// overtake: args=-- -fno-such-flag
// overtake: exit=2 stderr=-fno-such-flag
int main(void) { return 0; }
