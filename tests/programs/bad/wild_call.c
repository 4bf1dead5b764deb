// A call through a wild pointer.
// overtake: exit=10 stdout=wild_call.c:6
// overtake: stdout=no function
int main(void) {
  void (*f)(void) = (void (*)(void))0x4141414141414141;
  f();
}
