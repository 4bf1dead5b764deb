#include "bmc/symbolic.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.h"
#include "ir/liveness.h"
#include "ir/shape.h"
#include "seq/evaluate.h"
#include "seq/unfold.h"

namespace overtake::bmc {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

SymbolicExecutor::SymbolicExecutor(const ir::Program& program, Formula& formula,
                                   SymbolicOptions options)
    : program_(program),
      formula_(formula),
      options_(options),
      bits_(formula),
      layout_(program),
      plans_(program.functions.size()) {
  bits_.reduce_to(options.int_bits);
}

SymbolicRun SymbolicExecutor::run() {
  const auto end = call(program_.entry, {}, kTrue, SymbolicMemory(layout_, bits_));
  if (end && options_.flag.valid())
    run_.flag = bits_.nonzero(end->memory.load(bits_, layout_, {options_.flag, 0}, 1));
  run_.reduced = bits_.reduced();
  return std::move(run_);
}

const SymbolicExecutor::FunctionPlan& SymbolicExecutor::plan(ir::FunctionId f) {
  FunctionPlan& p = plans_[f.index()];
  if (p.made) return p;
  p.made = true;
  const ir::Function& function = program_.functions[f.index()];
  seq::FunctionShape shape = seq::shape_of(program_, function);
  if (!shape.loops.loops.empty())
    throw InternalError("bmc: the function '" + function.name + "' has a loop");
  p.cfg = std::move(shape.cfg);
  for (std::uint32_t b = 0; b < p.cfg.blocks.size(); ++b)
    if (shape.order[b] != 0) p.order.push_back(b);
  std::sort(p.order.begin(), p.order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return shape.order[a] < shape.order[b]; });
  ir::Liveness liveness(function, p.cfg);
  p.live_in.resize(p.cfg.blocks.size());
  for (std::uint32_t b = 0; b < p.cfg.blocks.size(); ++b)
    liveness.for_each_live_in(ir::BlockId{b}, [&](std::uint32_t r) { p.live_in[b].push_back(r); });
  p.fails.assign(p.cfg.blocks.size(), 0);
  for (auto b = p.order.rbegin(); b != p.order.rend(); ++b) {
    // Nothing but writing down what happened, and the Fail.
    const ir::Block& block = p.cfg.blocks[*b];
    const Opcode last = function.code[block.end - 1].op;
    p.fails[*b] = last == Opcode::Fail || last == Opcode::Trap ? 1 : 0;
    for (std::uint32_t k = block.first; k + 1 < block.end; ++k)
      if (function.code[k].op != Opcode::Store || !function.code[k].a.is_constant())
        p.fails[*b] = 0;
  }
  return p;
}

std::optional<SymbolicExecutor::Returned> SymbolicExecutor::call(ir::FunctionId f,
                                                                 std::span<const Bits> arguments,
                                                                 Lit entered,
                                                                 SymbolicMemory memory) {
  const FunctionPlan& p = plan(f);
  Frame frame{.function = program_.functions[f.index()], .plan = p, .entered = entered};
  frame.registers.assign(frame.function.registers, bits_.zero());
  std::copy(arguments.begin(), arguments.end(), frame.registers.begin());
  frame.pending.resize(p.cfg.blocks.size());
  std::vector<Bits> live;
  for (const std::uint32_t r : p.live_in[0]) live.push_back(frame.registers[r]);
  frame.pending[0].emplace(Path{kTrue, std::move(live), std::move(memory)});
  for (const std::uint32_t b : p.order)
    if (frame.pending[b]) run_block(frame, b);
  return std::move(frame.returned);
}

void SymbolicExecutor::run_block(Frame& frame, std::uint32_t block) {
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
    run_.finished = false;
    return;
  }
  Path path = std::move(*frame.pending[block]);
  frame.pending[block].reset();
  const std::vector<std::uint32_t>& live = frame.plan.live_in[block];
  for (std::size_t k = 0; k < live.size(); ++k) frame.registers[live[k]] = path.registers[k];
  Lit guard = path.guard;
  const ir::Block& b = frame.plan.cfg.blocks[block];
  for (std::uint32_t k = b.first; k < b.end; ++k)
    if (!step(frame, frame.function.code[k], guard, path.memory)) return;
  go(frame, b.end, guard, std::move(path.memory));
}

void SymbolicExecutor::go(Frame& frame, std::uint32_t instruction, Lit guard,
                          SymbolicMemory memory) {
  if (guard == kFalse) return;
  const auto block = frame.plan.cfg.block_of[instruction].index();
  const std::vector<std::uint32_t>& live = frame.plan.live_in[block];
  std::optional<Path>& pending = frame.pending[block];
  if (!pending) {
    std::vector<Bits> registers;
    registers.reserve(live.size());
    for (const std::uint32_t r : live) registers.push_back(frame.registers[r]);
    pending.emplace(Path{guard, std::move(registers), std::move(memory)});
    return;
  }
  for (std::size_t k = 0; k < live.size(); ++k)
    pending->registers[k] = bits_.ite(guard, frame.registers[live[k]], pending->registers[k]);
  memory.merge(bits_, guard, pending->memory);
  pending->memory = std::move(memory);
  pending->guard = formula_.or_(pending->guard, guard);
}

void SymbolicExecutor::return_(Frame& frame, Bits value, Lit guard, SymbolicMemory memory) {
  if (!frame.returned) {
    frame.returned.emplace(Returned{guard, value, std::move(memory)});
    return;
  }
  Returned& r = *frame.returned;
  r.value = bits_.ite(guard, value, r.value);
  memory.merge(bits_, guard, r.memory);
  r.memory = std::move(memory);
  r.guard = formula_.or_(r.guard, guard);
}

Bits SymbolicExecutor::value(const Frame& frame, Operand o) {
  if (!o.present()) return bits_.zero();
  return o.is_constant() ? bits_.number(frame.function.constants[o.index()])
                         : frame.registers[o.index()];
}

void SymbolicExecutor::assume(Lit guard, Lit condition) {
  const Lit holds = formula_.or_(formula_.or_(~guard, condition), run_.failed);
  if (holds != kTrue) run_.constraints.push_back(holds);
}

Bits SymbolicExecutor::compute(Frame& frame, const Instruction& i, Lit guard) {
  const Bits a = value(frame, i.a);
  const Bits b = value(frame, i.b);
  const Bits c = value(frame, i.c);
  if (i.op >= Opcode::UDiv && i.op <= Opcode::SRem) fail(formula_.and_(guard, ~bits_.nonzero(b)));
  const auto x = bits_.constant(a);
  const auto y = bits_.constant(b);
  const auto z = bits_.constant(c);
  if (x && y && z)
    if (const auto v = seq::evaluate(i, *x, *y, *z)) return bits_.number(*v);
  if (i.op >= Opcode::FAdd && i.op <= Opcode::FToF)
    throw InputError(seq::place(program_, i.source) +
                     ": floating-point computation whose operands depend on the run is not "
                     "supported here; 'overtake check' can do that");
  return bits_.compute(i, a, b, c);
}

bool SymbolicExecutor::step(Frame& frame, const Instruction& i, Lit& guard,
                            SymbolicMemory& memory) {
  const Lit absolute = formula_.and_(frame.entered, guard);
  if (ir::shape(i.op).pure || (i.op >= Opcode::UDiv && i.op <= Opcode::SRem)) {
    frame.registers[i.dst] = compute(frame, i, absolute);
    return true;
  }
  switch (i.op) {
    case Opcode::Jump:
      go(frame, i.target, guard, std::move(memory));
      return false;
    case Opcode::Branch:
      branch(frame, i, guard, memory);
      return false;
    case Opcode::Switch:
      switch_on(frame, i, guard, memory);
      return false;
    case Opcode::Call: {
      std::array<Bits, 8> arguments;
      for (std::uint32_t k = 0; k < i.count; ++k)
        arguments[k] = value(frame, frame.function.arguments[i.target2 + k]);
      auto returned = call(ir::FunctionId{i.target}, std::span(arguments).first(i.count), absolute,
                           std::move(memory));
      if (!returned) return false;
      memory = std::move(returned->memory);
      guard = formula_.and_(guard, returned->guard);
      if (i.dst != ir::kNoRegister) frame.registers[i.dst] = returned->value;
      return guard != kFalse;
    }
    case Opcode::Ret:
      return_(frame, value(frame, i.a), guard, std::move(memory));
      return false;
    case Opcode::Load:
      frame.registers[i.dst] = load(value(frame, i.a), i.width, absolute, memory);
      return true;
    case Opcode::Store:
      store(value(frame, i.a), i.width, value(frame, i.b), absolute, memory);
      return true;
    case Opcode::Choose:
      frame.registers[i.dst] = choose(value(frame, i.a), absolute);
      return true;
    case Opcode::Assume:
      assume(absolute, bits_.nonzero(value(frame, i.a)));
      return true;
    case Opcode::Fail:
    case Opcode::Trap:
      fail(absolute);
      return false;
    default:
      throw InternalError("bmc: '" + std::string(ir::shape(i.op).name) +
                          "' is not for single-threaded programs");
  }
}

void SymbolicExecutor::branch(Frame& frame, const Instruction& i, Lit guard,
                              SymbolicMemory& memory) {
  const Lit c = bits_.nonzero(value(frame, i.a));
  if (c.constant()) return go(frame, c == kTrue ? i.target : i.target2, guard, std::move(memory));
  const auto fails = [&](std::uint32_t target) {
    return frame.plan.fails[frame.plan.cfg.block_of[target].index()] != 0;
  };
  const Lit absolute = formula_.and_(frame.entered, guard);
  // An arm that fails fails at once: what follows in the other arm comes after it.
  if (fails(i.target)) {
    fail(formula_.and_(absolute, c));
    return go(frame, i.target2, guard, std::move(memory));
  }
  if (fails(i.target2)) {
    fail(formula_.and_(absolute, ~c));
    return go(frame, i.target, guard, std::move(memory));
  }
  SymbolicMemory copy = memory;
  go(frame, i.target, formula_.and_(guard, c), std::move(copy));
  go(frame, i.target2, formula_.and_(guard, ~c), std::move(memory));
}

void SymbolicExecutor::switch_on(Frame& frame, const Instruction& i, Lit guard,
                                 SymbolicMemory& memory) {
  const Bits v = value(frame, i.a);
  const ir::SwitchTable& table = frame.function.switches[i.target];
  for (const auto& [number, target] : table.cases) {
    const Lit here = bits_.equal(v, bits_.number(number));
    if (here == kFalse) continue;
    go(frame, target, formula_.and_(guard, here), memory);
    guard = formula_.and_(guard, ~here);
    if (guard == kFalse) return;
  }
  go(frame, table.otherwise, guard, std::move(memory));
}

// A number below `count`. Where the count is 1 + x with a single bit x, one bit that implies x.
Bits SymbolicExecutor::choose(Bits count, Lit guard) {
  const std::uint64_t most = bits_.upper_bound(count);
  if (most <= 1) return bits_.zero();
  Bits v;
  if (bits_.bits(count).size() == 2 && bits_.at(count, 0) == ~bits_.at(count, 1)) {
    const Lit x = bits_.at(count, 1);
    const Lit chosen = formula_.input();
    if (x != kTrue) run_.constraints.push_back(formula_.or_(~chosen, x));
    v = bits_.bit(chosen);
  } else {
    std::array<Lit, 64> w;
    const auto n = static_cast<unsigned>(std::bit_width(most - 1));
    for (unsigned k = 0; k < n; ++k) w[k] = formula_.input();
    v = bits_.make(std::span(w).first(n));
    const auto exact = bits_.constant(count);
    if (!exact || *exact != std::uint64_t{1} << n) assume(guard, bits_.less(v, count));
  }
  run_.choices.push_back({guard, count, v});
  return v;
}

// The places that the address may name, each with the condition that it does. Names of other places
// are errors.
std::vector<SymbolicExecutor::Candidate> SymbolicExecutor::candidates(Bits address, unsigned size,
                                                                      Lit guard, bool writes) {
  std::vector<Candidate> out;
  if (const auto exact = bits_.constant(address)) {
    if (const auto place = layout_.find(*exact, size))
      out.push_back({kTrue, *place});
    else
      fail(guard);
    return out;
  }
  std::uint64_t fixed = 0;  // the bits of the address that are constants, ...
  std::uint64_t known = 0;  // ... and what they are
  for (unsigned k = 0; k < 64; ++k)
    if (bits_.at(address, k).constant()) {
      fixed |= std::uint64_t{1} << k;
      if (bits_.at(address, k) == kTrue) known |= std::uint64_t{1} << k;
    }
  Lit somewhere = kFalse;
  bool own = true;
  for (std::size_t g = 0; g < program_.globals.size(); ++g) {
    const ir::Global& global = program_.globals[g];
    if (global.size < size || (writes && global.constant)) continue;
    const Address base = address_of(global.slot);
    // The bits above the offset decide quickly.
    const std::uint64_t high = ~std::uint64_t{0} << std::bit_width(global.size + (base & 0xfffff));
    if (((base ^ known) & fixed & high) != 0) continue;
    for (std::uint64_t o = 0; o + size <= global.size; ++o) {
      if ((((base + o) ^ known) & fixed) != 0) continue;
      const Lit here = bits_.equal(address, bits_.number(base + o));
      if (here == kFalse) continue;
      out.push_back({here, {ir::GlobalId{g}, o}});
      somewhere = formula_.or_(somewhere, here);
      own = own && g >= options_.first_own_global;
    }
  }
  if (!own || out.empty()) fail(formula_.and_(guard, ~somewhere));
  return out;
}

Bits SymbolicExecutor::load(Bits address, unsigned size, Lit guard, const SymbolicMemory& memory) {
  Bits v = bits_.zero();
  bool first = true;
  for (const Candidate& c : candidates(address, size, guard, false)) {
    const Bits here = memory.load(bits_, layout_, c.place, size);
    v = first ? here : bits_.ite(c.here, here, v);
    first = false;
  }
  return v;
}

void SymbolicExecutor::store(Bits address, unsigned size, Bits value, Lit guard,
                             SymbolicMemory& memory) {
  for (const Candidate& c : candidates(address, size, guard, true)) {
    const Bits old = c.here == kTrue ? value : memory.load(bits_, layout_, c.place, size);
    memory.store(bits_, layout_, c.place, size, bits_.ite(c.here, value, old));
  }
}

}  // namespace overtake::bmc
