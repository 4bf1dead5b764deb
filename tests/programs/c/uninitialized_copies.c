// Copying what was never set is fine: padding, fields that do not matter yet, unions, bit-fields, whole structures by value, through the heap and
// between threads. Only what is looked at has to be set.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char tag;
  int number; /* padding in front */
  unsigned low : 3, high : 5;
  union {
    char text[2];
    short half;
  } as;
};

struct record shared;

struct record made(char tag) {
  struct record r;
  r.tag = tag;
  r.low = 5;
  return r;
}

void *takes(void *argument) {
  struct record r = *(struct record *)argument;
  shared = r;
  return 0;
}

unsigned sum(int count, const unsigned char *bytes) {
  unsigned all = 0;
  for (int i = 0; i < count; ++i) all = all * 31 + bytes[i];
  return all;
}

int main(void) {
  struct record r = made('x');
  struct record *copy = malloc(sizeof *copy);
  memcpy(copy, &r, sizeof r);
  struct record back = *copy;
  assert(back.tag == 'x' && back.low == 5);
  back.high = 9;
  assert(back.low == 5 && back.high == 9);
  pthread_t t;
  pthread_create(&t, 0, takes, &back);
  pthread_join(t, 0);
  assert(shared.tag == 'x' && shared.low == 5 && shared.high == 9);
  shared.as.half = 7;
  assert(shared.as.half == 7);
  copy->number = 3;
  assert(copy->number == 3);
  /* A checksum over padding is computed, and nobody looks at it. */
  unsigned unused = sum(sizeof back, (const unsigned char *)&back);
  unsigned twice = unused * 2 + 1;
  assert((twice & 1) == 1);
  int buffer[8];
  for (int i = 0; i < 8; i += 2) buffer[i] = i;
  int total = 0;
  for (int i = 0; i < 8; ++i) total += i % 2 == 0 ? buffer[i] : 0;
  assert(total == 12);
  free(copy);
}
