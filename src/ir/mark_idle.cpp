// Dead code elimination that takes everything for dead at first (Cytron et al., 1991, section 7.1),
// over the whole program, without removing anything.
//
// Needed are: instructions that others can see or that may fail (roots); those whose result a
// needed one reads; the branches that decide whether a needed one is executed (ir/control.h);
// returns, if some needed call reads the result; calls of functions in which something is needed.
// Registers are taken without regard to order: before they are shared, one has one meaning.
//
// Private objects are followed as cells (ir/idle_cells.h): a load makes its cell needed if its
// result is; a store is needed if its cell is.
#include "ir/mark_idle.h"

#include <unordered_map>

#include "ir/call_constants.h"
#include "ir/clocks.h"
#include "ir/control.h"
#include "ir/idle_cells.h"
#include "ir/liveness.h"
#include "ir/open_functions.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

class IdleMarker {
 public:
  IdleMarker(Program& program, const std::vector<bool>& open)
      : program_(program),
        reads_clock_(reads_clock(program)),
        cells_(program, open),
        needed_cell_(cells_.size(), false) {
    make_states(open);
  }

  void run() {
    do {
      changed_ = false;
      for (std::size_t f = 0; f < states_.size(); ++f) sweep(f);
    } while (changed_);
    for (std::size_t f = 0; f < states_.size(); ++f) mark(f);
  }

 private:
  struct State {
    Cfg cfg;
    std::vector<std::vector<BlockId>> decides;  // by block: where it is decided
    std::vector<bool> reg, instruction, block;  // needed
    bool result = false;                        // something needs it
    bool effect = false;                        // something in it is a root
  };

  // A function with callers that we do not see has a result that something may need.
  void make_states(const std::vector<bool>& open) {
    states_.resize(program_.functions.size());
    for (std::size_t f = 0; f < states_.size(); ++f) {
      const Function& function = program_.functions[f];
      State& s = states_[f];
      s.cfg = build_cfg(function);
      s.decides = control_dependence(s.cfg);
      s.reg.assign(function.registers, false);
      s.instruction.assign(function.code.size(), false);
      s.block.assign(s.cfg.blocks.size(), false);
      s.result = open[f];
    }
  }

  // Whether it has to be executed for its own sake.
  bool root(std::size_t f, const Instruction& i) {
    switch (i.op) {
      case Opcode::Jump:
      case Opcode::Branch:
      case Opcode::Switch:
      case Opcode::LoopBound:
      case Opcode::SpinHead:
      case Opcode::Ret:
      case Opcode::ThreadLocal:
        return false;
      case Opcode::Alloca:
        return i.count == 0 || !i.a.is_constant();
      case Opcode::Load:
        return cells_.of_access(f, i) == IdleCells::kNone;
      case Opcode::Store: {
        const std::uint32_t cell = cells_.of_access(f, i);
        return cell == IdleCells::kNone || needed_cell_[cell];
      }
      case Opcode::Sleep:
        return reads_clock_;
      case Opcode::Call:
        return i.unwind != kNoTarget || has_effect(f, i);
      default:
        return !removable(program_.functions[f], i);
    }
  }

  // Whether the call does something for its own sake: what the constants that it is handed rule out
  // is never executed.
  bool has_effect(std::size_t f, const Instruction& call) {
    const State& callee = states_[call.target];
    if (!callee.effect) return false;
    const Function& function = program_.functions[call.target];
    const auto [known, is_new] = reachable_.try_emplace(&call);
    std::vector<bool>& reachable = known->second;
    if (is_new) reachable = reachable_blocks(program_.functions[f], call, function, callee.cfg);
    for (std::uint32_t k = 0; k < function.code.size(); ++k) {
      if (!reachable[callee.cfg.block_of[k].index()]) continue;
      const Instruction& i = function.code[k];
      if (i.op == Opcode::Call ? i.unwind != kNoTarget || states_[i.target].effect
                               : root(call.target, i))
        return true;
    }
    return false;
  }

  void sweep(std::size_t f) {
    const Function& function = program_.functions[f];
    State& s = states_[f];
    for (std::uint32_t k = static_cast<std::uint32_t>(function.code.size()); k-- > 0;) {
      const Instruction& i = function.code[k];
      const bool visible = root(f, i);
      if (visible) set(s.effect);
      const bool divides = may_divide_by_zero(i);
      if (divides && visible) need_divisor(f, k);
      bool needed =
          (!divides && (s.instruction[k] || visible)) || (i.op == Opcode::Ret && s.result);
      for (unsigned n = 0; n < results(i) && i.op != Opcode::LoopBound; ++n)
        needed |= s.reg[i.dst + n];
      if (needed) need(f, k);
    }
  }

  void need(std::size_t f, std::uint32_t k) {
    const Function& function = program_.functions[f];
    const Instruction& i = function.code[k];
    State& s = states_[f];
    if (!s.instruction[k]) changed_ = true;
    s.instruction[k] = true;
    if (i.op == Opcode::Call) {
      need_call(f, i);
    } else {
      for_each_operand(function, i, [&](Operand o, bool pair) {
        need_register(s, o);
        if (pair && !o.is_constant()) need_register(s, Operand::reg(o.index() + 1));
      });
    }
    if (const std::uint32_t cell = cells_.of_access(f, i); cell != IdleCells::kNone)
      set(needed_cell_[cell]);
    need_block(f, k);
  }

  // Whether it fails is a matter of the divisor alone.
  static bool may_divide_by_zero(const Instruction& i) {
    return i.op == Opcode::UDiv || i.op == Opcode::SDiv || i.op == Opcode::URem ||
           i.op == Opcode::SRem;
  }

  void need_divisor(std::size_t f, std::uint32_t k) {
    need_register(states_[f], program_.functions[f].code[k].b);
    need_block(f, k);
  }

  // The instruction is executed, or not, as before.
  void need_block(std::size_t f, std::uint32_t k) {
    State& s = states_[f];
    const BlockId b = s.cfg.block_of[k];
    if (s.block[b.index()]) return;
    changed_ = true;
    s.block[b.index()] = true;
    for (const BlockId from : s.decides[b.index()]) need(f, s.cfg[from].end - 1);
  }

  void need_call(std::size_t f, const Instruction& i) {
    State& s = states_[f];
    State& callee = states_[i.target];
    for (unsigned n = 0; n < results(i); ++n)
      if (s.reg[i.dst + n]) set(callee.result);
    const Function& function = program_.functions[i.target];
    for (std::uint32_t n = 0; n < i.count; ++n)
      if (n >= function.parameters || callee.reg[n])
        need_register(s, program_.functions[f].arguments[i.target2 + n]);
  }

  void need_register(State& s, Operand o) {
    if (!o.present() || o.is_constant() || s.reg[o.index()]) return;
    s.reg[o.index()] = true;
    changed_ = true;
  }

  template <class Flag>
  void set(Flag&& flag) {
    changed_ |= !flag;
    flag = true;
  }

  void mark(std::size_t f) {
    Function& function = program_.functions[f];
    State& s = states_[f];
    for (std::uint32_t k = 0; k < function.code.size(); ++k) {
      Instruction& i = function.code[k];
      if (i.op == Opcode::Alloca) {
        const std::uint32_t cell = cells_.of_register(f, i.dst);
        if (i.count == 1 && cell != IdleCells::kNone && !needed_cell_[cell]) i.count = 2;
      } else if (i.op == Opcode::ThreadLocal) {
        const std::uint32_t cell = cells_.of_register(f, i.dst);
        if (cell != IdleCells::kNone && !needed_cell_[cell]) i.sub = 1;
      } else if (!s.instruction[k] &&
                 (i.op == Opcode::Branch || i.op == Opcode::Switch || i.op == Opcode::Call ||
                  i.op == Opcode::Load || i.op == Opcode::Store)) {
        i.sub = 1;
      }
    }
  }

  Program& program_;
  const bool reads_clock_;
  std::vector<State> states_;
  const IdleCells cells_;
  std::vector<bool> needed_cell_;
  std::unordered_map<const Instruction*, std::vector<bool>> reachable_;  // by call
  bool changed_ = false;
};

}  // namespace

void mark_idle(Program& program) { IdleMarker(program, open_functions(program)).run(); }

}  // namespace overtake::ir
