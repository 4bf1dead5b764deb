// Loops of which the first attempt stands before the loop:
//
//     old = fetch_sub(lock, 1);                 for (;;) {
//     while (old <= 0) {                          old = fetch_sub(lock, 1);
//       fetch_add(lock, 1);            ->         if (old > 0) break;
//       old = fetch_sub(lock, 1);                 fetch_add(lock, 1);
//     }                                         }
//
// A thread does the same in both, one instruction after the other. On the right a round begins
// where nothing has been done yet, so that one that fails and takes back what it did can be seen as
// a round without effect.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Makes one of the code at the end of the block before a loop and the same code at the end of the
// loop's body, if there is a read-modify-write in it.
void roll_loops(Program& program);

}  // namespace overtake::ir
