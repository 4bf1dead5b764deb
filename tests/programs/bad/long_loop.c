// A loop of a billion iterations and a limit of one second: not known, in about a second.
// overtake: args=--timeout 1
// overtake: exit=5 stdout=timeout
int main(void) {
  volatile unsigned sum = 0;
  for (unsigned i = 0; i < 1000000000u; i++) sum += i;
  return (int)sum;
}
