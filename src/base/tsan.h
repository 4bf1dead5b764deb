// What ThreadSanitizer cannot see by itself: oneTBB is not instrumented, so it has to be told that
// a task is made before it runs, and that it is over before those who wait for it go on.
#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace overtake {

// What the caller did so far happens before what follows a tsan_acquire of the same address.
inline void tsan_release([[maybe_unused]] void* of) {
#if defined(__SANITIZE_THREAD__)
  __tsan_release(of);
#endif
}

inline void tsan_acquire([[maybe_unused]] void* of) {
#if defined(__SANITIZE_THREAD__)
  __tsan_acquire(of);
#endif
}

}  // namespace overtake
