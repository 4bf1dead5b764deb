#include "smc/equal_threads.h"

#include <algorithm>

#include "ir/cfg.h"
#include "ir/liveness.h"

namespace overtake::smc {

using ir::Instruction;
using ir::Opcode;
using ir::SyncOp;

namespace {

// Of the synchronization primitives: those that let a thread know nothing but the state of the
// word, up to the names of threads.
bool is_plain_sync(SyncOp op) {
  switch (op) {
    case SyncOp::CondEnqueue:
    case SyncOp::CondAwait:
    case SyncOp::CondCancel:
    case SyncOp::CondSignal:
    case SyncOp::CondBroadcast:
    case SyncOp::BarrierArrive:
    case SyncOp::BarrierAwait:
      return false;
    default:
      return true;
  }
}

bool is_plain_instruction(const ir::Program& program, const Instruction& i) {
  switch (i.op) {
    case Opcode::Self:
    case Opcode::Spawn:
    case Opcode::Join:
    case Opcode::ThreadExit:
    case Opcode::CallIndirect:
    case Opcode::Alloc:
    case Opcode::Free:
    case Opcode::AtomicBegin:
    case Opcode::AtomicEnd:
    case Opcode::Clock:
    case Opcode::Sleep:
    case Opcode::Mark:
    case Opcode::Throw:
    case Opcode::ForcedUnwind:
      return false;
    case Opcode::Alloca:
      return i.count != 0;  // private
    case Opcode::ThreadLocal:
      return program.globals[i.target].private_;
    case Opcode::Sync:
      return is_plain_sync(static_cast<SyncOp>(i.sub));
    default:
      return true;
  }
}

bool looks_at_argument(const ir::Function& function) {
  if (function.parameters == 0) return function.variadic;
  const ir::Cfg cfg = ir::build_cfg(function);
  const ir::Liveness liveness(function, cfg);
  bool live = false;
  liveness.for_each_live_in(ir::BlockId{0}, [&](std::uint32_t r) { live = live || r == 0; });
  return live || function.variadic;
}

}  // namespace

EqualThreads::EqualThreads(const ir::Program& program)
    : program_(program), bodies_(program.functions.size()) {
  // What runs at the end of each thread may know which one it is, and its variables end with it.
  if (program.thread_end.valid()) return;
  if (std::ranges::any_of(program.globals,
                          [](const ir::Global& g) { return g.thread_local_ && !g.private_; }))
    return;
  const bool spawns = std::ranges::any_of(program.functions, [](const ir::Function& f) {
    return std::ranges::any_of(f.code, [](const Instruction& i) { return i.op == Opcode::Spawn; });
  });
  if (!spawns) return;
  for (std::size_t f = 0; f < bodies_.size(); ++f) {
    const ir::Function& function = program.functions[f];
    const std::optional<exec::Value> result = constant_result(function);
    if (result && function.parameters <= 1 && is_plain(ir::FunctionId{f}))
      bodies_[f] = Body{looks_at_argument(function), *result};
  }
}

bool EqualThreads::any() const {
  return std::ranges::any_of(bodies_, [](const auto& body) { return body.has_value(); });
}

const EqualThreads::Body* EqualThreads::body(Address function) const {
  for (std::size_t f = 0; f < bodies_.size(); ++f)
    if (bodies_[f] && ir::function_address(ir::FunctionId{f}) == function) return &*bodies_[f];
  return nullptr;
}

// With all functions that it may call.
bool EqualThreads::is_plain(ir::FunctionId function) const {
  std::vector<bool> met(program_.functions.size());
  std::vector<ir::FunctionId> to_do{function};
  met[function.index()] = true;
  while (!to_do.empty()) {
    const ir::Function& f = program_.functions[to_do.back().index()];
    to_do.pop_back();
    for (const Instruction& i : f.code) {
      if (!is_plain_instruction(program_, i)) return false;
      if (i.op != Opcode::Call || met[i.target]) continue;
      met[i.target] = true;
      to_do.push_back(ir::FunctionId{std::size_t{i.target}});
    }
  }
  return true;
}

std::optional<exec::Value> EqualThreads::constant_result(const ir::Function& function) const {
  std::optional<exec::Value> result;
  for (const Instruction& i : function.code) {
    if (i.op != Opcode::Ret) continue;
    if ((i.a.present() && !i.a.is_constant()) || i.b.present()) return std::nullopt;
    const exec::Value value{i.a.present() ? function.constants[i.a.index()] : 0};
    if (result && *result != value) return std::nullopt;
    result = value;
  }
  return result;
}

bool leaves_id(const exec::Op& op) {
  if (op.kind != exec::OpKind::Sync) return false;
  switch (op.sync()) {
    case SyncOp::MutexLock:
    case SyncOp::MutexTryLock:
    case SyncOp::WriteLock:
    case SyncOp::WriteTryLock:
      return true;
    default:
      return false;
  }
}

}  // namespace overtake::smc
