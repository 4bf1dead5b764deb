// pthread_cancel, for functions that wait in the scheduler instead of in libc.
#pragma once

#include "observe/runtime/runtime.h"

namespace overtake::observe {

// Ends the thread if it was cancelled, as libc's functions that wait do. May not return.
void cancellation_point(Thread& t);

}  // namespace overtake::observe
