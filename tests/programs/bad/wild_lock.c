// A lock where there is no memory.
// overtake: exit=10 stdout=wild_lock.c:5
#include <pthread.h>

int main(void) { return pthread_mutex_lock((pthread_mutex_t*)0x4141414141414140); }
