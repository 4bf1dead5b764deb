// Floating point: arithmetic, conversions, comparisons with NaN, and a shared sum under a mutex.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <math.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double sum;

void* add(void* arg) {
  pthread_mutex_lock(&m);
  sum += *(double*)arg;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  float f = 0.1f;
  double d = 0.1;
  assert(f != d && (float)d == f);
  assert((int)-2.7 == -2 && (unsigned char)200.9 == 200 && (double)(1ull << 53) == 0x1p53);
  volatile double zero = 0;
  double nan = zero / zero, infinity = 1 / zero;
  assert(nan != nan && !(nan < 1) && !(nan >= 1) && infinity > 1e308 && -infinity < 0);
  assert(sqrt(2.25) == 1.5 && fabs(-3.0) == 3 && floor(-0.5) == -1 && pow(2, 10) == 1024);
  double quarter = 0.25, half = 0.5;
  pthread_t a, b;
  pthread_create(&a, NULL, add, &quarter);
  pthread_create(&b, NULL, add, &half);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 0.75);
}
