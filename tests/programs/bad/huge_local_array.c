// A local array that no stack has room for.
// overtake: exit=10 stdout=huge_local_array.c:5
// overtake: stdout=stack overflow
int main(void) {
  char space[1 << 28];
  space[0] = 1;
  return space[0];
}
