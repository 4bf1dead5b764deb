// The same list without marks: what is inserted after an element that is being unlinked is lost,
// or the element is unlinked twice.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#define WITHOUT_MARKS
#include "marked_list.c"
