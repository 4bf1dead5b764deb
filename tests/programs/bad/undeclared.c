// A variable that nobody declared.
// overtake: exit=2 stderr=undeclared.c:5:
// overtake: stderr=undeclared identifier 'y'
int main(void) {
  return y;
}
