// overtake check freed.c --model sc
// A use after free.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int key) {
  struct node *n = malloc(sizeof *n);
  if (n == 0) return;
  n->key = key;
  n->next = list;
  list = n;
}

static void *remover(void *unused) {
  pthread_mutex_lock(&lock);
  struct node *first = list;
  list = first->next;
  pthread_mutex_unlock(&lock);
  free(first);
  return unused;
}

int main(void) {
  push(1);
  push(2);
  pthread_t t;
  pthread_create(&t, 0, remover, 0);
  pthread_mutex_lock(&lock);
  struct node *n = list;
  pthread_mutex_unlock(&lock);
  int key = n->next ? n->key : 0;
  pthread_join(t, 0);
  return key > 2;
}
