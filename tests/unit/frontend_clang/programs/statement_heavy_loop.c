#include "check.h"
static unsigned sieve[200];
static unsigned long state = 88172645463325252ul;
static unsigned long next(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
int main(void) {
  for (unsigned i = 2; i < 200; ++i) {
    if (sieve[i]) continue;
    mix(i);
    for (unsigned k = i * i; k < 200; k += i) sieve[k] = 1;
  }
  int v[32];
  for (int i = 0; i < 32; ++i) v[i] = next() % 1000;
  for (int i = 0; i < 32; ++i)
    for (int k = i + 1; k < 32; ++k)
      if (v[k] < v[i]) {
        int t = v[i];
        v[i] = v[k], v[k] = t;
      }
  for (int i = 0; i < 32; ++i) mix(v[i]);
  char s[] = "reverse me";
  for (int i = 0, k = sizeof s - 2; i < k; ++i, --k) {
    char t = s[i];
    s[i] = s[k], s[k] = t;
  }
  for (char* p = s; *p; ++p) mix(*p);
  return done();
}
