// A nondeterministic integer is tried over a small range only, so that no error does not mean safe.
// overtake: model=sc,tso,pso verdict=inconclusive
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assert(n != 1000);
}
