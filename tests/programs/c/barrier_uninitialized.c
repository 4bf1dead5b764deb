// A barrier has no static initializer: one that was never initialized cannot be waited at.
// overtake: model=sc,tso,pso verdict=error kind=barrier-misuse line=7
#include <pthread.h>

pthread_barrier_t b;

int main(void) { pthread_barrier_wait(&b); }
