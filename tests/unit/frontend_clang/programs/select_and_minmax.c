#include "check.h"
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int main(void) {
  int v[] = {3, -5, 8, 0, -2147483647, 2147483647};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k) {
      mix(MIN(v[i], v[k])), mix(MAX((unsigned)v[i], (unsigned)v[k])), mix(v[i] < 0 ? -v[i] : v[i]),
          mix(MAX((short)v[i], (short)v[k])), mix_double(MIN(v[i] * 0.5, v[k] * 0.25));
      int* p = v[i] < v[k] ? &v[i] : &v[k];
      mix(*p);
    }
  return done();
}
