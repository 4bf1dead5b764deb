// moodycamel::LightweightSemaphore as a lock.
// library: libconcurrentqueue-dev
#include <concurrentqueue/blockingconcurrentqueue.h>

static moodycamel::LightweightSemaphore semaphore(1, 1);
#define ENTER(i) semaphore.wait()
#define LEAVE(i) semaphore.signal()
#include "../shape_lock.h"
