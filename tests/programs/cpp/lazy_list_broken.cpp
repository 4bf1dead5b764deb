// The same without the second look: an element that was removed meanwhile gets a successor.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#define MUST_BE_VALID false
#include "lazy_list.cpp"
