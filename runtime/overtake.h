/* The intrinsics of Overtake: functions that the front end turns into single instructions of the
 * IR. The models of libc, pthreads and threads.h in this folder are written with them; programs may
 * use them too. Each is an atomic step of the machine as src/ir/program.h says. */
#ifndef OVERTAKE_H
#define OVERTAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Verdicts. `kind` is the name of an error kind, a string literal: "assertion", "abort", ... */
_Noreturn void __overtake_fail(const char* kind, const char* message);
void __overtake_assume(bool condition);
uint64_t __overtake_choose(uint64_t count); /* a value in [0, count), enumerated */
_Noreturn void __overtake_process_exit(int status);

/* Threads. A program in which a function `void* __overtake_thread_end(void* result)` is linked runs
 * it at the end of every thread (ir::Program::thread_end). */
uint64_t __overtake_spawn(void* (*function)(void*), void* argument);
void* __overtake_join(uint64_t thread);
void* __overtake_join_cancellable(uint64_t thread, const uint32_t* request);
_Noreturn void __overtake_thread_exit(void* result);
/* Runs the cleanups of all frames, as for an exception `object` without a type, and then
 * end(argument) on an empty stack. */
_Noreturn void __overtake_forced_unwind(void* object, void (*end)(void*), void* argument);
uint64_t __overtake_self(void);

/* Objects. */
void* __overtake_alloc(size_t size);               /* zeroed */
void* __overtake_alloc_uninitialized(size_t size); /* nothing may depend on what it holds */
uint64_t __overtake_settled(uint64_t value); /* the same, or 0 if it was never set: then anything may depend on it */
void __overtake_free(void* object);
size_t __overtake_object_size(const void* object);

/* Synchronization: ir::SyncOp, on an 8-byte word; spin and once on a 4-byte word. A wait that is
 * cancellable, as that for the end of a thread, is not called a deadlock if *request, unless that
 * is null, is not 0 in the end. */
void __overtake_mutex_lock(void* word);
int __overtake_mutex_trylock(void* word);
void __overtake_mutex_unlock(void* word);
int __overtake_mutex_held(void* word);
void __overtake_spin_lock(void* word);
void __overtake_read_lock(void* word);
int __overtake_read_trylock(void* word);
void __overtake_write_lock(void* word);
int __overtake_write_trylock(void* word);
void __overtake_rw_unlock(void* word);
void __overtake_sem_wait(void* word);
void __overtake_sem_wait_cancellable(void* word, const uint32_t* request);
int __overtake_sem_trywait(void* word);
void __overtake_sem_post(void* word);
int __overtake_once_begin(void* word);
void __overtake_once_end(void* word);
void __overtake_cond_enqueue(void* word);
void __overtake_cond_await(void* word);
void __overtake_cond_await_cancellable(void* word, const uint32_t* request);
int __overtake_cond_cancel(void* word);
void __overtake_cond_signal(void* word);
void __overtake_cond_broadcast(void* word);
uint64_t __overtake_barrier_arrive(void* word, uint64_t size);
int __overtake_barrier_await(void* word, uint64_t round);
uint64_t __overtake_await_not_equal_1(const void* word, uint64_t value);
uint64_t __overtake_await_not_equal_2(const void* word, uint64_t value);
uint64_t __overtake_await_not_equal_4(const void* word, uint64_t value);
uint64_t __overtake_await_not_equal_8(const void* word, uint64_t value);
void __overtake_destroy(void* word, uint64_t busy); /* lock-misuse if word & busy */

/* Time: this thread's clock, in nanoseconds since the program began. Reading it makes it move on a
 * little. */
uint64_t __overtake_clock(void);
void __overtake_sleep_for(uint64_t duration);
void __overtake_sleep_until(uint64_t time); /* does nothing if it has passed */

void __overtake_atomic_begin(void);
void __overtake_atomic_end(void);

/* Output, shown with --show-output. */
void __overtake_print(const char* text, size_t length);
bool __overtake_shows_output(void);

/* A note of this thread for the command that runs it (Opcode::Mark): no step, no memory. */
void __overtake_mark(uint64_t kind, uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
