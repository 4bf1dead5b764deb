// Intrinsics of x86: the cycle counter stands still, as clocks do.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <x86intrin.h>

int main(void) {
  unsigned processor;
  const unsigned long long start = __rdtsc();
  _mm_mfence();
  _mm_sfence();
  _mm_lfence();
  _mm_pause();
  assert(__rdtscp(&processor) - start < 10);
}
