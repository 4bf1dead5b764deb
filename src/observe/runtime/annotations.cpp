// What programs say about themselves: include/overtake/observe.h, ThreadSanitizer's interface, and
// the dynamic annotations that older libraries use.
#include "observe/runtime/runtime.h"

using namespace overtake::observe;

#define OVERTAKE_ENTRY extern "C" __attribute__((visibility("default")))

namespace {

void annotate(const volatile void* object, bool release, std::uint64_t pc) {
  Thread* t = enter();
  if (t == nullptr) return;
  before_sync(*t);
  full_fence(*t, pc);
  if (release)
    releases(*t, object);
  else
    acquires(*t, object);
}

void ignore(bool begin) {
  Thread* t = runtime.started ? known_thread() : nullptr;
  if (t == nullptr) return;
  if (begin)
    ++t->ignored;
  else if (t->ignored != 0)
    --t->ignored;
  if (t->state == ThreadState::Running) set_active(*t);
}

}  // namespace

OVERTAKE_ENTRY char __overtake_relaxed_enter() {
  if (Thread* t = self) ++t->relaxed_ok;
  return 0;
}
OVERTAKE_ENTRY void __overtake_relaxed_leave(char*) {
  Thread* t = self;
  if (t != nullptr && t->relaxed_ok != 0) --t->relaxed_ok;
}
OVERTAKE_ENTRY void __overtake_release(const volatile void* p) { annotate(p, true, OVERTAKE_PC()); }
OVERTAKE_ENTRY void __overtake_acquire(const volatile void* p) {
  annotate(p, false, OVERTAKE_PC());
}
OVERTAKE_ENTRY void __overtake_ignore_begin() { ignore(true); }
OVERTAKE_ENTRY void __overtake_ignore_end() { ignore(false); }

// --- ThreadSanitizer's ---------------------------------------------------------------------------

OVERTAKE_ENTRY void __tsan_acquire(void* p) { annotate(p, false, OVERTAKE_PC()); }
OVERTAKE_ENTRY void __tsan_release(void* p) { annotate(p, true, OVERTAKE_PC()); }
OVERTAKE_ENTRY void __tsan_ignore_thread_begin() { ignore(true); }
OVERTAKE_ENTRY void __tsan_ignore_thread_end() { ignore(false); }
// Locks of the program's own are looked at as they are.
OVERTAKE_ENTRY void __tsan_mutex_create(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_destroy(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_pre_lock(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_post_lock(void*, unsigned, int) {}
OVERTAKE_ENTRY int __tsan_mutex_pre_unlock(void*, unsigned) { return 0; }
OVERTAKE_ENTRY void __tsan_mutex_post_unlock(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_pre_signal(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_post_signal(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_pre_divert(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_mutex_post_divert(void*, unsigned) {}
OVERTAKE_ENTRY void* __tsan_get_current_fiber() { return nullptr; }
OVERTAKE_ENTRY void* __tsan_create_fiber(unsigned) { return nullptr; }
OVERTAKE_ENTRY void __tsan_destroy_fiber(void*) {}
OVERTAKE_ENTRY void __tsan_switch_to_fiber(void*, unsigned) {}
OVERTAKE_ENTRY void __tsan_set_fiber_name(void*, const char*) {}
OVERTAKE_ENTRY void __tsan_flush_memory() {}

// --- dynamic annotations -------------------------------------------------------------------------

#define OVERTAKE_WEAK extern "C" __attribute__((visibility("default"), weak))

OVERTAKE_WEAK void AnnotateHappensBefore(const char*, int, const volatile void* p) {
  annotate(p, true, OVERTAKE_PC());
}
OVERTAKE_WEAK void AnnotateHappensAfter(const char*, int, const volatile void* p) {
  annotate(p, false, OVERTAKE_PC());
}
OVERTAKE_WEAK void AnnotateIgnoreReadsBegin(const char*, int) { ignore(true); }
OVERTAKE_WEAK void AnnotateIgnoreReadsEnd(const char*, int) { ignore(false); }
OVERTAKE_WEAK void AnnotateIgnoreWritesBegin(const char*, int) { ignore(true); }
OVERTAKE_WEAK void AnnotateIgnoreWritesEnd(const char*, int) { ignore(false); }
OVERTAKE_WEAK void AnnotateIgnoreSyncBegin(const char*, int) {}
OVERTAKE_WEAK void AnnotateIgnoreSyncEnd(const char*, int) {}
OVERTAKE_WEAK void AnnotateRWLockCreate(const char*, int, const volatile void*) {}
OVERTAKE_WEAK void AnnotateRWLockCreateStatic(const char*, int, const volatile void*) {}
OVERTAKE_WEAK void AnnotateRWLockDestroy(const char*, int, const volatile void*) {}
OVERTAKE_WEAK void AnnotateRWLockAcquired(const char*, int, const volatile void*, long) {}
OVERTAKE_WEAK void AnnotateRWLockReleased(const char*, int, const volatile void*, long) {}
OVERTAKE_WEAK void AnnotateBenignRaceSized(const char*, int, const volatile void*, long,
                                           const char*) {}
OVERTAKE_WEAK int RunningOnValgrind() { return 0; }
