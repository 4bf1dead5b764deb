#include "check.h"
int main(void) {
  double d[] = {0.9, -0.9, 1.5, -1.5, 100.25, -100.75, 65535.9, 1e9, -2e9, 4e18};
  for (int i = 0; i < 10; ++i) {
    mix((long)d[i]);
    if (d[i] > -3e9 && d[i] < 2e9) mix((int)d[i]);
    if (d[i] >= 0) mix((unsigned long)d[i]);
    if (d[i] > -100 && d[i] < 100) mix((signed char)d[i]);
    mix_double((float)d[i]);
    mix((long)(float)d[i]);
  }
  long n[] = {0, 1, -1, 123456789, -987654321, 9007199254740993, -9007199254740995};
  for (int i = 0; i < 7; ++i) {
    mix_double(n[i]), mix_double((float)n[i]), mix_double((unsigned long)n[i]);
    mix_double((unsigned)n[i]), mix_double((int)n[i]), mix_double((float)(unsigned long)n[i]);
  }
  return done();
}
