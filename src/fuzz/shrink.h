// From a program that shows a fault to a small one that still does.
//
// Greedy: of all programs that are one edit smaller (a thread less, a statement less, a branch
// instead of the whole If, two locations made one, a constant instead of a computed value, ...) the
// first that still fails takes the place of the program, until none does. Every accepted edit makes
// a measure smaller, so it ends; nothing is random, so it ends at the same program every time.
#pragma once

#include <functional>

#include "fuzz/sketch.h"

namespace overtake::fuzz {

// `fails(sketch)` must hold for the sketch given.
Sketch shrink(Sketch sketch, const std::function<bool(const Sketch&)>& fails);

}  // namespace overtake::fuzz
