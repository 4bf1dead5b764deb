// The two orders of a compare-exchange, of success and of failure, as one instruction.
#pragma once

#include <utility>

#include "ir/builder.h"

namespace overtake::frontend {

// As FunctionBuilder::cas; the orders may be any, also a failure's that is stronger.
std::pair<ir::Operand, ir::Operand> emit_cas(ir::FunctionBuilder& b, ir::Operand address,
                                             ir::Operand expected, ir::Operand desired,
                                             unsigned bytes, ir::Order success, ir::Order failure);

}  // namespace overtake::frontend
