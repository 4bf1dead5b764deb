// Included before every C++ source, the models' and the user's: how libstdc++'s headers are told
// that no libstdc++ binary implements them.
#ifdef __cplusplus
#include <bits/c++config.h>

// Templates such as std::string are instantiated in the program; streams stay functions of the
// library, which the models replace.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1

// No system calls: futures are then header code over mutex and condition variable.
#undef _GLIBCXX_HAVE_LINUX_FUTEX

// shared_ptr counts one reference after the other, without the short cut of a look at both counts at
// once, which would be an access of another size to them.
#undef _GLIBCXX_TSAN
#define _GLIBCXX_TSAN 1

#if __cplusplus >= 201103L
// std::lock for lockables of one type, found before libstdc++'s own. That one begins its next round
// with the lock that was not to be had; here every round begins with the first, so that a round
// that fails leaves the thread where it was, which makes it a wait. The standard leaves the order
// open.
namespace std {
namespace __detail {
template <typename _Lock>
struct __given_back {
  _Lock& __lock;
  bool __kept = false;
  explicit __given_back(_Lock& __l) : __lock(__l) {}
  __given_back(const __given_back&) = delete;
  ~__given_back() {
    if (!__kept) __lock.unlock();
  }
};

template <typename _Lock>
bool __take_all(_Lock& __last) {
  return __last.try_lock();
}
template <typename _Lock, typename... _Locks>
bool __take_all(_Lock& __first, _Locks&... __rest) {
  if (!__first.try_lock()) return false;
  __given_back<_Lock> __taken(__first);
  return __taken.__kept = __detail::__take_all(__rest...);
}

// One round. Its guard is gone when it has failed.
template <typename _Lock, typename... _Locks>
bool __lock_all(_Lock& __first, _Locks&... __rest) {
  __first.lock();
  __given_back<_Lock> __taken(__first);
  return __taken.__kept = __detail::__take_all(__rest...);
}
}  // namespace __detail

template <typename _Lock, typename... _Locks>
void lock(_Lock& __first, _Lock& __second, _Locks&... __rest) {
  while (!__detail::__lock_all(__first, __second, __rest...)) {
  }
}
}  // namespace std
#endif

#if __cplusplus > 201703L
// Semaphores of POSIX are primitives of the machine.
#undef _GLIBCXX_USE_POSIX_SEMAPHORE
#define _GLIBCXX_USE_POSIX_SEMAPHORE 1

// In place of bits/atomic_wait.h and bits/atomic_timed_wait.h: to wait is to be blocked until the
// value differs, which is one step of the machine; a timed wait looks once, at any moment.
#define _GLIBCXX_ATOMIC_WAIT_H 1
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#define __cpp_lib_atomic_wait 201907L

#include <bits/chrono.h>

extern "C" {
unsigned long __overtake_await_not_equal_1(const void* word, unsigned long value);
unsigned long __overtake_await_not_equal_2(const void* word, unsigned long value);
unsigned long __overtake_await_not_equal_4(const void* word, unsigned long value);
unsigned long __overtake_await_not_equal_8(const void* word, unsigned long value);
void __overtake_sleep_for(unsigned long duration);
}

namespace std {
namespace __detail {
using __platform_wait_t = int;
inline constexpr __SIZE_TYPE__ __platform_wait_alignment = alignof(__platform_wait_t);
inline void __thread_relax() noexcept {}
inline void __thread_yield() noexcept {}
// Spinning before waiting gains nothing here.
template <typename _Pred>
bool __atomic_spin(_Pred&& __pred) noexcept {
  return __pred();
}

template <typename _Tp>
void __await_change(const _Tp* __addr, const _Tp& __old) noexcept {
  static_assert(sizeof(_Tp) <= 8 && (sizeof(_Tp) & (sizeof(_Tp) - 1)) == 0,
                "waiting on an atomic of this size is not supported");
  unsigned long __value = 0;
  __builtin_memcpy(&__value, &__old, sizeof(_Tp));
  if constexpr (sizeof(_Tp) == 1) __overtake_await_not_equal_1(__addr, __value);
  if constexpr (sizeof(_Tp) == 2) __overtake_await_not_equal_2(__addr, __value);
  if constexpr (sizeof(_Tp) == 4) __overtake_await_not_equal_4(__addr, __value);
  if constexpr (sizeof(_Tp) == 8) __overtake_await_not_equal_8(__addr, __value);
}

// A loop that only reads is a wait.
template <typename _Pred>
void __await(_Pred&& __pred) noexcept {
  while (!__pred()) {
  }
}

// When a timed wait gives up, its time has come on the clock that it was given, which may be slower
// than ours.
template <typename _Clock, typename _Dur>
void __come_to(const chrono::time_point<_Clock, _Dur>& __time) noexcept {
  for (auto __now = _Clock::now(); __now < __time; __now = _Clock::now()) {
    const auto __rest = chrono::ceil<chrono::nanoseconds>(__time - __now).count();
    __overtake_sleep_for(static_cast<unsigned long>(__rest));
  }
}
template <typename _Rep, typename _Period>
void __come_to(const chrono::duration<_Rep, _Period>& __time) noexcept {
  if (__time > __time.zero())
    __overtake_sleep_for(
        static_cast<unsigned long>(chrono::ceil<chrono::nanoseconds>(__time).count()));
}

// Looks at some moment: it has succeeded then or given up. False: timed out.
template <typename _Pred, typename _Time>
bool __await_until(_Pred&& __pred, const _Time& __time) noexcept {
  if (__pred()) return true;
  __detail::__come_to(__time);
  return false;
}
}  // namespace __detail

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp* __addr, _Tp __old, _ValFn) noexcept {
  __detail::__await_change(__addr, __old);
}
template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp*, _Pred __pred) noexcept {
  __detail::__await(__pred);
}
template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t*, _Pred __pred) noexcept {
  __detail::__await(__pred);
}
template <typename _Tp>
void __atomic_notify_address(const _Tp*, bool) noexcept {}
inline void __atomic_notify_address_bare(const __detail::__platform_wait_t*, bool) noexcept {}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_until_v(const _Tp*, _Tp&& __old, _ValFn&& __vfn,
                                   const _Time& __time) noexcept {
  return __detail::__await_until([&] { return !(__vfn() == __old); }, __time);
}
template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_until(const _Tp*, _Pred __pred, const _Time& __time) noexcept {
  return __detail::__await_until(__pred, __time);
}
template <typename _Pred, typename _Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t*, _Pred __pred,
                                      const _Time& __time) noexcept {
  return __detail::__await_until(__pred, __time);
}
template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_for_v(const _Tp*, _Tp&& __old, _ValFn&& __vfn,
                                 const _Time& __time) noexcept {
  return __detail::__await_until([&] { return !(__vfn() == __old); }, __time);
}
template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_for(const _Tp*, _Pred __pred, const _Time& __time) noexcept {
  return __detail::__await_until(__pred, __time);
}
template <typename _Pred, typename _Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t*, _Pred __pred,
                                    const _Time& __time) noexcept {
  return __detail::__await_until(__pred, __time);
}
}  // namespace std
#endif
#endif
