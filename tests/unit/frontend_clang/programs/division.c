#include "check.h"
int main(void) {
  int a[] = {7, -7, 1, -1, 2147483647, -2147483647, 0, 100};
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k) {
      if (a[k] == 0) continue;
      mix(a[i] / a[k]), mix(a[i] % a[k]);
      mix((unsigned)a[i] / (unsigned)a[k]), mix((unsigned)a[i] % (unsigned)a[k]);
      mix((long)a[i] * 4294967296 / a[k]), mix((short)a[i] / (long)a[k]);
      mix((unsigned char)a[i] / (unsigned char)(a[k] | 1)),
          mix((signed char)a[i] % (signed char)(a[k] | 1));
    }
  return done();
}
