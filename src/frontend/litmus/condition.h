// Conditions on final states: their truth, and their text as herd prints it.
#pragma once

#include <cstdint>
#include <string>

#include "frontend/litmus/lower.h"
#include "frontend/litmus/test.h"

namespace overtake::litmus {

// Whether the proposition holds in the state. All its locations must be observed.
bool holds(const Proposition& proposition, const LoweredTest& lowered, const FinalState& state);

std::string to_text(const Location& location);        // 0:EAX, [x], t[1]
std::string to_text(const Proposition& proposition);  // 0:EAX=0 /\ [x]=1
std::string condition_text(const Test& test);         // exists (0:EAX=0 /\ [x]=1)

// A final value in the file's terms: a number, or the location that it is the address of.
std::string value_text(Number value, const LoweredTest& lowered);

}  // namespace overtake::litmus
