#include "seq/unfold.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/clocks.h"
#include "ir/shape.h"
#include "seq/evaluate.h"

namespace overtake::seq {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

Unfolder::Unfolder(Unfolding& shared, std::uint32_t instance, ir::FunctionBuilder& builder)
    : shared_(shared), instance_(instance), b_(builder) {
  exception_ = b_.fresh_pair();
  forced_argument_ = b_.fresh();
  thread_locals_.resize(shared.source.globals.size());
}

std::string Unfolder::where(const Instruction& i) const { return place(shared_.source, i.source); }

void Unfolder::run() {
  const SpawnedThread thread = shared_.threads[instance_];
  const ir::Function& f = shared_.source.functions[thread.function.index()];
  // An end of the thread ends what any path to it may have used.
  for (std::size_t g = 0; instance_ != 0 && g < thread_locals_.size(); ++g)
    if (const ir::Global& global = shared_.source.globals[g];
        global.thread_local_ && !global.private_)
      thread_local_at(ir::GlobalId{g});
  State start;
  Frame frame{.function = thread.function, .context = context(0xffffffffu, 0, thread.function)};
  frame.registers.assign(f.registers, std::uint64_t{0});
  const std::uint32_t base = contexts_[frame.context].base;
  for (std::uint32_t r = 0; r < f.registers; ++r) b_.move(base + r, constant(0));
  if (f.parameters > 0) {
    frame.registers[0] = thread.argument;
    if (instance_ != 0) b_.move(base, b_.parameter(0));
  }
  frame.iterations.assign(shared_.shape(thread.function).nest[0].size(), 0);
  start.frames.push_back(std::move(frame));
  b_.jump(go_to(std::move(start)));
  while (!pending_.empty()) {
    auto first = pending_.begin();
    Pending next = std::move(first->second);
    pending_.erase(first);
    b_.bind(next.label);
    emit_piece(next.state);
  }
}

// --- places --------------------------------------------------------------------------------------

Unfolder::Key Unfolder::key(const State& state) const {
  Key k{state.ending ? ~0u : state.forced.valid() ? 1 + state.forced.value : 0u};
  for (const Frame& f : state.frames) {
    const FunctionShape& shape = shared_.shape(f.function);
    k.push_back(f.function.value);
    const auto& nest = shape.nest[f.block];
    for (std::size_t l = 0; l < nest.size(); ++l) {
      k.push_back(shape.order[shape.loops.loops[nest[l]].header.index()]);
      k.push_back(f.iterations[l]);
    }
    k.push_back(shape.order[f.block]);
    k.push_back(f.index);
  }
  return k;
}

ir::Label Unfolder::go_to(State state) {
  Key k = key(state);
  const auto it = pending_.find(k);
  if (it != pending_.end()) {
    join(it->second.state, state);
    return it->second.label;
  }
  const ir::Label label = b_.label();
  pending_.emplace(std::move(k), Pending{std::move(state), label});
  return label;
}

void Unfolder::join(State& into, const State& from) {
  for (std::size_t f = 0; f < into.frames.size(); ++f) {
    Frame& a = into.frames[f];
    const Frame& b = from.frames[f];
    for (std::size_t r = 0; r < a.registers.size(); ++r)
      if (a.registers[r] != b.registers[r]) a.registers[r] = std::nullopt;
    if (a.stack_objects != b.stack_objects)
      throw InputError(
          "stack objects whose address is shared and that only some paths have are "
          "not supported here; use 'overtake check'");
  }
  for (auto it = into.bytes.begin(); it != into.bytes.end();) {
    const auto other = from.bytes.find(it->first);
    it = other == from.bytes.end() || other->second != it->second ? into.bytes.erase(it)
                                                                  : std::next(it);
  }
  if (into.atomic_depth != from.atomic_depth)
    throw InputError(
        "an atomic section that only some paths begin or end is not supported here; "
        "use 'overtake check'");
  into.held.join(from.held);
  if (into.spawned != from.spawned) into.spawned = Instance::kManyNumbers;
}

void Unfolder::HeldMutexes::join(const HeldMutexes& other) {
  for (const auto& [address, _] : other.at) at.try_emplace(address, others);
  for (auto& [address, held] : at)
    if (held != other[address]) held = std::nullopt;
  if (others != other.others) others = std::nullopt;
}

bool Unfolder::move_to(State& state, std::uint32_t instruction) {
  Frame& f = state.frames.back();
  const FunctionShape& shape = shared_.shape(f.function);
  const auto to = static_cast<std::uint32_t>(shape.cfg.block_of[instruction].index());
  const auto& old_nest = shape.nest[f.block];
  const auto& nest = shape.nest[to];
  std::vector<std::uint32_t> iterations(nest.size(), 0);
  const bool within = shape.cfg.blocks[to].first != instruction;  // the middle of a block
  for (std::size_t l = 0; l < nest.size() && l < old_nest.size() && nest[l] == old_nest[l]; ++l) {
    iterations[l] = f.iterations[l];
    if (!within && shape.loops.loops[nest[l]].header.index() == to) {
      ++iterations[l];
      break;
    }
  }
  f.block = to;
  f.index = instruction;
  f.iterations = std::move(iterations);
  return std::all_of(f.iterations.begin(), f.iterations.end(),
                     [&](std::uint32_t n) { return n <= shared_.options.unroll + 1; });
}

std::uint32_t Unfolder::context(std::uint32_t parent, std::uint32_t call, ir::FunctionId function) {
  std::vector<std::uint32_t>& known = children_[{parent, call}];
  for (const std::uint32_t c : known)
    if (contexts_[c].function == function) return c;
  const auto id = static_cast<std::uint32_t>(contexts_.size());
  known.push_back(id);
  Context c{parent, call, function, 0};
  const std::uint32_t registers = shared_.source.functions[function.index()].registers;
  for (std::uint32_t r = 0; r < registers; ++r) {
    const std::uint32_t fresh = b_.fresh();
    if (r == 0) c.base = fresh;
  }
  contexts_.push_back(c);
  return id;
}

ir::Label Unfolder::label_of(State s, std::uint32_t instruction) {
  if (move_to(s, instruction)) return go_to(std::move(s));
  const ir::Label over = b_.label();
  const ir::Label stop = b_.label();
  b_.jump(over);
  b_.bind(stop);
  stop_bounded();
  b_.bind(over);
  return stop;
}

void Unfolder::jump_to(State& s, std::uint32_t instruction) {
  if (move_to(s, instruction))
    b_.jump(go_to(std::move(s)));
  else
    stop_bounded();
}

void Unfolder::stop_bounded() {
  shared_.out.cut = true;
  b_.emit(
      {.op = Opcode::LoopBound, .width = ir::default_width(Opcode::LoopBound), .dst = b_.fresh()});
  b_.emit({.op = Opcode::Trap});
}

// --- registers and memory ------------------------------------------------------------------------

std::uint32_t Unfolder::flat(const State& s, std::uint32_t reg) const {
  return contexts_[s.frames.back().context].base + reg;
}

Unfolder::Known Unfolder::known(const State& s, Operand o) const {
  if (!o.present()) return 0;
  const Frame& f = s.frames.back();
  if (o.is_constant()) return shared_.source.functions[f.function.index()].constants[o.index()];
  return f.registers[o.index()];
}

Operand Unfolder::operand(const State& s, Operand o) {
  if (!o.present()) return o;
  if (const Known v = known(s, o)) return constant(*v);
  return Operand::reg(flat(s, o.index()));
}

void Unfolder::set(State& s, std::uint32_t reg, Operand value, Known known) {
  if (reg == ir::kNoRegister) return;
  s.frames.back().registers[reg] = known;
  b_.move(flat(s, reg), known ? constant(*known) : value);
}

void Unfolder::set_unknown(State& s, std::uint32_t reg, unsigned count) {
  if (reg == ir::kNoRegister) return;
  for (unsigned k = 0; k < count; ++k) s.frames.back().registers[reg + k] = std::nullopt;
}

// --- one piece of code ---------------------------------------------------------------------------

void Unfolder::emit_piece(State& s) {
  for (;;) {
    if (++shared_.instructions > shared_.options.max_instructions)
      throw TooLarge(fmt::format("the bounded program has more than {} instructions",
                                 shared_.options.max_instructions),
                     Advice::LowerBoundOrExplore);
    const Frame& f = s.frames.back();
    const Instruction& i = shared_.source.functions[f.function.index()].code[f.index];
    b_.at(i.source);
    if (!emit(s, i)) return;
    // On to the next instruction: a new place if others come there, too.
    const std::uint32_t next = s.frames.back().index + 1;
    const FunctionShape& shape = shared_.shape(s.frames.back().function);
    if (shape.cfg.block_of[next].index() != s.frames.back().block) return jump_to(s, next);
    s.frames.back().index = next;
  }
}

bool Unfolder::emit(State& s, const Instruction& i) {
  if (ir::shape(i.op).pure || (i.op >= Opcode::UDiv && i.op <= Opcode::SRem)) return compute(s, i);
  Instruction copy = i;
  copy.unwind = ir::kNoTarget;
  if (i.dst != ir::kNoRegister) copy.dst = flat(s, i.dst);
  copy.a = operand(s, i.a);
  copy.b = operand(s, i.b);
  copy.c = operand(s, i.c);
  switch (i.op) {
    case Opcode::Jump:
      return jump_to(s, i.target), false;
    case Opcode::Branch:
      return branch(s, i);
    case Opcode::Switch:
      return switch_on(s, i);
    case Opcode::Call:
    case Opcode::CallIndirect:
      return call(s, i);
    case Opcode::Ret:
      return ret(s, i, i.a, i.b);
    case Opcode::Alloca:
    case Opcode::Alloc:
      return allocate(s, i);
    case Opcode::StackSave:  // they live until the function returns
      set(s, i.dst, {}, 0);
      return true;
    case Opcode::StackRestore:
      return true;
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
      return access(s, i);
    case Opcode::MemCopy:
    case Opcode::MemSet:
      return transfer(s, i);
    case Opcode::ThreadLocal:
      set(s, i.dst, {}, thread_local_at(ir::GlobalId{i.target}));
      return true;
    case Opcode::Spawn:
      return spawn(s, i);
    case Opcode::ThreadExit: {
      const Operand result = copy.a;
      if (instance_ != 0)
        for (auto f = s.frames.rbegin(); f != s.frames.rend(); ++f) free_stack_objects(*f);
      return end_thread(s, result), false;
    }
    case Opcode::Self:
      set(s, i.dst, {}, instance_);
      return true;
    case Opcode::AtomicBegin:
      if (s.atomic_depth++ == 0) b_.emit(copy);
      return true;
    case Opcode::AtomicEnd:
      if (s.atomic_depth == 1) b_.emit(copy);
      if (s.atomic_depth > 0) --s.atomic_depth;
      return true;
    case Opcode::Choose:
      if (const Known n = known(s, i.a); n && *n <= 1) {
        set(s, i.dst, {}, 0);
        return true;
      }
      break;
    case Opcode::Assume:
      if (const Known c = known(s, i.a); c && *c != 0) return true;
      break;
    case Opcode::Free:
      if (const Known a = known(s, i.a); a && *a == 0) return true;
      break;
    case Opcode::Sync:
      if (sync(s, i)) return true;
      break;
    case Opcode::Clock:
      throw InputError(place(shared_.source, ir::clock_read_place(shared_.source)) +
                       ": reading a clock is not supported here; use 'overtake check'");
    case Opcode::Print:
    case Opcode::Mark:
    case Opcode::SpinHead:
    case Opcode::Sleep:  // no clock says how long
      return true;
    case Opcode::LoopBound:
      return loop_bound(s, i);
    case Opcode::ForcedUnwind:
      return forced_unwind(s, i, copy.a, copy.c);
    case Opcode::Throw:
    case Opcode::Resume:
      return unwind(s, i, copy.a, copy.b);
    case Opcode::Caught:
      set(s, i.dst, Operand::reg(exception_), std::nullopt);
      set(s, i.dst + 1, Operand::reg(exception_ + 1), std::nullopt);
      return true;
    default:
      break;
  }
  b_.emit(copy);
  set_unknown(s, i.dst, ir::results(i));
  if (ir::ends_block(i.op)) return false;
  return true;
}

// Keeps track of the mutexes that the thread holds. True: the result is known, and nothing is left
// to do.
bool Unfolder::sync(State& s, const Instruction& i) {
  const auto op = static_cast<ir::SyncOp>(i.sub);
  if (op > ir::SyncOp::MutexHeld) return false;
  const Known address = known(s, i.a);
  if (op == ir::SyncOp::MutexHeld) {
    const std::optional<bool> held = address ? s.held[*address] : std::nullopt;
    if (held) set(s, i.dst, {}, *held ? 1 : 0);
    return held.has_value();
  }
  if (!address)
    s.held = {.at = {}, .others = std::nullopt};
  else if (op == ir::SyncOp::MutexTryLock)
    s.held.at[*address] = std::nullopt;
  else
    s.held.at[*address] = op == ir::SyncOp::MutexLock;
  return false;
}

bool Unfolder::compute(State& s, const Instruction& i) {
  const Known a = known(s, i.a);
  const Known b = known(s, i.b);
  const Known c = known(s, i.c);
  if (i.op == Opcode::Select && a) {
    const Operand chosen = *a != 0 ? i.b : i.c;
    set(s, i.dst, operand(s, chosen), known(s, chosen));
    return true;
  }
  if (a && b && c)
    if (const Known v = seq::evaluate(i, *a, *b, *c)) {
      set(s, i.dst, {}, v);
      return true;
    }
  Instruction copy = i;
  copy.dst = flat(s, i.dst);
  copy.a = operand(s, i.a);
  copy.b = operand(s, i.b);
  copy.c = operand(s, i.c);
  b_.emit(copy);
  set_unknown(s, i.dst);
  return true;
}

bool Unfolder::branch(State& s, const Instruction& i) {
  if (const Known c = known(s, i.a)) return jump_to(s, *c != 0 ? i.target : i.target2), false;
  const ir::Label then = label_of(s, i.target);
  if (!i.a.is_constant()) s.frames.back().registers[i.a.index()] = 0;
  const Operand condition = Operand::reg(flat(s, i.a.index()));
  const ir::Label otherwise = label_of(s, i.target2);
  b_.branch(condition, then, otherwise);
  return false;
}

bool Unfolder::switch_on(State& s, const Instruction& i) {
  const ir::Function& f = shared_.source.functions[s.frames.back().function.index()];
  const ir::SwitchTable& table = f.switches[i.target];
  if (const Known v = known(s, i.a)) {
    for (const auto& [value, target] : table.cases)
      if (value == *v) return jump_to(s, target), false;
    return jump_to(s, table.otherwise), false;
  }
  std::vector<std::pair<std::uint64_t, ir::Label>> cases;
  for (const auto& [value, target] : table.cases) {
    State then = s;
    if (!i.a.is_constant()) then.frames.back().registers[i.a.index()] = value;
    cases.emplace_back(value, label_of(std::move(then), target));
  }
  const ir::Label otherwise = label_of(s, table.otherwise);
  b_.switch_on(operand(s, i.a), i.width, cases, otherwise);
  return false;
}

bool Unfolder::loop_bound(State& s, const Instruction& i) {
  const Known n = s.frames.back().registers[i.dst];
  if (n && *n + 1 <= i.count) {
    set(s, i.dst, {}, *n + 1);
    return true;
  }
  shared_.out.cut = true;
  Instruction copy = i;
  copy.dst = flat(s, i.dst);
  b_.emit(copy);
  set_unknown(s, i.dst);
  if (!n) return true;
  b_.emit({.op = Opcode::Trap});
  return false;
}

}  // namespace overtake::seq
