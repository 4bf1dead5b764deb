// What compilers call for atomic operations: the operation itself happens here, with the turn, by
// the table of docs/memory-models.md.
#include "observe/runtime/events.h"

namespace overtake::observe {
namespace {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
__extension__ using U128 = unsigned __int128;

// The numbers that compilers use.
enum Order : int {  // NOLINT(performance-enum-size): as they are passed
  Relaxed,
  Consume,
  Acquire,
  Release,
  AcqRel,
  SeqCst
};
// gcc and clang may add hints for lock elision.
inline int order_of(int order) { return order & 7; }
inline bool releases(int order) { return order >= Release; }
inline bool acquires(int order) { return order != Relaxed && order != Release; }
inline bool with_races() { return runtime.options.races; }
inline Seq now() { return runtime.watch.history().last(); }

// --- the operations ------------------------------------------------------------------------------

template <class T>
inline T load_now(const volatile T* a) {
  return __atomic_load_n(a, __ATOMIC_SEQ_CST);
}
template <class T>
inline bool exchange_if(volatile T* a, T& expected, T value) {
  return __atomic_compare_exchange_n(a, &expected, value, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}
template <>
inline bool exchange_if<U128>(volatile U128* a, U128& expected, U128 value) {
  auto low = static_cast<U64>(expected);
  auto high = static_cast<U64>(expected >> 64);
  bool done = false;
  __asm__ volatile("lock cmpxchg16b %[memory]"
                   : "=@cce"(done), "+a"(low), "+d"(high), [memory] "+m"(*a)
                   : "b"(static_cast<U64>(value)), "c"(static_cast<U64>(value >> 64))
                   : "memory");
  expected = static_cast<U128>(high) << 64 | low;
  return done;
}
template <>
inline U128 load_now<U128>(const volatile U128* a) {
  U128 expected = 0;
  exchange_if(const_cast<volatile U128*>(a), expected, U128{0});
  return expected;
}
// Replaces the value by f of it; returns what it was.
template <class T, class F>
inline T replace_now(volatile T* a, F f) {
  T old = load_now(a);
  for (T expected = old; !exchange_if(a, expected, f(old)); old = expected) {
  }
  return old;
}

// --- the events ----------------------------------------------------------------------------------

template <class T>
inline void note(Thread& t, const volatile T* a, EventKind kind, std::uint64_t pc,
                 bool location_only = false) {
  note_access(t, {.address = address_of(a),
                  .pc = pc,
                  .size = sizeof(T),
                  .kind = kind,
                  .flags = kIsAtomic,
                  .drains_location_only = location_only});
}

template <class T>
T atomic_load(const volatile T* a, int order, std::uint64_t pc) {
  Thread* t = enter();
  if (t == nullptr) return load_now(a);
  visible_step(*t);
  const Seq before = runtime.watch.history().last();
  if (with_races()) runtime.races.load(*t->actor, address_of(a), acquires(order));
  note(*t, a, EventKind::Read, pc);
  const T value = load_now(a);
  look(*t, runtime.watch.history().last() == before);
  return value;
}

template <class T>
void atomic_store(volatile T* a, T value, int order, std::uint64_t pc) {
  Thread* t = enter();
  if (t != nullptr) {
    order = order_of(order);
    visible_step(*t);
    t->looks = 0;
    runtime.scheduler.before_store(*t);
    if (order == SeqCst && t->actor->has_pending()) runtime.scheduler.before_drain(*t);
    note(*t, a,
         order == SeqCst   ? EventKind::FullWrite
         : releases(order) ? EventKind::ReleaseWrite
                           : EventKind::Write,
         pc);
    if (with_races()) runtime.races.store(*t->actor, address_of(a), releases(order), now());
  }
  replace_now(a, [&](T) { return value; });
}

// Before an operation that waits for the own stores; whether it waits for its location's only.
inline bool before_rmw(Thread& t, int order, std::uint64_t pc) {
  visible_step(t);
  runtime.scheduler.before_store(t);
  if (t.actor->has_pending()) runtime.scheduler.before_drain(t);
  if (!runtime.options.location_only) return false;
  if (releases(order)) runtime.watch.store_fence(*t.actor, pc, runtime.contexts.number(frames));
  return order != SeqCst;
}

template <class T, class F>
T atomic_rmw(volatile T* a, int order, std::uint64_t pc, F f) {
  Thread* t = enter();
  if (t == nullptr) return replace_now(a, f);
  order = order_of(order);
  const bool location_only = before_rmw(*t, order, pc);
  const T old = replace_now(a, f);
  t->looks = 0;
  note(*t, a, EventKind::Rmw, pc, location_only);
  if (with_races())
    runtime.races.rmw(*t->actor, address_of(a), acquires(order), releases(order), now());
  return old;
}

template <class T>
bool atomic_cas(volatile T* a, T* expected, T value, int order, int failure, std::uint64_t pc) {
  Thread* t = enter();
  if (t == nullptr) return exchange_if(a, *expected, value);
  const bool location_only = before_rmw(*t, order_of(order), pc);
  const Seq before = runtime.watch.history().last();
  const bool done = exchange_if(a, *expected, value);
  note(*t, a, done ? EventKind::Rmw : EventKind::AtomicRead, pc, location_only);
  if (with_races() && done)
    runtime.races.rmw(*t->actor, address_of(a), acquires(order_of(order)),
                      releases(order_of(order)), now());
  else if (with_races())
    runtime.races.load(*t->actor, address_of(a), acquires(order_of(failure)));
  if (done)
    t->looks = 0;
  else
    look(*t, runtime.watch.history().last() == before);
  return done;
}

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

#define OVERTAKE_ENTRY extern "C" __attribute__((visibility("default")))

#define OVERTAKE_RMW(bits, T, name, expression)                                                    \
  OVERTAKE_ENTRY T __tsan_atomic##bits##_##name(volatile T* a, T v, int order) {                   \
    return atomic_rmw(a, order, OVERTAKE_PC(), [v](T old) { return static_cast<T>(expression); }); \
  }

#define OVERTAKE_ATOMIC(bits, T)                                                                  \
  OVERTAKE_ENTRY T __tsan_atomic##bits##_load(const volatile T* a, int order) {                   \
    return atomic_load(a, order_of(order), OVERTAKE_PC());                                        \
  }                                                                                               \
  OVERTAKE_ENTRY void __tsan_atomic##bits##_store(volatile T* a, T v, int order) {                \
    atomic_store(a, v, order, OVERTAKE_PC());                                                     \
  }                                                                                               \
  OVERTAKE_RMW(bits, T, exchange, ((void)old, v))                                                 \
  OVERTAKE_RMW(bits, T, fetch_add, old + v)                                                       \
  OVERTAKE_RMW(bits, T, fetch_sub, old - v)                                                       \
  OVERTAKE_RMW(bits, T, fetch_and, old& v)                                                        \
  OVERTAKE_RMW(bits, T, fetch_or, old | v)                                                        \
  OVERTAKE_RMW(bits, T, fetch_xor, old ^ v)                                                       \
  OVERTAKE_RMW(bits, T, fetch_nand, ~(old & v))                                                   \
  OVERTAKE_ENTRY int __tsan_atomic##bits##_compare_exchange_strong(volatile T* a, T* expected,    \
                                                                   T v, int order, int failure) { \
    return atomic_cas(a, expected, v, order, failure, OVERTAKE_PC()) ? 1 : 0;                     \
  }                                                                                               \
  OVERTAKE_ENTRY int __tsan_atomic##bits##_compare_exchange_weak(volatile T* a, T* expected, T v, \
                                                                 int order, int failure) {        \
    return atomic_cas(a, expected, v, order, failure, OVERTAKE_PC()) ? 1 : 0;                     \
  }                                                                                               \
  OVERTAKE_ENTRY T __tsan_atomic##bits##_compare_exchange_val(volatile T* a, T expected, T v,     \
                                                              int order, int failure) {           \
    atomic_cas(a, &expected, v, order, failure, OVERTAKE_PC());                                   \
    return expected;                                                                              \
  }

OVERTAKE_ATOMIC(8, U8)
OVERTAKE_ATOMIC(16, U16)
OVERTAKE_ATOMIC(32, U32)
OVERTAKE_ATOMIC(64, U64)
OVERTAKE_ATOMIC(128, U128)

OVERTAKE_ENTRY void __tsan_atomic_thread_fence(int order) {
  Thread* t = enter();
  order = order_of(order);
  if (t != nullptr && order == SeqCst) {
    visible_step(*t);
    if (t->actor->has_pending()) runtime.scheduler.before_drain(*t);
    full_fence(*t, OVERTAKE_PC());
  } else if (t != nullptr && releases(order)) {
    runtime.watch.store_fence(*t->actor, OVERTAKE_PC(), runtime.contexts.number(frames));
  }
  if (t != nullptr && with_races())
    runtime.races.fence(*t->actor, acquires(order), releases(order), now());
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

OVERTAKE_ENTRY void __tsan_atomic_signal_fence(int) {}
