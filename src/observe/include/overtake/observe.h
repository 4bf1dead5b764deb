/* What a program can tell `overtake observe` (docs/observe.md). For C and C++; without overtake-cc
   all of it is nothing.

       hits = OVERTAKE_RELAXED_OK(hits + 1);
       OVERTAKE_RELAXED_OK(atomic_store_explicit(&flag, 1, memory_order_relaxed));
   An access that may be delayed, or race: it is never reported.

       overtake_release(&queue);    what this thread did so far happens before ...
       overtake_acquire(&queue);    ... what a thread does after this
   For synchronization that cannot be seen, such as shared memory; both are full fences.

       overtake_ignore_begin();
       overtake_ignore_end();
   Accesses of this thread in between are not looked at. */
#ifndef OVERTAKE_OBSERVE_H
#define OVERTAKE_OBSERVE_H

#ifdef __OVERTAKE_OBSERVE__

#ifdef __cplusplus
extern "C" {
#endif
char __overtake_relaxed_enter(void);
void __overtake_relaxed_leave(char*);
void __overtake_release(const volatile void* object);
void __overtake_acquire(const volatile void* object);
void __overtake_ignore_begin(void);
void __overtake_ignore_end(void);
#ifdef __cplusplus
}
#endif

#define OVERTAKE_RELAXED_OK(...)                                                     \
  __extension__({                                                                    \
    char overtake_guard __attribute__((cleanup(__overtake_relaxed_leave), unused)) = \
        __overtake_relaxed_enter();                                                  \
    __VA_ARGS__;                                                                     \
  })
#define overtake_release(object) __overtake_release(object)
#define overtake_acquire(object) __overtake_acquire(object)
#define overtake_ignore_begin() __overtake_ignore_begin()
#define overtake_ignore_end() __overtake_ignore_end()

#else

#define OVERTAKE_RELAXED_OK(...) (__VA_ARGS__)
#define overtake_release(object) ((void)(object))
#define overtake_acquire(object) ((void)(object))
#define overtake_ignore_begin() ((void)0)
#define overtake_ignore_end() ((void)0)

#endif
#endif
