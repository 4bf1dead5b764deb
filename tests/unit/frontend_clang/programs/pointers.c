#include "check.h"
static int grid[4][5];
static int* rows[4];
static struct node {
  struct node* next;
  int v;
} nodes[5];
int main(void) {
  for (int i = 0; i < 4; ++i) {
    rows[i] = grid[i];
    for (int k = 0; k < 5; ++k) *(*(grid + i) + k) = i * 7 + k;
  }
  for (int i = 0; i < 4; ++i)
    for (int k = 4; k >= 0; --k) mix(rows[i][k]), mix(*(grid[i] + k));
  int *p = &grid[3][4], *q = &grid[0][0];
  mix(p - q), mix(p > q), mix((char*)p - (char*)q), mix(p[-3]), mix(*--p), mix(*p++),
      mix((long)p & 3);
  for (int i = 0; i < 5; ++i) nodes[i] = (struct node){i ? &nodes[i - 1] : 0, i * 11};
  for (struct node* n = &nodes[4]; n; n = n->next) mix(n->v);
  struct node *head = &nodes[4], *reversed = 0;
  while (head) {
    struct node* n = head->next;
    head->next = reversed, reversed = head, head = n;
  }
  for (struct node* n = reversed; n; n = n->next) mix(n->v);
  struct node** pp = &reversed;
  while (*pp) pp = &(*pp)->next;
  *pp = &(struct node){0, 1234};
  mix(nodes[4].next == 0), mix(nodes[0].next == 0), mix((*pp)->v);
  unsigned long tagged = (unsigned long)&nodes[2] | 1 | 0xabcul << 48;
  mix(((struct node*)(tagged & 0xfffffffffffeul))->v), mix(tagged >> 48);
  const char* s = "constant";
  while (*s) mix(*s++);
  char t[] = "array\0more";
  mix(sizeof t), mix(t[8]);
  return done();
}
