// Visible operations on what comes and goes: objects that are freed, threads that are started and
// joined; choices.
#include "seq/thread_code.h"

namespace overtake::seq {

using ir::ErrorKind;
using ir::Instruction;
using ir::Label;
using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

void ThreadCode::free_object(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  const Operand address = use(i.a);
  const Label done = f_.label();
  const Label some = f_.label();
  f_.branch(address, some, done);
  f_.bind(some);
  for (const Target& target : world_.targets.of(t_, index).targets) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, address, f_.global(target.object)), here, next);
    f_.bind(here);
    const ObjectKind kind = world_.bounded.objects[target.object.index()].kind;
    const bool scope = i.count != 0;  // a variable's function returns, or its thread ends
    if (scope ? kind != ObjectKind::Global : kind == ObjectKind::Heap) {
      fail_if(byte(world_.dead, target.object.index()), ErrorKind::DoubleFree);
      set_byte(world_.dead, target.object.index(), 1);
      tell();
      f_.jump(done);
    } else {
      fail(ErrorKind::InvalidFree);
    }
    f_.bind(next);
  }
  fail(ErrorKind::InvalidFree);
  f_.bind(done);
}

void ThreadCode::object_size(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  const Operand address = use(i.a);
  const Label done = f_.label();
  for (const Target& target : world_.targets.of(t_, index).targets) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, address, f_.global(target.object)), here, next);
    f_.bind(here);
    const Object& object = world_.bounded.objects[target.object.index()];
    const bool own = object.kind != ObjectKind::Global && object.owner == t_;
    if (!own) live_or_fail(target);
    define(i.dst, constant(world_.bounded.program.globals[target.object.index()].size));
    if (!own) tell();
    f_.jump(done);
    f_.bind(next);
  }
  fail(ErrorKind::InvalidPointer);
  f_.bind(done);
}

void ThreadCode::spawn(const Instruction& i) {
  const auto child = static_cast<std::uint32_t>(slot_bits(function_.constants[i.a.index()]) -
                                                ir::kFirstFunctionSlot);
  set_byte(world_.status, child, static_cast<std::uint64_t>(ThreadStatus::Running));
  set_byte(world_.at[child], 0, 1);
  const std::vector<std::uint32_t>& slots = world_.frame_slots[child];
  if (!slots.empty() && slots[0] != Points::kNone)
    f_.store(f_.global(world_.frames[child], 8ull * slots[0]), use(i.b), 8);
  define(i.dst, constant(child));
  tell(constant(child));
}

void ThreadCode::join(const Instruction& i) {
  const Operand id = use(i.a);
  const Label done = f_.label();
  for (std::uint32_t u = 0; u < world_.bounded.instances.size(); ++u) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, id, constant(u)), here, next);
    f_.bind(here);
    const Operand status = byte(world_.status, u);
    fail_if(f_.binary(Opcode::Eq, 64, status,
                      constant(static_cast<std::uint64_t>(ThreadStatus::NotStarted))),
            ErrorKind::InvalidJoin);
    f_.assume(f_.binary(Opcode::Eq, 64, status,
                        constant(static_cast<std::uint64_t>(ThreadStatus::Ended))));
    define(i.dst, f_.load(f_.global(world_.results, 8ull * u), 8));
    tell();
    f_.jump(done);
    f_.bind(next);
  }
  fail(ErrorKind::InvalidJoin);
  f_.bind(done);
}

void ThreadCode::choose(const Instruction& i) {
  const Operand count = use(i.a);
  const Label several = f_.label();
  const Label one = f_.label();
  const Label done = f_.label();
  f_.branch(f_.binary(Opcode::ULt, 64, constant(1), count), several, one);
  f_.bind(several);
  const Operand chosen = f_.choose(count);
  define(i.dst, chosen);
  tell(chosen);
  f_.jump(done);
  f_.bind(one);
  define(i.dst, constant(0));
  f_.jump(done);
  f_.bind(done);
}

}  // namespace overtake::seq
