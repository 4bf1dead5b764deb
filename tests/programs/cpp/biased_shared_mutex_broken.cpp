// The same, but a reader does not look at the bias again after it has said that it is there.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#define WITHOUT_SECOND_LOOK
#include "biased_shared_mutex.cpp"
