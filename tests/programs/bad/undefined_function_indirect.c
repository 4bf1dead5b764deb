// An undefined function whose address is taken: refused where it is named, not when it is called.
// overtake: exit=2 stderr=undefined_function_indirect.c
// overtake: stderr=mystery
int mystery(int);
int main(void) {
  int (*f)(int) = mystery;
  return f(1);
}
