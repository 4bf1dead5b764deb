/* How often a thread may leave a wait on a condition variable for no reason. In a file of its own,
 * as the range of nondeterministic integers: --spurious-wakeups sets it afterwards. */
#include <stdint.h>

extern const int64_t __overtake_spurious_wakeups;
const int64_t __overtake_spurious_wakeups = 0;
