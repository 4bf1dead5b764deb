// From C11 orders to fences: the table of docs/memory-models.md, in one place.
//
// After lowering, the only fences are explicit: Opcode::Fence with sub = kFullFence or kStoreFence.
// Fences that do nothing under the model are removed, so that they are no events.
#pragma once

#include "base/model.h"
#include "ir/program.h"

namespace overtake::memory {

// The program specialized to a model: release and seq_cst stores, atomic_thread_fence and, under
// PsoRmw::Location, the fences of RMWs and locks become explicit. With `keep_orders` each fence of
// the program is followed by an instruction without effect that says its order (Fence with sub 0):
// happens-before needs it also where the model does not.
ir::Program lower_orders(const ir::Program& program, MemoryModel model, bool keep_orders = false);

}  // namespace overtake::memory
