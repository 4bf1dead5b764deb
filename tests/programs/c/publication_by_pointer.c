// A struct is filled in and published through a pointer. A reader that finds the pointer must find
// the contents: PSO needs a release store for that.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=uninitialized line=25
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
  int kind, body;
};

struct message* volatile mailbox;

void* send(void* arg) {
  struct message* m = malloc(sizeof *m);
  m->kind = 1;
  m->body = 2;
  mailbox = m;
  return arg;
}

void* receive(void* arg) {
  struct message* m = mailbox;
  if (m) assert(m->kind == 1 && m->body == 2);  // fails
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, receive, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
