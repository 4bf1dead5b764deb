// A pointer made of nothing.
// overtake: exit=10 stdout=wild_pointers.c:6
// overtake: stdout=pointer
int main(void) {
  long* p = (long*)0x4141414141414141;
  *p = 1;
  return 0;
}
