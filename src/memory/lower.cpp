// The table "C and C++ onto the machines" of docs/memory-models.md as code: `before` and `after`
// say which fence an instruction needs around it, and `kept` which fence instructions mean
// anything. Jumps to an instruction go to the fence before it, so no path avoids it.
#include "memory/lower.h"

#include "ir/rewrite.h"

namespace overtake::memory {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Order;

constexpr std::uint8_t kNoFence = 0;

bool releases(Order order) { return order == Order::Release || order == Order::AcqRel; }

// What an atomic operation under PsoRmw::Location drains beyond its own location.
std::uint8_t demanded(const Instruction& i) {
  if (i.op == Opcode::Sync) {
    // Asks only what this thread knows itself.
    if (static_cast<ir::SyncOp>(i.sub) == ir::SyncOp::MutexHeld) return kNoFence;
    // Primitives are full fences unless they say otherwise.
    if (i.order == Order::Plain) return ir::kFullFence;
  }
  if (i.order == Order::SeqCst) return ir::kFullFence;
  return releases(i.order) ? ir::kStoreFence : kNoFence;
}

std::uint8_t before(const Instruction& i, MemoryModel model) {
  if (model != Model::PSO) return kNoFence;
  switch (i.op) {
    case Opcode::Store:
      return releases(i.order) || i.order == Order::SeqCst ? ir::kStoreFence : kNoFence;
    case Opcode::Rmw:
    case Opcode::Cas:
    case Opcode::Sync:
      return model.pso_rmw == PsoRmw::Location ? demanded(i) : kNoFence;
    default:
      return kNoFence;
  }
}

std::uint8_t after(const Instruction& i, Model model) {
  const bool buffered = model != Model::SC;
  return buffered && i.op == Opcode::Store && i.order == Order::SeqCst ? ir::kFullFence : kNoFence;
}

// What a Fence instruction becomes. One of the compiler (ir/compiler_fence.h) orders nothing here.
std::uint8_t kept(const Instruction& i, Model model) {
  if (model == Model::SC) return kNoFence;
  const bool full = i.sub == ir::kFullFence || (i.sub == 0 && i.order == Order::SeqCst);
  if (full) return ir::kFullFence;
  const bool store = i.sub == ir::kStoreFence || (i.sub == 0 && releases(i.order));
  return store && model == Model::PSO ? ir::kStoreFence : kNoFence;
}

Instruction fence(std::uint8_t kind, ir::SourceId source) {
  return {.op = Opcode::Fence, .sub = kind, .source = source};
}

void lower(ir::Function& function, MemoryModel model, bool keep_orders) {
  ir::CodeRewriter out(function);
  for (const Instruction& i : function.code) {
    out.next();
    if (i.op == Opcode::Fence) {
      const std::uint8_t kind = kept(i, model.base);
      if (kind != kNoFence) out.emit(fence(kind, i.source));
      if (keep_orders) {
        Instruction marker = i;
        marker.sub = 0;
        if (i.sub == ir::kFullFence) marker.order = Order::SeqCst;
        if (i.sub == ir::kStoreFence) marker.order = Order::Release;
        out.emit(marker);
      }
      continue;
    }
    const std::uint8_t first = before(i, model);
    const std::uint8_t last = after(i, model.base);
    if (first != kNoFence) out.emit(fence(first, i.source));
    out.emit(i);
    if (last != kNoFence) out.emit(fence(last, i.source));
  }
  out.finish();
}

}  // namespace

ir::Program lower_orders(const ir::Program& program, MemoryModel model, bool keep_orders) {
  ir::Program lowered = program;
  for (ir::Function& f : lowered.functions) lower(f, model, keep_orders);
  return lowered;
}

}  // namespace overtake::memory
