// Variadic functions with integers, doubles and pointers, more than fit in registers, and va_copy.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <stdarg.h>

double total(const char* kinds, ...) {
  va_list arguments, again;
  va_start(arguments, kinds);
  va_copy(again, arguments);
  double sum = 0;
  for (const char* k = kinds; *k; k++) {
    if (*k == 'i') sum += va_arg(arguments, int);
    if (*k == 'l') sum += va_arg(arguments, long);
    if (*k == 'd') sum += va_arg(arguments, double);
    if (*k == 'p') sum += *va_arg(arguments, int*);
  }
  assert(*kinds != 'i' || va_arg(again, int) == 1);
  va_end(arguments);
  va_end(again);
  return sum;
}

int main(void) {
  int seven = 7;
  assert(total("") == 0);
  assert(total("idlp", 1, 0.5, 1l << 40, &seven) == 8.5 + (double)(1l << 40));
  assert(total("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
  assert(total("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
}
