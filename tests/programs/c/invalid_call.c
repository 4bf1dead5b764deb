// A call through a pointer that points to no function.
// overtake: model=sc,tso,pso verdict=error kind=invalid-call line=9
#include <stdint.h>

int data;

int main(void) {
  void (*f)(void) = (void (*)(void))(uintptr_t)&data;
  f();  // fails
}
