// A reader that comes online announces it with a store that its next load overtakes: the writer
// takes it for one that is offline, and frees what it reads.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=use-after-free
#define UNORDERED
#include "grace_period.c"
