// The same with a bound on loops: not known either.
// overtake: args=--unroll 5
// overtake: exit=5 stdout=endless_events_bounded.c:5
int x;
int main(void) { for (;;) x++; }
