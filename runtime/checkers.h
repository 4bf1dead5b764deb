/* What programs written for other checkers include: <genmc.h>, <dat3m.h>. A program's own header of
 * that name wins (checkers.c, svcomp.c). */
#ifndef OVERTAKE_CHECKERS_H
#define OVERTAKE_CHECKERS_H

#ifdef __cplusplus
extern "C" {
#endif

void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
#ifdef __cplusplus
bool __VERIFIER_nondet_bool(void);
#else
_Bool __VERIFIER_nondet_bool(void);
#endif
unsigned __VERIFIER_tid(void);

/* genmc.c */
typedef long __VERIFIER_thread_t;
long __VERIFIER_spawn(void* (*run)(void*), void* argument);
void* __VERIFIER_join(long thread);
long __VERIFIER_thread_self(void);
void __VERIFIER_thread_exit(void* result);

/* Hints for tools that do not find such loops by themselves. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_loop_bound(unsigned times);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

#ifdef __cplusplus
}
#endif

#define await_while(condition) while (condition)

#endif
