// A function that is declared and called but defined nowhere.
// overtake: exit=2 stderr=undefined_function.c:7:
// overtake: stderr=mystery
int mystery(int);
int main(void) {
  int x = 1;
  return mystery(x);
}
