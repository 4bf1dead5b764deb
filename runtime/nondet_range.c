/* The values that nondeterministic integers take. In a file of their own, so that the compiler does
 * not write them into the code that reads them: --nondet-range sets them afterwards. */
#include <stdint.h>

extern const int64_t __overtake_nondet_low, __overtake_nondet_high;
const int64_t __overtake_nondet_low = 0;
const int64_t __overtake_nondet_high = 3;
