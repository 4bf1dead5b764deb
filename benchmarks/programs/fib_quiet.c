// fib.c without main's two loads. N: additions a thread. Right under every model.
#define QUIET
#include "fib.c"
