// The same without the fence before the look at the waiters, which overtakes the store: both look
// too early, and nobody is woken.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=hang
#define WITHOUT_FENCE
#include "event_count.cpp"
