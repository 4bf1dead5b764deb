/* Multiplication and division of complex numbers: what compilers call when the plain formula gave a
 * NaN, or for division always. To the last bit what gcc's library computes (gcc 12, x86-64).
 *
 * Infinities are recovered as annex G of the C standard has it: a number with an infinite part is
 * infinite, even if the formula says NaN. Division of floats takes the plain formula in double,
 * where nothing overflows; the wider formats take Smith's method, with both numbers scaled while a
 * part is so large or so small that an intermediate result would overflow, or lose bits (Baudin and
 * Smith, "A robust complex division in Scilab", 2012). */
#include <float.h>

#include "overtake.h"

#define INFINITE(x) __builtin_isinf(x)
#define FINITE(x) __builtin_isfinite(x)

/* What is infinite becomes 1, all else 0, with the same sign. */
#define BOXED(T, x) ((T)(INFINITE(x) ? (signbit_(x) ? -1.0 : 1.0) : (signbit_(x) ? -0.0 : 0.0)))
#define signbit_(x) __builtin_signbit(x)
#define ZERO_IF_NAN(T, x) ((x) != (x) ? (T)(signbit_(x) ? -0.0 : 0.0) : (x))

#define MULTIPLY(T, NAME)                                                                  \
  T _Complex NAME(T a, T b, T c, T d) {                                                    \
    const T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                \
    T x = ac - bd, y = ad + bc;                                                            \
    if (x != x && y != y) {                                                                \
      int again = 0;                                                                       \
      if (INFINITE(a) || INFINITE(b)) {                                                    \
        a = BOXED(T, a), b = BOXED(T, b), c = ZERO_IF_NAN(T, c), d = ZERO_IF_NAN(T, d);    \
        again = 1;                                                                         \
      }                                                                                    \
      if (INFINITE(c) || INFINITE(d)) {                                                    \
        c = BOXED(T, c), d = BOXED(T, d), a = ZERO_IF_NAN(T, a), b = ZERO_IF_NAN(T, b);    \
        again = 1;                                                                         \
      }                                                                                    \
      if (!again && (INFINITE(ac) || INFINITE(bd) || INFINITE(ad) || INFINITE(bc))) {      \
        a = ZERO_IF_NAN(T, a), b = ZERO_IF_NAN(T, b);                                      \
        c = ZERO_IF_NAN(T, c), d = ZERO_IF_NAN(T, d);                                      \
        again = 1;                                                                         \
      }                                                                                    \
      if (again) {                                                                         \
        x = (T)__builtin_inf() * (a * c - b * d);                                          \
        y = (T)__builtin_inf() * (a * d + b * c);                                          \
      }                                                                                    \
    }                                                                                      \
    T _Complex result;                                                                     \
    __real__ result = x;                                                                   \
    __imag__ result = y;                                                                   \
    return result;                                                                         \
  }

/* The quotient x + iy when both are NaN. */
#define RECOVER(T)                                                                         \
  if (x != x && y != y) {                                                                  \
    if (c == 0 && d == 0 && (a == a || b == b)) {                                          \
      const T infinity = signbit_(c) ? -(T)__builtin_inf() : (T)__builtin_inf();           \
      x = infinity * a;                                                                    \
      y = infinity * b;                                                                    \
    } else if ((INFINITE(a) || INFINITE(b)) && FINITE(c) && FINITE(d)) {                   \
      a = BOXED(T, a), b = BOXED(T, b);                                                    \
      x = (T)__builtin_inf() * (a * c + b * d);                                            \
      y = (T)__builtin_inf() * (b * c - a * d);                                            \
    } else if ((INFINITE(c) || INFINITE(d)) && FINITE(a) && FINITE(b)) {                   \
      c = BOXED(T, c), d = BOXED(T, d);                                                    \
      x = 0 * (a * c + b * d);                                                             \
      y = 0 * (b * c - a * d);                                                             \
    }                                                                                      \
  }                                                                                        \
  T _Complex result;                                                                       \
  __real__ result = x;                                                                     \
  __imag__ result = y;                                                                     \
  return result;

#define MAGNITUDE(x) ((x) < 0 ? -(x) : (x))

#define DIVIDE(T, NAME, LARGEST, LEAST, EPSILON)                                           \
  T _Complex NAME(T a, T b, T c, T d) {                                                    \
    const T huge = LARGEST / 2, small = EPSILON, large = huge * small, least = LEAST;      \
    const int turned = MAGNITUDE(c) < MAGNITUDE(d);                                        \
    const T most = turned ? MAGNITUDE(d) : MAGNITUDE(c);                                   \
    const int room = MAGNITUDE(a) < large && MAGNITUDE(b) < large && most < large;         \
    T scale = 1;                                                                           \
    if (most >= huge)                                                                      \
      scale = 0.5;                                                                         \
    else if (most < small || ((MAGNITUDE(a) < least || MAGNITUDE(b) < least) && room))     \
      scale = 1 / small;                                                                   \
    a *= scale, b *= scale, c *= scale, d *= scale;                                        \
    T x, y;                                                                                \
    if (turned) {                                                                          \
      const T ratio = c / d, norm = c * ratio + d;                                         \
      const int plain = MAGNITUDE(ratio) > least;                                          \
      x = ((plain ? a * ratio : c * (a / d)) + b) / norm;                                  \
      y = ((plain ? b * ratio : c * (b / d)) - a) / norm;                                  \
    } else {                                                                               \
      const T ratio = d / c, norm = d * ratio + c;                                         \
      const int plain = MAGNITUDE(ratio) > least;                                          \
      x = ((plain ? b * ratio : d * (b / c)) + a) / norm;                                  \
      y = (b - (plain ? a * ratio : d * (a / c))) / norm;                                  \
    }                                                                                      \
    RECOVER(T)                                                                             \
  }

MULTIPLY(float, __mulsc3)
MULTIPLY(double, __muldc3)
MULTIPLY(long double, __mulxc3)
MULTIPLY(__float128, __multc3)

float _Complex __divsc3(float a, float b, float c, float d) {
  const double norm = (double)c * c + (double)d * d;
  float x = (float)(((double)a * c + (double)b * d) / norm);
  float y = (float)(((double)b * c - (double)a * d) / norm);
  RECOVER(float)
}

DIVIDE(double, __divdc3, DBL_MAX, DBL_MIN, DBL_EPSILON)
DIVIDE(long double, __divxc3, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)
DIVIDE(__float128, __divtc3, 0x1.ffffffffffffffffffffffffffffp16383Q, 0x1p-16382Q, 0x1p-112Q)
