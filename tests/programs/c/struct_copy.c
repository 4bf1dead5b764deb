// Structs by value: assignment, arguments, results, arrays of them, memcpy into shared memory.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct point {
  long x, y;
};
struct shape {
  struct point corner[3];
  char name[8];
};

struct shape shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct point mirror(struct point p) { return (struct point){p.y, p.x}; }

void* publish(void* arg) {
  struct shape s = {.corner = {[1] = {1, 2}}, .name = "three"};
  s.corner[2] = mirror(s.corner[1]);
  pthread_mutex_lock(&m);
  shared = s;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, publish, NULL);
  struct shape copy;
  pthread_mutex_lock(&m);
  memcpy(&copy, &shared, sizeof copy);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(copy.corner[2].x == 0 || (copy.corner[2].x == 2 && strcmp(copy.name, "three") == 0));
  assert(memcmp(&shared.corner[0], &(struct point){0, 0}, sizeof(struct point)) == 0);
}
