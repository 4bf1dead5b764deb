// A loop without an end and without any event.
// overtake: args=--timeout 1
// overtake: exit=5 stdout=timeout
int main(void) {
  for (unsigned i = 0;; i++) {
  }
}
