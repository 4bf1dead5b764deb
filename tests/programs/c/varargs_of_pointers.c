// A variadic function stores through pointers to shared variables: store buffering in disguise.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso,pso verdict=error kind=assertion line=31
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

int x, y, r1, r2;

static int set_then_get(int n, ...) {
  va_list l;
  va_start(l, n);
  int v = 0;
  for (int i = 0; i < n; ++i) {
    int* p = va_arg(l, int*);
    if (i + 1 < n) *p = 1; else v = *p;
  }
  va_end(l);
  return v;
}

void* left(void* p) { r1 = set_then_get(2, &x, &y); return p; }
void* right(void* p) { r2 = set_then_get(2, &y, &x); return p; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r1 == 1 || r2 == 1);  // fails
}
