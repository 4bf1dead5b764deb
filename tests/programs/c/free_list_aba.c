// The same without tags: a thread that was about to take the first element believes in a successor
// that has been taken meanwhile (ABA), and two threads own it.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#define WITHOUT_TAGS
#include "free_list_tags.c"
