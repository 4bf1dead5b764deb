// Threads: their slots, their beginning and their end.
#pragma once

#include "observe/runtime/runtime.h"

namespace overtake::observe {

// main is there.
void start_threads();
// A new thread in a free slot, not yet running; null: there are too many.
Thread* make_thread(Thread* parent, std::uint64_t pc);
// It has ended, and no thread will join it any more.
void release_thread(Thread& t);
void thread_ends(Thread& t);

}  // namespace overtake::observe
