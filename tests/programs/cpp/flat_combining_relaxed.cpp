// The same with a relaxed store of the answer's state, which overtakes the answer under PSO.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion
#define DONE std::memory_order_relaxed
#include "flat_combining.cpp"
