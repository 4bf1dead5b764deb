// A four-phase handshake by two flags, two rounds; data goes through without a fence: fine under
// TSO, not under PSO.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=12
#include <assert.h>
#include <pthread.h>

volatile int req, ack, data;
void* server(void* a) {
  for (int i = 1; i <= 2; i++) {
    while (req != 1);
    assert(data == i);  // fails
    ack = 1;
    while (req != 0);
    ack = 0;
  }
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  for (int i = 1; i <= 2; i++) {
    data = i;
    req = 1;
    while (ack != 1);
    req = 0;
    while (ack != 0);
  }
  pthread_join(t, 0);
}
