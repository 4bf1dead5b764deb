// What becomes of a visible operation once the machine, or an explorer, has given its result.
#include <algorithm>

#include "exec/interpreter.h"

namespace overtake::exec {

using ir::ErrorKind;
using ir::Instruction;
using ir::Opcode;

bool Interpreter::sync(const Instruction& i) {
  const auto op = static_cast<ir::SyncOp>(i.sub);
  const Address address = value(i.a);
  const bool held = std::find(t_.held_.begin(), t_.held_.end(), address) != t_.held_.end();
  if (op == ir::SyncOp::MutexHeld) {
    set(i.dst, held);
    advance();
    return true;
  }
  if (op == ir::SyncOp::MutexUnlock && !held)
    return fail(ErrorKind::UnlockNotHeld, i.source, 0, address), false;
  pend({.kind = OpKind::Sync,
        .size = i.width,
        .sub = i.sub,
        .order = i.order,
        .source = i.source,
        .address = address,
        .operand = {value(i.b)}});
  return false;
}

void Interpreter::resume(Value result) {
  const OpKind kind = t_.pending_.kind;
  if (kind == OpKind::End) {
    t_.status_ = Status::Ended;
    return;
  }
  if (t_.exception_.unwinding) {
    t_.stack_objects_.pop_back();
    if (unwind()) run();
    return;
  }
  const Instruction& i = instruction();
  note_for_spins(i, result);
  note_for_clock(result);
  switch (i.op) {
    case Opcode::Ret:
    case Opcode::ThreadExit:
    case Opcode::StackRestore:
      t_.stack_objects_.pop_back();
      run();  // the same instruction again
      return;
    case Opcode::MemCopy:
    case Opcode::MemSet:
      if (kind == OpKind::Load) {
        t_.transfer_.value = result;
        t_.transfer_.loaded = true;
      } else {
        t_.transfer_.done += t_.pending_.size;
        t_.transfer_.loaded = false;
      }
      run();
      return;
    case Opcode::Cas:
      set(i.dst, result, i.width);
      set(i.dst + (i.width == 16 ? 2 : 1), result == t_.pending_.expected);
      break;
    case Opcode::Load:
    case Opcode::Rmw:
      set(i.dst, result, i.width);
      break;
    case Opcode::Join:
      set(i.dst, result, 8);
      break;
    case Opcode::Sync: {
      const auto op = static_cast<ir::SyncOp>(i.sub);
      if (op == ir::SyncOp::MutexLock || (op == ir::SyncOp::MutexTryLock && result.lo != 0))
        t_.held_.push_back(t_.pending_.address);
      if (op == ir::SyncOp::MutexUnlock)
        t_.held_.erase(std::find(t_.held_.begin(), t_.held_.end(), t_.pending_.address));
      set(i.dst, result.lo);
      break;
    }
    case Opcode::Spawn:
      ++t_.spawned_;
      set(i.dst, result.lo);
      break;
    case Opcode::AtomicBegin:
      t_.atomic_depth_ = 1;
      break;
    case Opcode::AtomicEnd:
      t_.atomic_depth_ = 0;
      break;
    default:
      set(i.dst, result.lo);
      break;
  }
  advance();
  run();
}

}  // namespace overtake::exec
