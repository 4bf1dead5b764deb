// Threads that CBMC makes of labelled statements would run one after the other here.
// overtake: exit=2 stderr=cprover_async.c:8:3: error: threads started by the label __CPROVER_ASYNC_1 are not supported
int x;

void work(void) { x = 1; }

int main(void) {
  __CPROVER_ASYNC_1: work();
  return x;
}
