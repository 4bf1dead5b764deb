// A nondeterministic boolean has two values, both explored.
// overtake: model=sc,tso,pso verdict=safe executions=4
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assert(int);

int main(void) {
  bool a = __VERIFIER_nondet_bool();
  bool b = __VERIFIER_nondet_bool();
  __VERIFIER_assert((a && b) == !(!a || !b));
}
