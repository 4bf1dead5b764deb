/* The end of the process: exit, quick_exit, abort, and handlers. */
#include <stdlib.h>

#include "internal.h"

#define MAX_HANDLERS 32

typedef void (*handler_type)(void);

struct handler_list {
  int registered;
  handler_type handlers[MAX_HANDLERS];
};

static struct handler_list exit_handlers;  /* run by exit and by main's return */
static struct handler_list quick_handlers; /* run by quick_exit */

static int add(struct handler_list* list, handler_type handler) {
  const int slot = __atomic_fetch_add(&list->registered, 1, __ATOMIC_SEQ_CST);
  if (slot >= MAX_HANDLERS) {
    __atomic_fetch_sub(&list->registered, 1, __ATOMIC_SEQ_CST);
    return -1;
  }
  __atomic_exchange_n(&list->handlers[slot], handler, __ATOMIC_SEQ_CST);
  return 0;
}

int atexit(handler_type handler) {
  /* Naming the hook here links it into programs that have handlers: main's return runs them. */
  if ((uintptr_t)handler == (uintptr_t)__overtake_thread_end) return -1;
  return add(&exit_handlers, handler);
}

int at_quick_exit(handler_type handler) { return add(&quick_handlers, handler); }

/* Last registered, first run. A handler may register another one, which then runs next. */
static void run(struct handler_list* list) {
  for (;;) {
    const int count = __atomic_load_n(&list->registered, __ATOMIC_SEQ_CST);
    if (count == 0) return;
    const handler_type handler = __atomic_load_n(&list->handlers[count - 1], __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&list->registered, 1, __ATOMIC_SEQ_CST);
    if (handler != NULL) handler(); /* NULL: another thread is just registering it */
  }
}

void __overtake_run_exit_handlers(void) { run(&exit_handlers); }

void exit(int status) {
  __overtake_run_exit_handlers();
  __overtake_process_exit(status);
}

void _Exit(int status) { __overtake_process_exit(status); }
void _exit(int status) { __overtake_process_exit(status); }
void quick_exit(int status) {
  run(&quick_handlers);
  __overtake_process_exit(status);
}
void abort(void) { __overtake_fail("abort", "abort is called"); }
