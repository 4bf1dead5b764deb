// A wait with two heads and jumps between them, as compilers make it of GPU code. It ends when the flag is set, however it is entered.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void* waits(void* unused) {
  if (flag) goto first;
  goto second;
first:
  if (flag) goto second;
  goto first;
second:
  if (flag) goto end;
  goto first;
end:
  assert(data == 1);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  flag = 1;
  pthread_join(t, 0);
}
