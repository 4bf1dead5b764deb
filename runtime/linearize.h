/* Declares a concurrent data structure, so that `overtake linearize` can test it: which type it is
 * and which operations it has, with the values to try.
 *
 *     #include <overtake/linearize.h>
 *     #include "ring.h"
 *
 *     struct RingTest {
 *       Ring<int, 2> ring;
 *       bool push(int v) { return ring.try_push(v); }
 *       std::optional<int> pop() {
 *         int v;
 *         return ring.try_pop(v) ? std::optional(v) : std::nullopt;
 *       }
 *     };
 *     OVERTAKE_LINEARIZABLE(RingTest, push(1, 2, 3), pop());
 *     OVERTAKE_SINGLE(push);
 *     OVERTAKE_SINGLE(pop);
 *
 *     $ overtake linearize ring_test.cpp --model tso --threads 2 --operations 2
 *
 * In C++ (17 or newer) the operations are member functions, and results are integers, bools,
 * enumerations, std::optional, std::pair, std::tuple, std::string, or nothing. In C they are
 * functions whose first argument is a pointer to the structure, and results are integers or
 * nothing. An operation of several arguments has its values in parentheses: put((1, 10), (2, 20)).
 *
 * A program that is compiled by another compiler does not notice these declarations.
 * docs/linearize.md says what is checked. */
#ifndef OVERTAKE_LINEARIZE_H
#define OVERTAKE_LINEARIZE_H

/* The structure and its operations. */
#define OVERTAKE_LINEARIZABLE(type, ...) OVERTAKE_DECLARE("linearizable", #type, #__VA_ARGS__)
/* How it is made: in C++ an expression whose value is a pointer to it (else `new type()`), in C a
 * function that is handed a pointer to zeroed memory. */
#define OVERTAKE_MAKE(...) OVERTAKE_DECLARE("make", #__VA_ARGS__, "")
/* Operations that are done before the threads start, and after they have ended. */
#define OVERTAKE_INITIALLY(...) OVERTAKE_DECLARE("initially", "", #__VA_ARGS__)
#define OVERTAKE_FINALLY(...) OVERTAKE_DECLARE("finally", "", #__VA_ARGS__)
/* An operation that must return true after all threads have ended. */
#define OVERTAKE_VALIDATE(name) OVERTAKE_DECLARE("validate", #name, "")
/* All these operations are done by one and the same thread of a client. */
#define OVERTAKE_SINGLE(...) OVERTAKE_DECLARE("single", "", #__VA_ARGS__)
/* These operations may wait; a thread that waits in one is no error if the specification waits. */
#define OVERTAKE_BLOCKING(...) OVERTAKE_DECLARE("blocking", "", #__VA_ARGS__)
/* The values of these operations are stored, compared and returned, and nothing else: clients that
 * differ by a renaming of the values are the same. */
#define OVERTAKE_INTERCHANGEABLE(...) OVERTAKE_DECLARE("interchangeable", "", #__VA_ARGS__)
/* Not even compared: it is enough to try clients in which all these values are different. */
#define OVERTAKE_DISTINCT(...) OVERTAKE_DECLARE("distinct", "", #__VA_ARGS__)
/* Another type with the same operations that says what they do, one after the other. In C also a
 * prefix of the names of its functions: OVERTAKE_SPECIFICATION(struct list, list_). */
#define OVERTAKE_SPECIFICATION(...) OVERTAKE_DECLARE("specification", "", #__VA_ARGS__)

/* One client instead of all, with what it must be: `overtake check` judges it. What --emit-test
 * writes: OVERTAKE_CLIENT(linearizable, (push(1), pop()), (pop())) has two threads. */
#define OVERTAKE_CLIENT(criterion, ...) OVERTAKE_DECLARE("client", #criterion, #__VA_ARGS__)

#define OVERTAKE_JOIN_(a, b) a##b
#define OVERTAKE_JOIN(a, b) OVERTAKE_JOIN_(a, b)
#define OVERTAKE_TEXT_(x) #x
#define OVERTAKE_TEXT(x) OVERTAKE_TEXT_(x)
/* Strings that the command finds in the preprocessed file. */
#define OVERTAKE_DECLARE(what, name, list)                                             \
  __attribute__((unused)) static const char* const OVERTAKE_JOIN(overtake_declaration_, \
                                                                 __COUNTER__)[] = {    \
      "@overtake", __FILE__, OVERTAKE_TEXT(__LINE__), what, name, list}

#ifdef __OVERTAKE__
/* What the driver that `overtake linearize` appends to the file is made of. */
#ifdef __cplusplus
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

extern "C" {
#endif
void __overtake_mark(unsigned long kind, unsigned long value);
unsigned long __overtake_choose(unsigned long count);
unsigned long __overtake_spawn(void* (*function)(void*), void* argument);
void* __overtake_join(unsigned long thread);
void __overtake_fail(const char* kind, const char* message);
void* __overtake_alloc(unsigned long size);
#ifdef __cplusplus
}
#endif

/* src/linearize/history.h has the same numbers. */
enum overtake_mark {
  OVERTAKE_CALL,
  OVERTAKE_RETURN,
  OVERTAKE_SIGNED,
  OVERTAKE_UNSIGNED,
  OVERTAKE_BOOL,
  OVERTAKE_EMPTY,
  OVERTAKE_OPEN,
  OVERTAKE_CLOSE,
  OVERTAKE_CHARACTER,
  OVERTAKE_THROW,
  OVERTAKE_SECTION
};

#ifdef __cplusplus
namespace overtake_linearize {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsTuple : std::false_type {};
template <class... T>
struct IsTuple<std::tuple<T...>> : std::true_type {};
template <class A, class B>
struct IsTuple<std::pair<A, B>> : std::true_type {};
template <class T>
struct Never : std::false_type {};

template <class T>
void note(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    __overtake_mark(OVERTAKE_BOOL, value);
  } else if constexpr (std::is_enum_v<T>) {
    note(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_integral_v<T>) {
    __overtake_mark(std::is_signed_v<T> ? OVERTAKE_SIGNED : OVERTAKE_UNSIGNED,
                    static_cast<unsigned long>(value));
  } else if constexpr (std::is_null_pointer_v<T>) {
    __overtake_mark(OVERTAKE_EMPTY, 0);
  } else if constexpr (IsOptional<T>::value) {
    if (value)
      note(*value);
    else
      __overtake_mark(OVERTAKE_EMPTY, 0);
  } else if constexpr (IsTuple<T>::value) {
    __overtake_mark(OVERTAKE_OPEN, 0);
    std::apply([](const auto&... part) { (note(part), ...); }, value);
    __overtake_mark(OVERTAKE_CLOSE, 0);
  } else if constexpr (std::is_same_v<T, std::string>) {
    __overtake_mark(OVERTAKE_OPEN, 1);
    for (const char c : value) __overtake_mark(OVERTAKE_CHARACTER, static_cast<unsigned char>(c));
    __overtake_mark(OVERTAKE_CLOSE, 1);
  } else {
    static_assert(Never<T>::value,
                  "overtake linearize: results are integers, bools, enumerations, std::optional, "
                  "std::pair, std::tuple, std::string, or nothing");
  }
}

template <class Call>
void run(unsigned long number, const Call& call) {
  __overtake_mark(OVERTAKE_CALL, number);
#ifdef __cpp_exceptions
  try {
#endif
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      __overtake_mark(OVERTAKE_RETURN, 0);
    } else {
      const std::decay_t<decltype(call())> result = call();
      __overtake_mark(OVERTAKE_RETURN, 0);
      note(result);
    }
#ifdef __cpp_exceptions
  } catch (...) {
    __overtake_mark(OVERTAKE_RETURN, 0);
    __overtake_mark(OVERTAKE_THROW, 0);
  }
#endif
}

}  // namespace overtake_linearize
#else
/* The result of a call, and whether it has one. */
#define OVERTAKE_RUN(number, call)                                                       \
  do {                                                                                   \
    __overtake_mark(OVERTAKE_CALL, number);                                              \
    const long overtake_result = __builtin_choose_expr(                                  \
        __builtin_types_compatible_p(__typeof__(call), void), ((call), 0L), (call));     \
    __overtake_mark(OVERTAKE_RETURN, 0);                                                 \
    if (__builtin_types_compatible_p(__typeof__(call), _Bool))                           \
      __overtake_mark(OVERTAKE_BOOL, (unsigned long)overtake_result);                    \
    else if (!__builtin_types_compatible_p(__typeof__(call), void))                      \
      __overtake_mark(OVERTAKE_SIGNED, (unsigned long)overtake_result);                  \
  } while (0)
#endif
#endif
#endif
