// A nondeterministic integer: the value that breaks the program is found.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=8
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assert(n * n != 4);  // fails
}
