// A loop without an end that writes to shared memory.
// overtake: args=--timeout 60
// overtake: exit=5 stdout=executions do not end
int x;
int main(void) {
  for (;;) x++;
}
