// overtake check tests/browser/large.c --model tso
// A long run for the pages: two producers fill a table, a consumer adds up what it finds. It fails in
// its first execution, and nearly all of its steps matter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { Rounds = 18 };

struct slot {
  int value;
  int check;
};

static struct slot table[2][4];
static atomic_int count[2];
static int total;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void put(int producer, int round) {
  table[producer][round % 4].value = round;
  table[producer][round % 4].check = table[producer][round % 4].value + producer;
  atomic_fetch_add(&count[producer], 1);
}

static void* producer(void* argument) {
  const int me = *(int*)argument;
  for (int round = 1; round <= Rounds; ++round) {
    put(me, round);
    pthread_mutex_lock(&guard);
    total = total + table[me][round % 4].check;
    pthread_mutex_unlock(&guard);
  }
  return 0;
}

static void* consumer(void* argument) {
  int seen = 0;
  for (int round = 0; round < 2 * Rounds; ++round) seen = seen + table[round % 2][round % 4].value + count[round % 2];
  return argument;
}

int main(void) {
  pthread_t threads[3];
  int names[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, producer, &names[i]);
  pthread_create(&threads[2], 0, consumer, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(total == Rounds * (Rounds + 1));  // fails: the second producer adds one in each round
}
