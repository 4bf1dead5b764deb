// The C form: a set of small numbers as bits, with a specification of its own. -DTORN changes the word in
// two steps.
//
// expect --model sc --operations 2: linearizable
// expect --model pso: linearizable
// expect --model sc -- -DTORN: not-linearizable
#include <overtake/linearize.h>
#include <stdatomic.h>
#include <stdbool.h>

struct flags {
  atomic_uint bits;
};

void init(struct flags* f) { atomic_store(&f->bits, 0); }

bool add(struct flags* f, int bit) {
#ifdef TORN
  const unsigned old = atomic_load(&f->bits);
  atomic_store(&f->bits, old | 1u << bit);
#else
  const unsigned old = atomic_fetch_or(&f->bits, 1u << bit);
#endif
  return (old >> bit & 1) == 0;
}

int count(struct flags* f) { return __builtin_popcount(atomic_load(&f->bits)); }
void clear(struct flags* f) { atomic_store(&f->bits, 0); }

struct list {
  bool there[4];
};

void list_init(struct list* l) {}
bool list_add(struct list* l, int bit) {
  const bool added = !l->there[bit];
  l->there[bit] = true;
  return added;
}
int list_count(struct list* l) { return l->there[0] + l->there[1] + l->there[2] + l->there[3]; }
void list_clear(struct list* l) {
  for (int i = 0; i < 4; ++i) l->there[i] = false;
}

OVERTAKE_LINEARIZABLE(struct flags, add(0, 1), count(), clear());
OVERTAKE_MAKE(init);
OVERTAKE_SPECIFICATION(struct list, list_);
