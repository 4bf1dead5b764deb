#pragma once
#include "observe/core/watch.h"
namespace overtake::observe { class RaceClocks { public: void check(Actor&, const Access&, Seq) {} }; }
