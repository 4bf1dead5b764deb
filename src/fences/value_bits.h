// Programs that count for ever: to how many bits their values are wrapped, if the user does not
// say.
//
// A program may have no end of states if values keep turning up: those that are met among the first
// 100,000 states are compared with those among twice as many. Then values are wrapped to a byte, as
// in the tools that published such programs; if that makes too many states (several counters), to 4
// bits, or to 3. What wrapping changes is named in the report.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "fences/subject.h"

namespace overtake::fences {

// Looks at some states. False: it does not, as far as one can see.
bool may_count_for_ever(const Subject& subject, std::uint32_t jobs, const std::atomic<bool>* stop);

// Of a program that may. 0: values are left as they are, for wrapping them makes no difference.
// `subject` makes the program with values of so many bits.
std::uint32_t bits_for_counters(
    const std::function<std::unique_ptr<Subject>(std::uint32_t bits)>& subject, std::uint32_t jobs,
    const std::atomic<bool>* stop);

}  // namespace overtake::fences
