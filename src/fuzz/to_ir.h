// A Sketch as a Program of the IR.
//
// Locations are the globals x0, x1, ...; mutexes, semaphores, conditions and barriers are words of
// 8 bytes m0, s0, c0, b0; slots of the heap are the pointers h0, h1, ...; functions are f0, f1,
// .... Every statement has a source place: line n of the file "sketch" is the n-th statement in
// textual order.
#pragma once

#include "fuzz/sketch.h"
#include "ir/program.h"

namespace overtake::fuzz {

ir::Program to_ir(const Sketch& sketch);

// The same program, but each round of a loop that need not end begins with an object that the
// thread allocates and writes to, and ends when it has read that again and freed it. No other
// thread can tell the difference.
ir::Program to_ir_with_objects(const Sketch& sketch);

}  // namespace overtake::fuzz
