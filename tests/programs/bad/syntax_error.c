// A missing semicolon.
// overtake: exit=2 stderr=syntax_error.c:5:
// overtake: stderr=expected ';'
int main(void) {
  int x = 1
  return x;
}
