// In place of libstdc++'s header of this name, before which it is found: what a thread is to call is
// known by its type, and goes to it by value where it fits into the machine's argument, so that no
// object tells two threads apart. It includes what that header includes, on which programs rely.
#ifndef _GLIBCXX_THREAD_H
#define _GLIBCXX_THREAD_H 1
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/invoke.h>
#include <bits/refwrap.h>
#include <bits/unique_ptr.h>

#include <iosfwd>
#include <new>
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
  // Functions that can be what the machine runs as they are: without a parameter, or with a
  // pointer, a reference or a number.
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
  template <typename _Ret, typename _Tp, typename _Up>
  struct __direct<_Ret (*)(_Tp), _Up>
      : __and_<__plain<_Ret>, is_integral<_Tp>, is_integral<_Up>,
               __bool_constant<sizeof(_Tp) <= sizeof(void*)>> {
    // In a register the bits above the type's are zero.
    static void* _S_word(_Tp __n) {
      __UINTPTR_TYPE__ __bits = 0;
      __builtin_memcpy(&__bits, &__n, sizeof(_Tp));
      return reinterpret_cast<void*>(__bits);
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
