// Unfolding calls: the callee's code stands where the call stood. Returns, exceptions on their way
// up, and threads, each an instance of its own.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/shape.h"
#include "seq/evaluate.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

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
    end_variable(frame.stack_objects.back());
    frame.stack_objects.pop_back();
  }
}

void Unfolder::end_variable(Address address) {
  b_.emit({.op = Opcode::Free,
           .width = ir::default_width(Opcode::Free),
           .a = constant(address),
           .count = 1});
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
    return run_last(s, last, a.present() ? first : constant(0), a.present() ? first_known : 0);
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

// The thread's stack is empty but for this function.
bool Unfolder::run_last(State& s, ir::FunctionId last, Operand argument, Known known_argument) {
  const ir::Function& f = shared_.source.functions[last.index()];
  Frame frame{.function = last, .context = context(0xffffffffu, 1, last)};
  frame.registers.assign(f.registers, std::uint64_t{0});
  frame.iterations.assign(shared_.shape(last).nest[0].size(), 0);
  const std::uint32_t base = contexts_[frame.context].base;
  for (std::uint32_t k = 0; k < f.registers; ++k) b_.move(base + k, constant(0));
  if (f.parameters > 0) {
    frame.registers[0] = known_argument;
    b_.move(base, argument);
  }
  s.frames.clear();
  s.frames.push_back(std::move(frame));
  s.ending = true;
  s.forced = ir::FunctionId::none();
  return b_.jump(go_to(std::move(s))), false;
}

bool Unfolder::forced_unwind(State& s, const Instruction& i, Operand object, Operand argument) {
  const Known function = known(s, i.b);
  const std::uint64_t slot = function ? slot_bits(*function) : 0;
  if (slot < ir::kFirstFunctionSlot)
    throw InputError(where(i) + ": which function ends the thread depends on the run");
  s.forced = ir::FunctionId{slot - ir::kFirstFunctionSlot};
  b_.move(forced_argument_, argument);
  return unwind(s, i, object, constant(0));
}

bool Unfolder::unwind(State& s, const Instruction& i, Operand object, Operand type) {
  b_.move(exception_, object);
  b_.move(exception_ + 1, type);
  for (;;) {
    if (instance_ == 0 && s.frames.size() <= 2) s.frames.back().stack_objects.clear();
    free_stack_objects(s.frames.back());
    s.frames.pop_back();
    if (s.frames.empty()) {
      if (s.forced.valid())
        return run_last(s, s.forced, Operand::reg(forced_argument_), std::nullopt);
      if (shared_.source.uncaught.valid())
        return run_last(s, shared_.source.uncaught, constant(0), 0);
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
    throw TooLarge(fmt::format("{}: the bounded program has more than {} threads", where(i),
                               shared_.options.max_threads),
                   Advice::LowerBound);
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

void Unfolder::end_thread(State& s, Operand result) {
  (void)s;
  // The process ends with main.
  for (std::size_t g = 0; instance_ != 0 && g < thread_locals_.size(); ++g)
    if (thread_locals_[g] && !shared_.source.globals[g].private_) end_variable(*thread_locals_[g]);
  b_.ret(result.present() ? result : constant(0));
}

}  // namespace overtake::seq
