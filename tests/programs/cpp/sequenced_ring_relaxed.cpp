// The same with relaxed stores of the sequences: they overtake what they publish, under PSO.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion
#define PUBLISH std::memory_order_relaxed
#include "sequenced_ring.cpp"
