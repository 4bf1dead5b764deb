// Functions of libc that the runtime takes the place of.
//
//     OVERTAKE_INTERPOSE(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
//       ... OVERTAKE_NEXT(pthread_mutex_lock)(mutex) ...
//     }
//
// The executable's symbols come before those of shared libraries, so libraries call these, too.
// They are weak: a program that has its own function of that name keeps it. The next definition,
// libc's as a rule, is looked up when the program starts.
#pragma once

#include "observe/runtime/runtime.h"

namespace overtake::observe {

struct NextFunction {
  const char* name;
  void** to;
};

void* find_next(const char* name);
inline void* next_function(void*& known, const char* name) {
  if (OVERTAKE_UNLIKELY(known == nullptr)) known = find_next(name);
  return known;
}

// In a call that may take long, without the turn.
class Outside {
 public:
  explicit Outside(Thread* t) : thread_(t) {
    if (thread_ != nullptr) runtime.scheduler.leave(*thread_);
  }
  ~Outside() {
    if (thread_ != nullptr) runtime.scheduler.arrive(*thread_);
  }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

 private:
  Thread* thread_;
};

}  // namespace overtake::observe

#define OVERTAKE_INTERPOSE(result, name, parameters)                                \
  namespace {                                                                       \
  void* next_##name;                                                                \
  __attribute__((section("overtake_next"), used))                                   \
  const ::overtake::observe::NextFunction entry_##name{#name, &next_##name};        \
  }                                                                                 \
  extern "C" __attribute__((visibility("default"), weak,                            \
                            used)) result observe_##name parameters __asm__(#name); \
  result observe_##name parameters

#define OVERTAKE_NEXT(name)                    \
  reinterpret_cast<decltype(&observe_##name)>( \
      ::overtake::observe::next_function(next_##name, #name))
