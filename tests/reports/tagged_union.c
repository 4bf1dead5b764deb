// overtake check tagged_union.c --model sc
// The tag of a union and its value are not written together.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum tag { EMPTY, NUMBER, LETTER };

struct cell {
  _Atomic enum tag tag;
  union {
    int number;
    char letters[4];
  } as;
};

struct cell cell;

static void *writer(void *unused) {
  atomic_store(&cell.tag, LETTER);
  cell.as.letters[2] = 'x';
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load(&cell.tag) == LETTER) assert(cell.as.letters[2] == 'x');
  pthread_join(t, 0);
}
