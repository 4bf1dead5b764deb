// overtake check unordered.c --model sc --check races
// A data race: only one side holds the lock.
#include <pthread.h>

struct log {
  pthread_mutex_t lock;
  int lines[4];
  int used;
} log_ = {PTHREAD_MUTEX_INITIALIZER, {0}, 0};

static void *writer(void *unused) {
  pthread_mutex_lock(&log_.lock);
  log_.lines[log_.used++] = 1;
  pthread_mutex_unlock(&log_.lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int first = log_.lines[0];
  pthread_join(t, 0);
  return first > 1;
}
