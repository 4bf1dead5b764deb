#include "barrier.h"

void publish(volatile unsigned *to, unsigned value) { __atomic_store_n(to, value, __ATOMIC_RELEASE); }
unsigned look(const volatile unsigned *at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
