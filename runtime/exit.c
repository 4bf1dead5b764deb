/* The end of the process: exit, quick_exit, abort, and handlers. */
#include <stdlib.h>

#include "internal.h"

#define MAX_HANDLERS 32

typedef void (*handler_type)(void);

static int registered;
static handler_type handlers[MAX_HANDLERS];

int atexit(handler_type handler) {
  /* Naming the hook here links it into programs that have handlers: main's return runs them. */
  if ((uintptr_t)handler == (uintptr_t)__overtake_thread_end) return -1;
  const int slot = __atomic_fetch_add(&registered, 1, __ATOMIC_SEQ_CST);
  if (slot >= MAX_HANDLERS) {
    __atomic_fetch_sub(&registered, 1, __ATOMIC_SEQ_CST);
    return -1;
  }
  __atomic_exchange_n(&handlers[slot], handler, __ATOMIC_SEQ_CST);
  return 0;
}

/* Last registered, first run. A handler may register another one, which then runs next. */
void __overtake_run_exit_handlers(void) {
  for (;;) {
    const int count = __atomic_load_n(&registered, __ATOMIC_SEQ_CST);
    if (count == 0) return;
    const handler_type handler = __atomic_load_n(&handlers[count - 1], __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&registered, 1, __ATOMIC_SEQ_CST);
    if (handler != NULL) handler(); /* NULL: another thread is just registering it */
  }
}

void exit(int status) {
  __overtake_run_exit_handlers();
  __overtake_process_exit(status);
}

void _Exit(int status) { __overtake_process_exit(status); }
void _exit(int status) { __overtake_process_exit(status); }
void quick_exit(int status) { __overtake_process_exit(status); }
void abort(void) { __overtake_fail("abort", "abort is called"); }
