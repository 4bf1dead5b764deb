/* Multiplication and division of complex numbers: what compilers call when the plain formula gave a
 * NaN, or for division always. The recovery of infinities that the C standard suggests is left out:
 * a product that is NaN by the formula stays NaN. */
#include "overtake.h"

double _Complex __muldc3(double a, double b, double c, double d) {
  double _Complex result;
  __real__ result = a * c - b * d;
  __imag__ result = a * d + b * c;
  return result;
}

float _Complex __mulsc3(float a, float b, float c, float d) {
  float _Complex result;
  __real__ result = a * c - b * d;
  __imag__ result = a * d + b * c;
  return result;
}

double _Complex __divdc3(double a, double b, double c, double d) {
  const double norm = c * c + d * d;
  double _Complex result;
  __real__ result = (a * c + b * d) / norm;
  __imag__ result = (b * c - a * d) / norm;
  return result;
}

float _Complex __divsc3(float a, float b, float c, float d) {
  const float norm = c * c + d * d;
  float _Complex result;
  __real__ result = (a * c + b * d) / norm;
  __imag__ result = (b * c - a * d) / norm;
  return result;
}
