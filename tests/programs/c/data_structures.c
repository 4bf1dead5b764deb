// A linked list, a binary tree and a struct with a flexible array member, built and torn down.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct list {
  int value;
  struct list* next;
};
struct tree {
  int key;
  struct tree *left, *right;
};
struct text {
  size_t length;
  char bytes[];
};

struct list* reverse(struct list* l) {
  struct list* reversed = NULL;
  while (l) {
    struct list* next = l->next;
    l->next = reversed;
    reversed = l;
    l = next;
  }
  return reversed;
}

struct tree* insert(struct tree* t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else {
    t->right = insert(t->right, key);
  }
  return t;
}

int height(struct tree* t) {
  if (!t) return 0;
  int l = height(t->left), r = height(t->right);
  free(t);
  return 1 + (l > r ? l : r);
}

int main(void) {
  struct list* l = NULL;
  for (int i = 0; i < 4; i++) {
    struct list* n = malloc(sizeof *n);
    *n = (struct list){i, l};
    l = n;
  }
  l = reverse(l);
  for (int i = 0; i < 4; i++) {
    assert(l->value == i);
    struct list* next = l->next;
    free(l);
    l = next;
  }
  struct tree* t = NULL;
  for (int i = 0; i < 7; i++) t = insert(t, i * 3 % 7);
  assert(height(t) == 5);
  struct text* s = malloc(sizeof *s + 6);
  s->length = 5;
  memcpy(s->bytes, "hello", 6);
  s = realloc(s, sizeof *s + 12);
  strcat(s->bytes, " world");
  assert(strlen(s->bytes) == 11);
  free(s);
}
