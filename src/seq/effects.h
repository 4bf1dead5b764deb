// What atomic operations do to the word they find, as code: exec/effect.cpp in the IR.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/builder.h"

namespace overtake::seq {

// The numbers of so many bytes.
constexpr std::uint64_t mask(unsigned bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
}

// Operands that are not present mean: never (blocked, error), always 0 (result).
struct EffectCode {
  ir::Operand blocked;  // 0 or 1
  ir::Operand error;    // 0 or 1
  ir::ErrorKind kind = ir::ErrorKind::LockMisuse;
  bool writes = false;    // it may write ...
  ir::Operand condition;  // ... if this is 1 (not present: always)
  ir::Operand written;
  ir::Operand result;
  ir::Operand choice;  // the thread that a signal wakes; not present: no choice
};

// The new value of the word, or nothing for functions on floating-point numbers.
std::optional<ir::Operand> rmw_code(ir::FunctionBuilder& f, ir::RmwFunction fn, ir::Operand old,
                                    ir::Operand operand, unsigned bytes);

// `held`: 1 if this thread holds the mutex. `threads`: how many there are.
EffectCode sync_code(ir::FunctionBuilder& f, ir::SyncOp op, unsigned bytes, ir::Operand v,
                     ir::Operand operand, std::uint32_t self, std::uint32_t threads);

}  // namespace overtake::seq
