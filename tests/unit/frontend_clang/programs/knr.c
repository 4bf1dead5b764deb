#include "check.h"
int add(a, b)
int a;
short b;
{
  return a + b;
}
int noproto();
int noproto(int x) { return x + 1; }
double half(x)
float x;
{
  return x / 2;
}
int main() {
  mix(add(3, 4)), mix(noproto(5)), mix_double(half(5.0));
  return done();
}
