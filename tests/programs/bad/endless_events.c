// A loop without an end that writes to shared memory.
// overtake: args=--timeout 1
// overtake: exit=5 stdout=timeout
int x;
int main(void) {
  for (;;) x++;
}
