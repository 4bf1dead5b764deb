// overtake check deep.c --model sc
// The access that matters is five calls down.
#include <assert.h>
#include <pthread.h>

#define CHECK(condition) assert(condition)

static int level;

static void raise_by(int n) { level = level + n; }
static void three(int n) { raise_by(n); }
static void two(int n) { three(n); }
static void one(int n) { two(n); }

static void *worker(void *unused) {
  one(1);
  return unused;
}

static int current(void) { return level; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  one(1);
  pthread_join(t, 0);
  CHECK(current() == 2);
}
