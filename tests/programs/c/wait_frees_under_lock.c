// A thread polls a list under the lock under which its elements are taken off, and freed after that.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdlib.h>

struct node { struct node* next; int key; } *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void* finder(void* arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    int found = 0;
    for (struct node* p = head; p != NULL; p = p->next) found |= p->key == 7;
    pthread_mutex_unlock(&m);
    if (found) return arg;
  }
}

int main(void) {
  pthread_t t;
  struct node *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
  second->key = 7;
  head = first;
  pthread_create(&t, NULL, finder, NULL);
  pthread_mutex_lock(&m);
  head = NULL;
  pthread_mutex_unlock(&m);
  free(first);
  pthread_mutex_lock(&m);
  head = second;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  free(second);
}
