// The same with a load and a store instead of an exchange: the reader takes the frame in between,
// and the writer goes on writing to it.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#define IN_TWO_STEPS
#include "triple_buffer.cpp"
