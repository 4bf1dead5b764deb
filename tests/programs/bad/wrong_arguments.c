// A function called with more and with fewer arguments than it has, through a cast.
// overtake: exit=10 stdout=wrong_arguments.c:5
int one(int x) { return x; }

int main(void) { return ((int (*)(void))one)(); }
