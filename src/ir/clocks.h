// Whether a program asks what time it is. If it does not, sleeping and the deadlines of timed waits
// mean nothing, and no engine has to follow the clocks of threads.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

bool reads_clock(const Program& program);

// Where the user's code first does, be it through functions of the library; none: nowhere.
SourceId clock_read_place(const Program& program);

}  // namespace overtake::ir
