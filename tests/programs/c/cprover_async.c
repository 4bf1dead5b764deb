// CBMC's threads: a labelled statement runs beside what follows, on copies of the locals.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion line=26
int x, y, r1, r2, done, sum;

void left(int value) {
  x = value;
  r1 = y;
  __CPROVER_atomic_begin();
  ++done;
  __CPROVER_atomic_end();
}

int main(void) {
  int value = 1;
  __CPROVER_ASYNC_1: left(value);  // a comment; with a ; in it
  value = 2;
  __CPROVER_ASYNC_2: {
    y = 1; r2 = x;
    __CPROVER_atomic_begin();
    ++done;
    __CPROVER_atomic_end();
  }
  __CPROVER_assume(done == 2);
  assert(x == 1);
  assert(r1 == 1 || r2 == 1);  // fails
}
