// The same, but the writer does not wait for the readers that arrived before it turned them round.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#define IMPATIENT
#include "left_right.cpp"
