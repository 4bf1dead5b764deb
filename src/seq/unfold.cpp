#include "seq/unfold.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/shape.h"
#include "seq/evaluate.h"

namespace overtake::seq {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

std::string place(const ir::Program& program, ir::SourceId source) {
  if (!source.valid()) return "the program";
  const ir::Source& s = program.sources[source.index()];
  const std::string file = s.file.valid() ? program.files[s.file.index()] : "?";
  return fmt::format("{}:{}:{}", file, s.line, s.column);
}

FunctionShape shape_of(const ir::Program& program, const ir::Function& function) {
  FunctionShape s{.cfg = ir::build_cfg(function)};
  s.loops = ir::find_loops(s.cfg);
  const std::size_t n = s.cfg.blocks.size();
  // Reverse postorder, without recursion.
  s.order.assign(n, 0);
  std::vector<char> seen(n, 0);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  std::vector<std::uint32_t> post;
  seen[0] = 1;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    const auto& successors = s.cfg.blocks[block].successors;
    if (next == successors.size()) {
      post.push_back(block);
      stack.pop_back();
      continue;
    }
    const auto to = static_cast<std::uint32_t>(successors[next++].index());
    if (seen[to] == 0) {
      seen[to] = 1;
      stack.emplace_back(to, 0);
    }
  }
  for (std::size_t i = 0; i < post.size(); ++i)
    s.order[post[i]] = static_cast<std::uint32_t>(post.size() - i);
  s.nest.resize(n);
  for (std::size_t b = 0; b < n; ++b) {
    for (std::uint32_t l = s.loops.innermost[b]; l != ir::kNoLoop; l = s.loops.loops[l].parent)
      s.nest[b].push_back(l);
    std::reverse(s.nest[b].begin(), s.nest[b].end());
  }
  for (std::uint32_t l = 0; l < s.loops.loops.size(); ++l)
    for (std::size_t b = 0; b < n; ++b)
      for (const ir::BlockId to : s.cfg.blocks[b].successors)
        if (seen[b] != 0 && s.loops.contains(l, to) && !s.loops.contains(l, ir::BlockId{b}) &&
            to != s.loops.loops[l].header)
          throw InputError(fmt::format(
              "{}: a loop that is entered in two places (a goto into it, in '{}') cannot be "
              "unrolled; use 'overtake check'",
              place(program, function.code[s.cfg[to].first].source), function.name));
  return s;
}

const FunctionShape& Unfolding::shape(ir::FunctionId f) {
  if (shapes.empty()) shapes.resize(source.functions.size());
  if (shapes[f.index()].cfg.blocks.empty())
    shapes[f.index()] = shape_of(source, source.functions[f.index()]);
  return shapes[f.index()];
}

Unfolder::Unfolder(Unfolding& shared, std::uint32_t instance, ir::FunctionBuilder& builder)
    : shared_(shared), instance_(instance), b_(builder) {
  exception_ = b_.fresh_pair();
  thread_locals_.resize(shared.source.globals.size());
}

std::string Unfolder::where(const Instruction& i) const { return place(shared_.source, i.source); }

void Unfolder::run() {
  const SpawnedThread thread = shared_.threads[instance_];
  const ir::Function& f = shared_.source.functions[thread.function.index()];
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
  Key k{state.ending ? 1u : 0u};
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
  if (into.spawned != from.spawned) into.spawned = Instance::kManyNumbers;
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

ir::GlobalId Unfolder::private_object(Address address) const {
  const std::uint64_t slot = slot_bits(address);
  const ir::Program& p = shared_.out.program;
  if (slot >= p.next_global_slot) return {};
  const ir::GlobalId g = p.global_of_slot[slot];
  if (!g.valid() || g.index() >= shared_.out.objects.size()) return {};
  const Object& o = shared_.out.objects[g.index()];
  return o.is_private && o.owner == instance_ ? g : ir::GlobalId{};
}

void Unfolder::forget_memory(State& s, Known address, std::uint64_t size) {
  if (!address) {
    s.bytes.clear();
    return;
  }
  s.bytes.erase(s.bytes.lower_bound(*address), s.bytes.lower_bound(*address + size));
}

Unfolder::Known Unfolder::load_known(const State& s, std::uint64_t address, unsigned size) const {
  if (size > 8) return std::nullopt;
  const std::uint64_t slot = slot_bits(address);
  std::uint64_t value = 0;
  if (slot < shared_.source.next_global_slot) {
    const ir::GlobalId g = shared_.source.global_of_slot[slot];
    if (!g.valid() || !shared_.source.globals[g.index()].constant) return std::nullopt;
    const ir::Global& global = shared_.source.globals[g.index()];
    const std::uint64_t offset = address - address_of(global.slot);
    if (offset > global.size || size > global.size - offset) return std::nullopt;
    for (unsigned k = 0; k < size; ++k)
      if (offset + k < global.initial.size())
        value |= std::uint64_t{global.initial[offset + k]} << (8 * k);
    return value;
  }
  for (unsigned k = 0; k < size; ++k) {
    const auto it = s.bytes.find(address + k);
    if (it == s.bytes.end()) return std::nullopt;
    value |= std::uint64_t{it->second} << (8 * k);
  }
  return value;
}

// --- one piece of code ---------------------------------------------------------------------------

void Unfolder::emit_piece(State& s) {
  for (;;) {
    if (++shared_.instructions > shared_.options.max_instructions)
      throw InputError(fmt::format(
          "the bounded program has more than {} instructions; lower --unroll, or use 'overtake "
          "check'",
          shared_.options.max_instructions));
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
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
      return access(s, i);
    case Opcode::MemCopy:
    case Opcode::MemSet:
      return transfer(s, i);
    case Opcode::ThreadLocal:
      thread_local_address(s, i);
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
    case Opcode::Print:
    case Opcode::SpinHead:
      return true;
    case Opcode::LoopBound:
      return loop_bound(s, i);
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
    if (const Known v = evaluate(i, *a, *b, *c)) {
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

bool Unfolder::access(State& s, const Instruction& i) {
  const Known address = known(s, i.a);
  if (i.op == Opcode::Load && address)
    if (const Known v = load_known(s, *address, i.width)) {
      set(s, i.dst, {}, v);
      return true;
    }
  Instruction copy = i;
  copy.a = operand(s, i.a);
  if (i.dst != ir::kNoRegister) copy.dst = flat(s, i.dst);
  const bool pairs = ir::takes_pairs(i);
  const auto value = [&](Operand o) {
    return pairs && o.present() ? Operand::reg(flat(s, o.index())) : operand(s, o);
  };
  copy.b = value(i.b);
  copy.c = value(i.c);
  // Two results stand side by side: in a pair of registers that nobody else writes.
  if (i.op == Opcode::Cas && i.width <= 8) copy.dst = b_.fresh_pair();
  b_.emit(copy);
  if (i.op == Opcode::Cas && i.width <= 8)
    for (std::uint32_t k = 0; k < 2; ++k) b_.move(flat(s, i.dst + k), Operand::reg(copy.dst + k));
  if (i.op != Opcode::Load) forget_memory(s, address, i.width);
  if (i.op == Opcode::Store && address && private_object(*address).valid() && i.width <= 8)
    if (const Known v = known(s, i.b))
      for (unsigned k = 0; k < i.width; ++k)
        s.bytes[*address + k] = static_cast<std::uint8_t>(*v >> (8 * k));
  set_unknown(s, i.dst, ir::results(i));
  return true;
}

// MemCopy and MemSet as the loads and stores that the executor makes of them.
bool Unfolder::transfer(State& s, const Instruction& i) {
  const Known length = known(s, i.c);
  if (!length)
    throw InputError(where(i) +
                     ": a block of memory whose size depends on the run is copied or "
                     "set; 'overtake check' can do that");
  const bool copy = i.op == Opcode::MemCopy;
  const Known to = known(s, i.a);
  const Known from = copy ? known(s, i.b) : Known{0};
  const Operand to_operand = operand(s, i.a);
  const Operand from_operand = operand(s, i.b);
  if (*length > 0 && (!to || !from)) {
    // Where the addresses are not known they are taken to be aligned and apart; else we stop.
    const ir::Label good = b_.label();
    const ir::Label bad = b_.label();
    Operand apart =
        b_.binary(Opcode::Eq, 64,
                  b_.binary(Opcode::And, 64,
                            copy ? b_.binary(Opcode::Or, 64, to_operand, from_operand) : to_operand,
                            constant(7)),
                  constant(0));
    if (copy) {
      const Operand distance = b_.binary(Opcode::Sub, 64, to_operand, from_operand);
      apart =
          b_.binary(Opcode::And, 1, apart, b_.binary(Opcode::ULe, 64, constant(*length), distance));
    }
    b_.branch(apart, good, bad);
    b_.bind(bad);
    stop_bounded();
    b_.bind(good);
  }
  const std::uint64_t to_bits = to.value_or(0);
  const std::uint64_t from_bits = from.value_or(0);
  const bool backwards = copy && to && from && to_bits > from_bits && to_bits < from_bits + *length;
  const std::uint64_t cap = i.width == 0 ? 8 : std::min<std::uint64_t>(i.width, 8);
  for (std::uint64_t done = 0; done < *length;) {
    const std::uint64_t left = *length - done;
    const std::uint64_t edge = backwards ? left : done;
    std::uint64_t chunk = cap;
    const std::uint64_t misaligned = (to_bits + edge) | (copy ? from_bits + edge : 0);
    while (chunk > 1 && (chunk > left || misaligned % chunk != 0)) chunk /= 2;
    const std::uint64_t at = backwards ? edge - chunk : edge;
    const auto size = static_cast<std::uint8_t>(chunk);
    const auto part = [&](Operand base, Known address) {
      return address ? constant(*address + at) : b_.binary(Opcode::Add, 64, base, constant(at));
    };
    Operand value;
    Known value_known;
    if (copy) {
      if (from) value_known = load_known(s, *from + at, size);
      value = value_known ? constant(*value_known) : b_.load(part(from_operand, from), size);
    } else if (const Known byte = known(s, i.b)) {
      std::uint64_t v = 0;
      for (unsigned k = 0; k < size; ++k) v |= (*byte & 0xff) << (8 * k);
      value = constant(v);
      value_known = v;
    } else {
      value =
          b_.binary(Opcode::Mul, 8 * size, b_.binary(Opcode::And, 64, from_operand, constant(0xff)),
                    constant(0x0101010101010101ull));
    }
    b_.store(part(to_operand, to), value, size);
    forget_memory(s, to ? Known{*to + at} : Known{}, size);
    if (to && value_known && private_object(*to + at).valid())
      for (unsigned k = 0; k < size; ++k)
        s.bytes[*to + at + k] = static_cast<std::uint8_t>(*value_known >> (8 * k));
    done += chunk;
  }
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

bool Unfolder::call(State& s, const Instruction& i) {
  if (i.op == Opcode::Call) return enter(s, i, ir::FunctionId{i.target});
  const auto& functions = shared_.source.functions;
  const auto fail = [&] {
    b_.emit({.op = Opcode::Fail,
             .width = ir::default_width(Opcode::Fail),
             .sub = static_cast<std::uint8_t>(ir::ErrorKind::InvalidCall),
             .a = constant(0)});
  };
  if (const Known a = known(s, i.a)) {
    const std::uint64_t slot = slot_bits(*a);
    const std::uint64_t f = slot - ir::kFirstFunctionSlot;
    if (slot >= ir::kFirstFunctionSlot && f < functions.size() &&
        *a == ir::function_address(ir::FunctionId{f}))
      return enter(s, i, ir::FunctionId{f});
    return fail(), false;
  }
  // Any function whose address is a constant somewhere and that takes as many arguments.
  std::vector<bool> taken(functions.size(), false);
  const auto take = [&](std::uint64_t v) {
    const std::uint64_t f = slot_bits(v) - ir::kFirstFunctionSlot;
    if (slot_bits(v) >= ir::kFirstFunctionSlot && f < functions.size()) taken[f] = true;
  };
  for (const ir::Function& f : functions)
    for (const std::uint64_t c : f.constants) take(c);
  for (const ir::Global& g : shared_.source.globals)
    for (std::size_t k = 0; k < g.initial.size(); k += 8) {
      std::uint64_t word = 0;
      for (std::size_t b = 0; b < 8 && k + b < g.initial.size(); ++b)
        word |= std::uint64_t{g.initial[k + b]} << (8 * b);
      take(word);
    }
  const Operand callee = operand(s, i.a);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    if (!taken[f] || functions[f].parameters != i.count) continue;
    const ir::Label match = b_.label();
    const ir::Label next = b_.label();
    b_.branch(b_.binary(Opcode::Eq, 64, callee, constant(ir::function_address(ir::FunctionId{f}))),
              match, next);
    b_.bind(match);
    enter(s, i, ir::FunctionId{f});
    b_.bind(next);
  }
  return fail(), false;
}

bool Unfolder::enter(State s, const Instruction& i, ir::FunctionId callee) {
  const ir::Function& f = shared_.source.functions[callee.index()];
  const auto depth = std::count_if(s.frames.begin(), s.frames.end(),
                                   [&](const Frame& x) { return x.function == callee; });
  if (depth > static_cast<std::ptrdiff_t>(shared_.options.unroll)) return stop_bounded(), false;
  const ir::Function& caller = shared_.source.functions[s.frames.back().function.index()];
  Frame frame{.function = callee,
              .context = context(s.frames.back().context, s.frames.back().index, callee)};
  frame.registers.assign(f.registers, std::uint64_t{0});
  frame.iterations.assign(shared_.shape(callee).nest[0].size(), 0);
  const std::uint32_t base = contexts_[frame.context].base;
  const std::uint32_t arguments = std::min(i.count, f.parameters);
  for (std::uint32_t k = 0; k < f.registers; ++k) {
    if (k >= arguments) {
      b_.move(base + k, constant(0));
      continue;
    }
    const Operand argument = caller.arguments[i.target2 + k];
    frame.registers[k] = known(s, argument);
    b_.move(base + k, operand(s, argument));
  }
  s.frames.push_back(std::move(frame));
  b_.jump(go_to(std::move(s)));
  return false;
}

void Unfolder::free_stack_objects(Frame& frame) {
  while (!frame.stack_objects.empty()) {
    b_.emit({.op = Opcode::Free,
             .width = ir::default_width(Opcode::Free),
             .a = constant(frame.stack_objects.back())});
    frame.stack_objects.pop_back();
  }
}

bool Unfolder::ret(State& s, const Instruction& i, Operand a, Operand b) {
  // The objects of main stay when it is over.
  if (instance_ == 0 && s.frames.size() <= 2) s.frames.back().stack_objects.clear();
  free_stack_objects(s.frames.back());
  const Operand first = operand(s, a);
  const Operand second = operand(s, b);
  const Known first_known = known(s, a);
  const Known second_known = known(s, b);
  if (s.frames.size() == 1) {
    const ir::FunctionId last = shared_.source.thread_end;
    if (!last.valid() || s.ending) return end_thread(s, first), false;
    const ir::Function& f = shared_.source.functions[last.index()];
    Frame frame{.function = last, .context = context(0xffffffffu, 1, last)};
    frame.registers.assign(f.registers, std::uint64_t{0});
    frame.iterations.assign(shared_.shape(last).nest[0].size(), 0);
    const std::uint32_t base = contexts_[frame.context].base;
    for (std::uint32_t k = 0; k < f.registers; ++k) b_.move(base + k, constant(0));
    if (f.parameters > 0) {
      frame.registers[0] = a.present() ? first_known : Known{0};
      b_.move(base, a.present() ? first : constant(0));
    }
    s.frames.back() = std::move(frame);
    s.ending = true;
    return b_.jump(go_to(std::move(s))), false;
  }
  s.frames.pop_back();
  const Frame& caller = s.frames.back();
  const Instruction& site = shared_.source.functions[caller.function.index()].code[caller.index];
  set(s, site.dst, a.present() ? first : constant(0), first_known);
  if (site.width == 128) set(s, site.dst + 1, b.present() ? second : constant(0), second_known);
  (void)i;
  jump_to(s, s.frames.back().index + 1);
  return false;
}

bool Unfolder::unwind(State& s, const Instruction& i, Operand object, Operand type) {
  b_.move(exception_, object);
  b_.move(exception_ + 1, type);
  for (;;) {
    if (instance_ == 0 && s.frames.size() <= 2) s.frames.back().stack_objects.clear();
    free_stack_objects(s.frames.back());
    s.frames.pop_back();
    if (s.frames.empty()) {
      b_.emit({.op = Opcode::Fail,
               .width = ir::default_width(Opcode::Fail),
               .sub = static_cast<std::uint8_t>(ir::ErrorKind::UncaughtException),
               .a = constant(0),
               .source = i.source});
      return false;
    }
    const Frame& caller = s.frames.back();
    const std::uint32_t pad =
        shared_.source.functions[caller.function.index()].code[caller.index].unwind;
    if (pad != ir::kNoTarget) return jump_to(s, pad), false;
  }
}

bool Unfolder::spawn(State& s, const Instruction& i) {
  const Known a = known(s, i.a);
  const auto& functions = shared_.source.functions;
  const std::uint64_t f = a ? slot_bits(*a) - ir::kFirstFunctionSlot : functions.size();
  if (!a || slot_bits(*a) < ir::kFirstFunctionSlot || f >= functions.size())
    throw InputError(where(i) +
                     ": which function the new thread runs depends on the run; "
                     "'overtake check' can do that");
  const auto id = static_cast<std::uint32_t>(shared_.threads.size());
  if (id >= shared_.options.max_threads)
    throw InputError(fmt::format("{}: the bounded program has more than {} threads; lower --unroll",
                                 where(i), shared_.options.max_threads));
  shared_.threads.push_back({ir::FunctionId{f}, known(s, i.b)});
  shared_.out.instances.push_back({.parent = instance_, .number = s.spawned});
  const ir::FunctionId instance =
      ir::declare_function(shared_.out.program, fmt::format("T{}.{}", id, functions[f].name), 1);
  b_.emit({.op = Opcode::Spawn,
           .width = ir::default_width(Opcode::Spawn),
           .dst = b_.fresh(),
           .a = b_.function(instance),
           .b = operand(s, i.b)});
  set(s, i.dst, {}, id);
  if (s.spawned != Instance::kManyNumbers) ++s.spawned;
  return true;
}

bool Unfolder::allocate(State& s, const Instruction& i) {
  const Known size = known(s, i.a);
  if (!size)
    throw InputError(where(i) +
                     ": an object whose size depends on the run is allocated; "
                     "'overtake check' can do that");
  const bool stack = i.op == Opcode::Alloca;
  if (*size > (stack ? std::uint64_t{8} << 20 : std::uint64_t{1} << 30)) {
    if (!stack) {
      set(s, i.dst, {}, 0);
      return true;
    }
    b_.emit({.op = Opcode::Fail,
             .width = ir::default_width(Opcode::Fail),
             .sub = static_cast<std::uint8_t>(ir::ErrorKind::StackOverflow),
             .a = constant(0)});
    return false;
  }
  const bool is_private = stack && i.count == 1;
  ir::Program& program = shared_.out.program;
  const ir::GlobalId g =
      program.add_global({.name = fmt::format("T{}.{}{}", instance_, stack ? "local" : "object",
                                              program.globals.size()),
                          .size = *size,
                          .source = i.source});
  shared_.out.objects.push_back({.kind = stack ? ObjectKind::Stack : ObjectKind::Heap,
                                 .is_private = is_private,
                                 .owner = instance_});
  const Address address = address_of(program.globals[g.index()].slot);
  if (is_private && *size <= 4096)
    for (std::uint64_t k = 0; k < *size; ++k) s.bytes[address + k] = 0;
  if (stack && !is_private) s.frames.back().stack_objects.push_back(address);
  set(s, i.dst, {}, address);
  return true;
}

void Unfolder::thread_local_address(State& s, const Instruction& i) {
  std::optional<Address>& address = thread_locals_[i.target];
  ir::Program& program = shared_.out.program;
  if (!address) {
    const ir::Global& image = shared_.source.globals[i.target];
    ir::Global copy{.name = fmt::format("T{}.{}", instance_, image.name),
                    .size = image.size,
                    .initial = image.initial,
                    .source = image.source};
    const ir::GlobalId g = program.add_global(std::move(copy));
    shared_.out.objects.push_back(
        {.kind = ObjectKind::ThreadLocal, .is_private = image.private_, .owner = instance_});
    address = address_of(program.globals[g.index()].slot);
  }
  set(s, i.dst, {}, *address);
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

void Unfolder::end_thread(State& s, Operand result) {
  (void)s;
  b_.ret(result.present() ? result : constant(0));
}

}  // namespace overtake::seq
