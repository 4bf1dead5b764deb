/* x to the power of an integer, by squaring: what the compiler's library does, step for step. */
double __powidf2(double x, int n);
float __powisf2(float x, int n);

double __powidf2(double x, int n) {
  const int invert = n < 0;
  double result = 1;
  for (;;) {
    if (n & 1) result *= x;
    n /= 2;
    if (n == 0) break;
    x *= x;
  }
  return invert ? 1 / result : result;
}

float __powisf2(float x, int n) {
  const int invert = n < 0;
  float result = 1;
  for (;;) {
    if (n & 1) result *= x;
    n /= 2;
    if (n == 0) break;
    x *= x;
  }
  return invert ? 1 / result : result;
}
