// Visible operations on memory: loads, stores, atomic operations and synchronization, through the
// shared memory abstraction.
#include "base/error.h"
#include "ir/shape.h"
#include "ir/sync_table.h"
#include "seq/thread_code.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::ErrorKind;
using ir::Instruction;
using ir::Label;
using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

void ThreadCode::emit_visible(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  Sma& sma = *world_.sma;
  const bool waits_for_buffers = i.op != Opcode::Load && i.op != Opcode::Store &&
                                 i.op != Opcode::Free && i.op != Opcode::Choose &&
                                 i.op != Opcode::ObjectSize &&
                                 !(i.op == Opcode::Fence && i.sub == ir::kStoreFence);
  if (!in_section_ && (waits_for_buffers || i.op == Opcode::Load || i.op == Opcode::Store))
    sma.update(f_, observes_buffers(world_.bounded, world_.targets, world_.use, t_, index));
  const bool atomic = i.op == Opcode::Rmw || i.op == Opcode::Cas || i.op == Opcode::Sync;
  if (waits_for_buffers && !in_section_ && !(world_.location_rmw && atomic)) sma.fence(f_, t_);
  if (in_section_ &&
      ((i.op == Opcode::Sync && ir::may_wait(static_cast<SyncOp>(i.sub))) || i.op == Opcode::Join))
    throw InputError(place(world_.bounded.program, i.source) +
                     ": waiting inside an atomic section is not supported here; use 'overtake "
                     "check'");
  switch (i.op) {
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
    case Opcode::Sync:
      return access(index);
    case Opcode::Free:
      return free_object(index);
    case Opcode::ObjectSize:
      return object_size(index);
    case Opcode::Fence:
      if (i.sub == ir::kStoreFence) sma.store_fence(f_, t_);
      return tell();
    case Opcode::AtomicBegin:
    case Opcode::AtomicEnd:
      in_section_ = i.op == Opcode::AtomicBegin;  // for the local work after it
      return tell();
    case Opcode::Choose:
      return choose(i);
    case Opcode::Spawn:
      return spawn(i);
    case Opcode::Join:
      return join(i);
    default: {  // Ret: the thread ends
      f_.store(f_.global(world_.results, 8ull * t_), use(i.a), 8);
      tell();
      return stop(ThreadStatus::Ended);
    }
  }
}

void ThreadCode::for_target(std::uint32_t index, const At& at) {
  const Instruction& i = function_.code[index];
  const AccessTargets& access = world_.targets.of(t_, index);
  if (access.constant_address && access.targets.size() == 1) return at(access.targets.front());
  const Operand address = use(i.a);
  const Label done = f_.label();
  for (const Target& target : access.targets) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, address, f_.global(target.object, target.offset)), here,
              next);
    f_.bind(here);
    at(target);
    f_.jump(done);
    f_.bind(next);
  }
  fail(ErrorKind::InvalidPointer);
  f_.bind(done);
}

void ThreadCode::live_or_fail(const Target& target) {
  if (world_.targets.may_be_freed(target.object))
    fail_if(byte(world_.dead, target.object.index()), ErrorKind::UseAfterFree);
}

namespace {

// A thread that was let go at a condition variable or a barrier does not look at it again.
bool may_outlive_object(const Instruction& i) {
  if (i.op != Opcode::Sync) return false;
  const auto op = static_cast<SyncOp>(i.sub);
  return op == SyncOp::CondAwait || op == SyncOp::CondCancel || op == SyncOp::BarrierAwait;
}

}  // namespace

void ThreadCode::access(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  Sma& sma = *world_.sma;
  for_target(index, [&](const Target& target) {
    const Object& object = world_.bounded.objects[target.object.index()];
    const ir::Global& global = world_.bounded.program.globals[target.object.index()];
    const Operand address = f_.global(target.object, target.offset);
    if (object.is_private || (global.constant && i.op == Opcode::Load)) {
      // No other thread sees it, after all.
      if (i.op == Opcode::Load) return define(i.dst, f_.load(address, i.width));
      if (i.op == Opcode::Store) return f_.store(address, use(i.b), i.width);
    }
    if (global.constant) return fail(ErrorKind::WriteToConstant);
    if (!may_outlive_object(i)) live_or_fail(target);
    if (world_.location_rmw && !in_section_ && i.op != Opcode::Load && i.op != Opcode::Store)
      for (const CellId v : world_.targets.cells_at(target, i.width)) sma.fence_cell(f_, v, t_);
    switch (i.op) {
      case Opcode::Load: {
        const Operand value =
            in_section_ ? read_memory(target, i.width)
                        : gather(target, i.width, [&](CellId v) { return sma.read(f_, v, t_); });
        define(i.dst, value);
        return tell();
      }
      case Opcode::Store: {
        if (in_section_)
          write_memory(target, i.width, use(i.b));
        else
          sma.write(f_, scatter(target, i.width, use(i.b)), t_);
        return tell();
      }
      case Opcode::Rmw:
        return rmw(i, target);
      case Opcode::Cas:
        return cas(i, target);
      default:
        return sync(i, target);
    }
  });
}

void ThreadCode::before_writing(const Target& target, unsigned bytes, Operand writes) {
  if (!world_.location_rmw || in_section_) return;
  for (const CellId v : world_.targets.cells_at(target, bytes))
    world_.sma->fence_before_writing(f_, v, t_, writes);
}

void ThreadCode::rmw(const Instruction& i, const Target& target) {
  const Operand old = read_memory(target, i.width);
  const auto written = rmw_code(f_, static_cast<ir::RmwFunction>(i.sub), old, use(i.b), i.width);
  if (!written)
    throw InputError(place(world_.bounded.program, i.source) +
                     ": atomic operations on floating-point numbers are not supported here; use "
                     "'overtake check'");
  before_writing(target, i.width, constant(1));
  write_memory(target, i.width, *written);
  define(i.dst, old);
  tell();
}

void ThreadCode::cas(const Instruction& i, const Target& target) {
  const Operand old = read_memory(target, i.width);
  const Operand success = f_.binary(Opcode::Eq, 64, old, use(i.b));
  before_writing(target, i.width, success);
  const Label write = f_.label();
  const Label done = f_.label();
  f_.branch(success, write, done);
  f_.bind(write);
  write_memory(target, i.width, use(i.c));
  f_.jump(done);
  f_.bind(done);
  define(i.dst, old);
  define(i.dst + 1, success);
  tell();
}

void ThreadCode::sync(const Instruction& i, const Target& target) {
  const auto op = static_cast<SyncOp>(i.sub);
  const bool mutex =
      op == SyncOp::MutexLock || op == SyncOp::MutexTryLock || op == SyncOp::MutexUnlock;
  if (op == SyncOp::MutexUnlock) {
    // The thread finds that out by itself: no operation of the machine.
    told_ = true;
    fail_if(f_.binary(Opcode::Eq, 64, byte(world_.held[t_], world_.mutex(target)), constant(0)),
            ErrorKind::UnlockNotHeld);
    told_ = false;
  }
  const Operand v = read_memory(target, i.width);
  const auto threads = static_cast<std::uint32_t>(world_.bounded.instances.size());
  const bool woken = op == SyncOp::CondAwait || op == SyncOp::CondCancel;
  const Operand destroyed = f_.binary(Opcode::Eq, 64, v, constant(ir::kDestroyed & mask(i.width)));
  if (op != SyncOp::AwaitNotEqual && !woken) fail_if(destroyed, ErrorKind::DestroyedMutex);
  EffectCode e = sync_code(f_, op, i.width, v, i.b.present() ? use(i.b) : constant(0), t_, threads);
  if (woken) {
    const auto unless_destroyed = [&](Operand& o) {
      if (o.present()) o = f_.select(destroyed, constant(0), o);
    };
    unless_destroyed(e.blocked);
    unless_destroyed(e.condition);
    unless_destroyed(e.result);
  }
  if (op == SyncOp::CondCancel && world_.targets.may_be_freed(target.object))
    fail_if(f_.binary(Opcode::And, 64, byte(world_.dead, target.object.index()), e.result),
            ErrorKind::UseAfterFree);
  if (e.error.present()) fail_if(e.error, e.kind);
  if (e.blocked.present()) f_.assume(f_.binary(Opcode::Eq, 64, e.blocked, constant(0)));
  if (e.writes) {
    before_writing(target, i.width, e.condition.present() ? e.condition : constant(1));
    const Label write = f_.label();
    const Label done = f_.label();
    if (e.condition.present()) f_.branch(e.condition, write, done);
    f_.bind(write);
    write_memory(target, i.width, e.written);
    if (mutex) set_byte(world_.held[t_], world_.mutex(target), op == SyncOp::MutexUnlock ? 0 : 1);
    if (e.condition.present()) f_.jump(done);
    f_.bind(done);
  }
  define(i.dst, e.result.present() ? e.result : constant(0));
  tell(e.choice);
}

}  // namespace overtake::seq
