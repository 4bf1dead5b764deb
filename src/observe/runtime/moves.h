// memcpy and its like, piece by piece: each piece is copied when it is announced, so that what is
// written down is what happens.
#pragma once

#include "observe/runtime/runtime.h"

namespace overtake::observe {

// The two may overlap.
void move_bytes(Thread& t, void* to, const void* from, std::uint64_t bytes, std::uint64_t pc);
void set_bytes(Thread& t, void* to, int value, std::uint64_t bytes, std::uint64_t pc);

}  // namespace overtake::observe
