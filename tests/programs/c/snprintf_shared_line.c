// Two threads append to one line by snprintf: without a lock one of the parts is overwritten.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=25
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char line[16];
static int used;

static void *append(void *name) {
  int at = used;
  snprintf(line + at, sizeof line - (unsigned)at, "%s;", (const char *)name);
  used = at + 2;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, append, "a");
  pthread_create(&b, NULL, append, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(used == 2 || used == 4);
  assert(used == 4);
}
