// The same with a range that has the value in it.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=9
// overtake: args=--nondet-range 998..1001
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assert(n != 1000);  // fails
}
