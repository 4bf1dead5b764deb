// A structure is handed over before its second field is set: the reader's branch depends on memory that nobody wrote.
// overtake: model=sc,tso,pso verdict=error kind=uninitialized line=22
#include <pthread.h>
#include <stdlib.h>

struct message {
  int kind;
  int length;
};

struct message *mailbox;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *receives(void *unused) {
  pthread_mutex_lock(&mutex);
  struct message *m = mailbox;
  pthread_mutex_unlock(&mutex);
  if (m == 0) return 0;
  int total = 0;
  if (m->kind == 1) total = 1;
  /* `length` was never set. */
  if (m->length > 4) total = 2;
  return (void *)(long)total;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, receives, 0);
  struct message *m = malloc(sizeof *m);
  m->kind = 1;
  pthread_mutex_lock(&mutex);
  mailbox = m;
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
}
