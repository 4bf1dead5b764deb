// The kernel, without libc: nothing here touches errno, or calls a function that could be watched.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include <cstddef>
#include <cstdint>

#include "observe/core/pages.h"

namespace overtake::observe {

#define OVERTAKE_LIKELY(x) __builtin_expect(!!(x), 1)
#define OVERTAKE_UNLIKELY(x) __builtin_expect(!!(x), 0)

inline long sys_futex_wait(const std::uint32_t* word, std::uint32_t value,
                           const timespec* timeout = nullptr) {
  return raw_syscall(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAIT_PRIVATE,
                     static_cast<long>(value), reinterpret_cast<long>(timeout));
}
inline long sys_futex_wake(const std::uint32_t* word, int count = 1) {
  return raw_syscall(SYS_futex, reinterpret_cast<long>(word), FUTEX_WAKE_PRIVATE, count);
}
inline std::uint32_t sys_gettid() { return static_cast<std::uint32_t>(raw_syscall(SYS_gettid)); }
inline std::uint32_t sys_getpid() { return static_cast<std::uint32_t>(raw_syscall(SYS_getpid)); }
[[noreturn]] inline void sys_exit_group(int code) {
  for (;;) raw_syscall(SYS_exit_group, code);
}
inline std::int64_t sys_clock_ns(clockid_t clock = CLOCK_MONOTONIC) {
  timespec now{};
  raw_syscall(SYS_clock_gettime, clock, reinterpret_cast<long>(&now));
  return now.tv_sec * 1'000'000'000ll + now.tv_nsec;
}

inline void copy_bytes(void* to, const void* from, std::size_t n) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}
inline void fill_bytes(void* to, int value, std::size_t n) {
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(value) : "memory");
}
inline std::size_t text_length(const char* text) {
  std::size_t n = 0;
  while (text[n] != 0) ++n;
  return n;
}
inline bool text_equal(const char* a, const char* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

// A text of limited length, built piece by piece.
class Text {
 public:
  Text& operator<<(const char* s) {
    while (*s != 0 && length_ + 1 < sizeof(data_)) data_[length_++] = *s++;
    data_[length_] = 0;
    return *this;
  }
  Text& operator<<(std::uint64_t n);
  Text& hex(std::uint64_t n);
  const char* data() const { return data_; }
  std::size_t length() const { return length_; }

 private:
  char data_[512] = "";
  std::size_t length_ = 0;
};

// "overtake: ..." on standard error.
void say(const Text& text);
// The same, and the end of the program: a fault of ours.
[[noreturn]] void die(const char* what);

// How many locks this thread has: handlers of signals do not run then.
extern __thread std::uint32_t locks_held __attribute__((tls_model("initial-exec")));

// For state that is shared by threads that do not have the turn.
class Lock {
 public:
  void lock() {
    ++locks_held;
    lock_quietly();
  }
  void unlock() {
    unlock_quietly();
    --locks_held;
  }
  // The same for the watchdog, which has no data of its own.
  void lock_quietly() {
    std::uint32_t free = 0;
    if (__atomic_compare_exchange_n(&word_, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    while (__atomic_exchange_n(&word_, 2, __ATOMIC_ACQUIRE) != 0) sys_futex_wait(&word_, 2);
  }
  void unlock_quietly() {
    if (__atomic_exchange_n(&word_, 0, __ATOMIC_RELEASE) == 2) sys_futex_wake(&word_);
  }
  void reset() { word_ = 0; }

 private:
  std::uint32_t word_ = 0;
};

}  // namespace overtake::observe
