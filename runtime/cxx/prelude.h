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

#if __cplusplus >= 201103L
// In place of bits/std_thread.h: what a thread is to call is known by its type, and goes to it by
// value where it fits into the machine's argument, so that no object tells two threads apart.
// Programs rely on what that header includes.
#define _GLIBCXX_THREAD_H 1
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/invoke.h>
#include <bits/refwrap.h>
#include <bits/unique_ptr.h>

#include <iosfwd>
#include <tuple>

namespace std {
class thread {
 public:
  using native_handle_type = __gthread_t;

  class id {
    native_handle_type _M_thread;

   public:
    id() noexcept : _M_thread() {}
    explicit id(native_handle_type __id) : _M_thread(__id) {}

   private:
    friend class thread;
    friend struct hash<id>;
    friend bool operator==(id __x, id __y) noexcept;
#if __cpp_lib_three_way_comparison
    friend strong_ordering operator<=>(id __x, id __y) noexcept;
#else
    friend bool operator<(id __x, id __y) noexcept;
#endif
    template <class _CharT, class _Traits>
    friend basic_ostream<_CharT, _Traits>& operator<<(basic_ostream<_CharT, _Traits>&, id);
  };

  // Calls the first of the tuple's elements with the others; bits/future.h uses it, too.
  template <typename _Tuple>
  struct _Invoker {
    _Tuple _M_t;

    template <typename>
    struct __result;
    template <typename _Fn, typename... _Args>
    struct __result<tuple<_Fn, _Args...>> : __invoke_result<_Fn, _Args...> {};

    template <size_t... _Ind>
    typename __result<_Tuple>::type _M_invoke(_Index_tuple<_Ind...>) {
      return std::__invoke(std::get<_Ind>(std::move(_M_t))...);
    }
    typename __result<_Tuple>::type operator()() {
      return _M_invoke(typename _Build_index_tuple<tuple_size<_Tuple>::value>::__type());
    }
  };
  template <typename... _Tp>
  using _Call_wrapper = _Invoker<tuple<typename decay<_Tp>::type...>>;

  thread() noexcept = default;
  template <typename _Callable, typename... _Args,
            typename = _Require<__not_<is_same<__remove_cvref_t<_Callable>, thread>>>>
  explicit thread(_Callable&& __f, _Args&&... __args) {
    static_assert(__is_invocable<typename decay<_Callable>::type,
                                 typename decay<_Args>::type...>::value,
                  "std::thread arguments must be invocable after conversion to rvalues");
    using _Call = _Call_wrapper<_Callable, _Args...>;
    using _Direct = __direct<typename decay<_Callable>::type, typename decay<_Args>::type...>;
    constexpr bool __fits = sizeof(_Call) <= sizeof(void*) &&
                            __and_<is_trivially_copyable<typename decay<_Callable>::type>,
                                   is_trivially_copyable<typename decay<_Args>::type>...>::value;
    _M_start<_Call>(integral_constant<int, _Direct::value ? 2 : __fits ? 1 : 0>(),
                    std::forward<_Callable>(__f), std::forward<_Args>(__args)...);
  }
  ~thread() {
    if (joinable()) std::__terminate();
  }
  thread(const thread&) = delete;
  thread(thread&& __t) noexcept { swap(__t); }
  thread& operator=(const thread&) = delete;
  thread& operator=(thread&& __t) noexcept {
    if (joinable()) std::__terminate();
    swap(__t);
    return *this;
  }
  void swap(thread& __t) noexcept { std::swap(_M_id, __t._M_id); }
  bool joinable() const noexcept { return !(_M_id == id()); }
  void join();
  void detach();
  id get_id() const noexcept { return _M_id; }
  native_handle_type native_handle() { return _M_id._M_thread; }
  static unsigned int hardware_concurrency() noexcept;

 private:
  // Functions that can be what the machine runs as they are: without a parameter, or with a pointer
  // or a reference.
  template <typename _Ret, typename _Tp = void>
  using __plain = __and_<__or_<is_void<_Ret>, is_scalar<_Ret>>, __not_<is_function<_Tp>>>;
  template <typename...>
  struct __direct : false_type {};
  template <typename _Ret>
  struct __direct<_Ret (*)()> : __plain<_Ret> {
    static void* _S_word() { return nullptr; }
  };
  template <typename _Ret, typename _Tp, typename _Up>
  struct __direct<_Ret (*)(_Tp*), _Up*> : __plain<_Ret, _Tp> {
    static void* _S_word(_Tp* __p) {
      return const_cast<void*>(static_cast<const volatile void*>(__p));
    }
  };
  template <typename _Ret, typename _Tp, typename _Up>
  struct __direct<_Ret (*)(_Tp&), reference_wrapper<_Up>> : __plain<_Ret, _Tp> {
    static void* _S_word(_Tp& __r) {
      return const_cast<void*>(static_cast<const volatile void*>(std::__addressof(__r)));
    }
  };
#if __cpp_noexcept_function_type
  template <typename _Ret, typename... _Parameters, typename... _Args>
  struct __direct<_Ret (*)(_Parameters...) noexcept, _Args...>
      : __direct<_Ret (*)(_Parameters...), _Args...> {};
#endif

  template <typename _Call>
  union _Word {
    explicit _Word(void* __word) : _M_word(__word) {}
    ~_Word() {}
    void* _M_word;
    _Call _M_call;
  };
  template <typename _Call>
  static void* _S_run_word(void* __word) {
    _Word<_Call> __w(__word);
    __w._M_call();
    return nullptr;
  }
  // The new thread owns the object.
  template <typename _Call>
  static void* _S_run_object(void* __object) {
    unique_ptr<_Call> __call(static_cast<_Call*>(__object));
    (*__call)();
    return nullptr;
  }
  template <typename _Call, typename _Fn, typename... _Args>
  void _M_start(integral_constant<int, 2>, _Fn&& __f, _Args&&... __args) {
    using _Direct = __direct<typename decay<_Fn>::type, typename decay<_Args>::type...>;
    typename decay<_Fn>::type __run = __f;
    _M_start_thread(reinterpret_cast<void* (*)(void*)>(__run), _Direct::_S_word(__args...));
  }
  template <typename _Call, typename... _Args>
  void _M_start(integral_constant<int, 1>, _Args&&... __args) {
    _Word<_Call> __w(nullptr);
    ::new (static_cast<void*>(&__w._M_call)) _Call{{std::forward<_Args>(__args)...}};
    _M_start_thread(_S_run_word<_Call>, is_empty<_Call>::value ? nullptr : __w._M_word);
  }
  template <typename _Call, typename... _Args>
  void _M_start(integral_constant<int, 0>, _Args&&... __args) {
    unique_ptr<_Call> __call(new _Call{{std::forward<_Args>(__args)...}});
    _M_start_thread(_S_run_object<_Call>, __call.get());
    (void)__call.release();
  }
  void _M_start_thread(void* (*__run)(void*), void* __argument);

  id _M_id;
};

inline void swap(thread& __x, thread& __y) noexcept { __x.swap(__y); }
inline bool operator==(thread::id __x, thread::id __y) noexcept {
  return __x._M_thread == __y._M_thread;
}
template <>
struct hash<thread::id> : public __hash_base<size_t, thread::id> {
  size_t operator()(const thread::id& __id) const noexcept {
    return std::_Hash_impl::hash(__id._M_thread);
  }
};
namespace this_thread {
inline thread::id get_id() noexcept { return thread::id(__gthread_self()); }
inline void yield() noexcept { __gthread_yield(); }
}  // namespace this_thread
}  // namespace std
#endif
#endif
