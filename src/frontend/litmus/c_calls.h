// The functions that litmus tests in C call: C11's <stdatomic.h>, gcc's and the Linux kernel's, as
// data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/program.h"

namespace overtake::litmus::c {

enum class CallKind : std::uint8_t {
  Load,           // (pointer)               the value
  LoadOf,         // (lvalue)                READ_ONCE
  Store,          // (pointer, value)
  StoreTo,        // (lvalue, value)         WRITE_ONCE
  Rmw,            // (pointer, value)        the old value
  RmwKernel,      // (value, pointer)        the old value
  Unary,          // (pointer)               value 1
  CompareC11,     // (pointer, pointer to expected, desired)  whether it succeeded
  CompareKernel,  // (pointer, expected, desired)             the old value, or whether it succeeded
  AddUnless,      // (pointer, value, unless)  whether it added
  IncNotZero,     // (pointer)               whether it added 1
  Fence,          // ()
  Nothing,        // ()
  SpinLock,       // (pointer)
  SpinTryLock,    // (pointer)               whether it succeeded
  SpinIsLocked,   // (pointer)
  SpinUnlock,     // (pointer)
};

enum class Returns : std::uint8_t { Nothing, Old, New, IsZero, Success };

struct Call {
  CallKind kind = CallKind::Nothing;
  ir::RmwFunction function = ir::RmwFunction::Exchange;
  Returns returns = Returns::Old;
  ir::Order order = ir::Order::SeqCst;
  std::uint8_t orders = 0;   // how many memory_order arguments stand at the end
  std::uint8_t fence = 0;    // Fence: ir::kFullFence, ir::kStoreFence, or 0: by its order
  bool fence_after = false;  // Store, StoreTo: smp_store_mb
  bool weakness = false;     // CompareC11: whether it may fail stands before the orders
};

// Nothing if the function is not known.
std::optional<Call> find_call(const std::string& name);

// How many arguments it takes, besides memory orders.
std::size_t argument_count(const Call& call);

// memory_order_relaxed, __ATOMIC_RELAXED, ...
std::optional<ir::Order> parse_order(const std::string& name);

}  // namespace overtake::litmus::c
