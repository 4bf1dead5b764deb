// Threads that CBMC makes of labelled statements, in a macro: they would run one after the other.
// overtake: exit=2 stderr=cprover_async.c:10:3: error: threads started by the label __CPROVER_ASYNC_1 in a header or macro
#define START(work) __CPROVER_ASYNC_1

int x;

void work(void) { x = 1; }

int main(void) {
  START(work) : work();
  return x;
}
