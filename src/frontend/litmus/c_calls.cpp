#include "frontend/litmus/c_calls.h"

#include <map>

#include "base/error.h"

namespace overtake::litmus::c {
namespace {

using ir::Order;
using ir::RmwFunction;

using Table = std::map<std::string, Call>;

// C11: name(...) is seq_cst, name_explicit(..., order) says its order.
void add_c11(Table& t, const std::string& name, Call call, std::uint8_t orders = 1) {
  call.order = Order::SeqCst;
  t[name] = call;
  call.orders = orders;
  t[name + "_explicit"] = call;
}

// The kernel: name, name_relaxed, name_acquire, name_release. A value-returning one without suffix
// is fully ordered; those that return nothing are relaxed.
void add_kernel(Table& t, const std::string& name, Call call) {
  const bool returns = call.returns != Returns::Nothing;
  call.order = returns ? Order::SeqCst : Order::Relaxed;
  t[name] = call;
  if (!returns) return;
  call.order = Order::Relaxed;
  t[name + "_relaxed"] = call;
  call.order = Order::Acquire;
  t[name + "_acquire"] = call;
  call.order = Order::Release;
  t[name + "_release"] = call;
}

// gcc's built-in functions: __atomic_name_n(..., order) and the older __sync_name(...).
void add_gcc(Table& t, const std::map<std::string, RmwFunction>& arithmetic) {
  const Returns none = Returns::Nothing;
  t["__atomic_load_n"] = {.kind = CallKind::Load, .orders = 1};
  t["__atomic_store_n"] = {.kind = CallKind::Store, .returns = none, .orders = 1};
  t["__atomic_exchange_n"] = {.kind = CallKind::Rmw, .orders = 1};
  t["__atomic_compare_exchange_n"] = {.kind = CallKind::CompareC11, .orders = 2, .weakness = true};
  t["__atomic_thread_fence"] = {.kind = CallKind::Fence, .returns = none, .orders = 1};
  t["__atomic_signal_fence"] = {.kind = CallKind::Nothing, .returns = none, .orders = 1};
  t["__sync_synchronize"] = {.kind = CallKind::Fence, .returns = none, .fence = ir::kFullFence};
  t["__sync_val_compare_and_swap"] = {.kind = CallKind::CompareKernel};
  t["__sync_bool_compare_and_swap"] = {.kind = CallKind::CompareKernel,
                                       .returns = Returns::Success};
  t["__sync_lock_test_and_set"] = {.kind = CallKind::Rmw};
  for (const auto& [name, function] : arithmetic) {
    Call call{.kind = CallKind::Rmw, .function = function};
    t["__sync_fetch_and_" + name] = call;
    call.orders = 1;
    t["__atomic_fetch_" + name] = call;
    call.returns = Returns::New;
    t["__atomic_" + name + "_fetch"] = call;
    call.orders = 0;
    t["__sync_" + name + "_and_fetch"] = call;
  }
}

Table make_table() {
  Table t;
  const std::map<std::string, RmwFunction> arithmetic = {{"add", RmwFunction::Add},
                                                         {"sub", RmwFunction::Sub},
                                                         {"or", RmwFunction::Or},
                                                         {"xor", RmwFunction::Xor},
                                                         {"and", RmwFunction::And}};
  add_c11(t, "atomic_load", {.kind = CallKind::Load});
  add_c11(t, "atomic_store", {.kind = CallKind::Store, .returns = Returns::Nothing});
  add_c11(t, "atomic_exchange", {.kind = CallKind::Rmw});
  for (const auto& [name, function] : arithmetic)
    add_c11(t, "atomic_fetch_" + name, {.kind = CallKind::Rmw, .function = function});
  add_c11(t, "atomic_compare_exchange_strong", {.kind = CallKind::CompareC11}, 2);
  add_c11(t, "atomic_compare_exchange_weak", {.kind = CallKind::CompareC11}, 2);
  t["atomic_thread_fence"] = {.kind = CallKind::Fence, .returns = Returns::Nothing, .orders = 1};
  t["atomic_signal_fence"] = {.kind = CallKind::Nothing, .returns = Returns::Nothing, .orders = 1};

  const Returns none = Returns::Nothing;
  add_gcc(t, arithmetic);
  t["READ_ONCE"] = {.kind = CallKind::LoadOf, .order = Order::Relaxed};
  t["WRITE_ONCE"] = {.kind = CallKind::StoreTo, .returns = none, .order = Order::Relaxed};
  t["rcu_dereference"] = t["READ_ONCE"];
  t["rcu_assign_pointer"] = {.kind = CallKind::StoreTo, .returns = none, .order = Order::Release};
  t["smp_load_acquire"] = {.kind = CallKind::Load, .order = Order::Acquire};
  t["smp_store_release"] = {.kind = CallKind::Store, .returns = none, .order = Order::Release};
  t["smp_store_mb"] = {
      .kind = CallKind::StoreTo, .returns = none, .order = Order::Relaxed, .fence_after = true};
  t["atomic_read"] = {.kind = CallKind::Load, .order = Order::Relaxed};
  t["atomic_read_acquire"] = {.kind = CallKind::Load, .order = Order::Acquire};
  t["atomic_set"] = {.kind = CallKind::Store, .returns = none, .order = Order::Relaxed};
  t["atomic_set_release"] = {.kind = CallKind::Store, .returns = none, .order = Order::Release};

  const Call full{.kind = CallKind::Fence, .returns = none, .fence = ir::kFullFence};
  for (const char* name : {"smp_mb", "smp_mb__before_atomic", "smp_mb__after_atomic",
                           "smp_mb__after_spinlock", "smp_mb__after_unlock_lock"})
    t[name] = full;
  t["smp_wmb"] = {.kind = CallKind::Fence, .returns = none, .fence = ir::kStoreFence};
  // Loads are never reordered under SC, TSO and PSO. Read-side critical sections do nothing by
  // themselves; grace periods are refused.
  for (const char* name :
       {"smp_rmb", "smp_read_barrier_depends", "barrier", "rcu_read_lock", "rcu_read_unlock"})
    t[name] = {.kind = CallKind::Nothing, .returns = none};

  add_kernel(t, "xchg", {.kind = CallKind::Rmw});
  add_kernel(t, "cmpxchg", {.kind = CallKind::CompareKernel});
  add_kernel(t, "atomic_xchg", {.kind = CallKind::Rmw});
  add_kernel(t, "atomic_cmpxchg", {.kind = CallKind::CompareKernel});
  for (const auto& [name, function] : arithmetic) {
    const Call call{.kind = CallKind::RmwKernel, .function = function};
    auto with = [&](Returns r) {
      Call c = call;
      c.returns = r;
      return c;
    };
    add_kernel(t, "atomic_" + name, with(none));
    // atomic_fetch_add and its like are C11's or the kernel's by the order of their arguments.
    for (const char* suffix : {"_relaxed", "_acquire", "_release"}) {
      Call c = call;
      c.order = suffix == std::string("_relaxed")   ? Order::Relaxed
                : suffix == std::string("_acquire") ? Order::Acquire
                                                    : Order::Release;
      t["atomic_fetch_" + name + suffix] = c;
    }
    if (name != "add" && name != "sub") continue;
    add_kernel(t, "atomic_" + name + "_return", with(Returns::New));
    t["atomic_" + name + "_and_test"] = with(Returns::IsZero);
  }
  for (const auto& [name, function] :
       {std::pair{"inc", RmwFunction::Add}, std::pair{"dec", RmwFunction::Sub}}) {
    const std::string prefix = std::string("atomic_") + name;
    Call call{.kind = CallKind::Unary, .function = function, .returns = none};
    add_kernel(t, prefix, call);
    call.returns = Returns::Old;
    add_kernel(t, std::string("atomic_fetch_") + name, call);
    call.returns = Returns::New;
    add_kernel(t, prefix + "_return", call);
    call.returns = Returns::IsZero;
    t[prefix + "_and_test"] = call;
  }
  t["atomic_add_unless"] = {.kind = CallKind::AddUnless};
  t["atomic_inc_not_zero"] = {.kind = CallKind::IncNotZero};
  t["spin_lock"] = {.kind = CallKind::SpinLock, .returns = none};
  t["spin_trylock"] = {.kind = CallKind::SpinTryLock};
  t["spin_is_locked"] = {.kind = CallKind::SpinIsLocked};
  t["spin_unlock"] = {.kind = CallKind::SpinUnlock, .returns = none};
  return t;
}

}  // namespace

std::optional<Call> find_call(const std::string& name) {
  static const Table kTable = make_table();
  const auto found = kTable.find(name);
  if (found == kTable.end()) return std::nullopt;
  return found->second;
}

std::size_t argument_count(const Call& call) {
  switch (call.kind) {
    case CallKind::Fence:
    case CallKind::Nothing:
      return 0;
    case CallKind::Load:
    case CallKind::LoadOf:
    case CallKind::Unary:
    case CallKind::IncNotZero:
    case CallKind::SpinIsLocked:
    case CallKind::SpinLock:
    case CallKind::SpinTryLock:
    case CallKind::SpinUnlock:
      return 1;
    case CallKind::Store:
    case CallKind::StoreTo:
    case CallKind::Rmw:
    case CallKind::RmwKernel:
      return 2;
    case CallKind::CompareC11:
      return call.weakness ? 4 : 3;
    case CallKind::CompareKernel:
    case CallKind::AddUnless:
      return 3;
  }
  throw InternalError("a call of no kind");
}

std::optional<ir::Order> parse_order(const std::string& name) {
  static const std::map<std::string, Order> kOrders = {
      {"memory_order_relaxed", Order::Relaxed}, {"memory_order_consume", Order::Acquire},
      {"memory_order_acquire", Order::Acquire}, {"memory_order_release", Order::Release},
      {"memory_order_acq_rel", Order::AcqRel},  {"memory_order_seq_cst", Order::SeqCst},
      {"__ATOMIC_RELAXED", Order::Relaxed},     {"__ATOMIC_CONSUME", Order::Acquire},
      {"__ATOMIC_ACQUIRE", Order::Acquire},     {"__ATOMIC_RELEASE", Order::Release},
      {"__ATOMIC_ACQ_REL", Order::AcqRel},      {"__ATOMIC_SEQ_CST", Order::SeqCst},
  };
  const auto found = kOrders.find(name);
  if (found == kOrders.end()) return std::nullopt;
  return found->second;
}

}  // namespace overtake::litmus::c
