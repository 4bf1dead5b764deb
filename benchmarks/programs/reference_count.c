// N threads drop their reference to an object; the last one frees it. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};
struct object* object;

void* work(void* argument) {
  assert(object->value == 7);
  if (fetch_add(object->references, -1) == 1) free(object);
  return argument;
}

int main(void) {
  object = malloc(sizeof *object);
  store(object->references, N);
  object->value = 7;
  for (int i = 0; i < N; i++) start(work, i);
}
