// Tables of functions, and functions that take and return functions.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

typedef int (*operation)(int, int);

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int mul(int a, int b) { return a * b; }

operation table[] = {add, sub, mul};
operation choose(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
int fold(operation f, int start, int n) {
  for (int i = 1; i <= n; i++) start = f(start, i);
  return start;
}

operation shared;

void* publish(void* arg) {
  shared = mul;
  return arg;
}

int main(void) {
  assert(fold(table[0], 0, 4) == 10 && fold(choose('*'), 1, 4) == 24 && fold(sub, 0, 3) == -6);
  shared = add;
  pthread_t t;
  pthread_create(&t, NULL, publish, NULL);
  int result = shared(3, 4);
  assert(result == 7 || result == 12);
  pthread_join(t, NULL);
  assert(shared == choose('*'));
}
