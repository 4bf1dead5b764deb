// Whether a thread waits for ever: for the check for deadlocks after the last round.
#include "ir/sync_table.h"
#include "seq/thread_code.h"

namespace overtake::seq {

using ir::ErrorKind;
using ir::Instruction;
using ir::Label;
using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

namespace {

// Whether the thread waits at a cancellation point (exec/cancellation.h). Whether its cancellation
// has been requested is not looked at here: nothing is called a deadlock while it waits there.
bool may_be_cancelled(const Instruction& i) {
  const auto op = static_cast<SyncOp>(i.sub);
  return i.b.present() &&
         (i.op == Opcode::Join || op == SyncOp::SemWait || op == SyncOp::CondAwait);
}

}  // namespace

Operand ThreadCode::emit_waiting(Operand& spins) {
  const std::uint32_t waiting = f_.fresh();
  const std::uint32_t spinning = f_.fresh();
  f_.move(waiting, constant(0));
  f_.move(spinning, spins);
  locals_.clear();
  for (std::uint32_t p = 0; p < points_.points.size(); ++p) {
    const Point& point = points_.points[p];
    const std::uint32_t index = points_.pieces[point.pieces.front()].first;
    const Instruction& i = function_.code[index];
    const bool sync = i.op == Opcode::Sync && ir::may_wait(static_cast<SyncOp>(i.sub));
    if (!point.visible || (!sync && i.op != Opcode::Join)) continue;
    const auto op = static_cast<SyncOp>(i.sub);
    if (may_be_cancelled(i)) continue;
    const Label there = f_.label();
    const Label next = f_.label();
    f_.branch(byte(world_.at[t_], p), there, next);
    f_.bind(there);
    const Operand address = use(i.a);
    const auto wait_if = [&](Operand condition) {
      f_.move(waiting, condition);
      if (sync && op == SyncOp::AwaitNotEqual)
        f_.move(spinning, f_.binary(Opcode::Or, 64, Operand::reg(spinning), condition));
      f_.jump(next);
    };
    const auto if_equal = [&](Operand a, Operand b, const std::function<void()>& then) {
      const Label yes = f_.label();
      const Label no = f_.label();
      f_.branch(f_.binary(Opcode::Eq, 64, a, b), yes, no);
      f_.bind(yes);
      then();
      f_.bind(no);
    };
    if (sync) {
      for (const Target& target : world_.targets.of(t_, index).targets)
        if_equal(address, f_.global(target.object, target.offset), [&] {
          const Operand v = read_memory(target, i.width);
          const EffectCode e =
              sync_code(f_, op, i.width, v, i.b.present() ? use(i.b) : constant(0), t_, 1);
          Operand blocked = e.blocked;
          if (op != SyncOp::AwaitNotEqual)
            blocked =
                f_.select(f_.binary(Opcode::Eq, 64, v, constant(ir::kDestroyed & mask(i.width))),
                          constant(0), blocked);
          if (world_.targets.may_be_freed(target.object))
            blocked = f_.select(byte(world_.dead, target.object.index()), constant(0), blocked);
          wait_if(blocked);
        });
    } else {
      for (std::uint32_t u = 0; u < world_.bounded.instances.size(); ++u)
        if_equal(address, constant(u), [&] {
          const Operand status = byte(world_.status, u);
          const Operand ended = f_.binary(
              Opcode::Eq, 64, status, constant(static_cast<std::uint64_t>(ThreadStatus::Ended)));
          const Operand none =
              f_.binary(Opcode::Eq, 64, status,
                        constant(static_cast<std::uint64_t>(ThreadStatus::NotStarted)));
          wait_if(f_.binary(Opcode::Eq, 64, f_.binary(Opcode::Or, 64, ended, none), constant(0)));
        });
    }
    f_.jump(next);
    f_.bind(next);
  }
  spins = Operand::reg(spinning);
  return Operand::reg(waiting);
}

}  // namespace overtake::seq
