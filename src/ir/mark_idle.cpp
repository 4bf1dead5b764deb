// Dead code elimination that takes everything for dead at first (Cytron et al., 1991, section 7.1),
// over the whole program, without removing anything.
//
// Needed are: instructions that others can see or that may fail (roots); those whose result a
// needed one reads; the branches that decide whether a needed one is executed (ir/control.h);
// returns, if some needed call reads the result; calls of functions in which something is needed.
// Registers are taken without regard to order: before they are shared, one has one meaning.
//
// Private objects are followed as *cells* where all that happens to their address is that constants
// are added to it, that it is loaded from and stored to, and that it is handed to functions which
// do no more than that. A parameter and what is handed to it are one cell. A load makes its cell
// needed if its result is; a store is needed if its cell is. Addresses are constants relative to
// the cell, so that an access is within its object in every iteration or in none. A private
// thread-local variable is a cell, too, and so is what a function returns that does nothing but
// name one: __errno_location.
#include "ir/mark_idle.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "ir/clocks.h"
#include "ir/control.h"
#include "ir/evaluate.h"
#include "ir/liveness.h"
#include "ir/open_functions.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

constexpr std::uint32_t kNoCell = 0xffffffffu;

class IdleMarker {
 public:
  explicit IdleMarker(Program& program) : program_(program), reads_clock_(reads_clock(program)) {}

  void run() {
    make_states();
    find_open_functions();
    make_thread_local_cells();
    for (std::size_t f = 0; f < states_.size(); ++f) find_cells(f);
    for (std::size_t f = 0; f < states_.size(); ++f) check_cells(f);
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
    std::vector<std::uint32_t> cell;            // by register: the cell that it points into
    std::uint32_t result_cell = kNoCell;        // that its result points to
    std::vector<bool> reg, instruction, block;  // needed
    bool result = false;                        // something needs it
    bool effect = false;                        // something in it is a root
    bool open = false;                          // it has callers that we do not see
  };

  void make_states() {
    states_.resize(program_.functions.size());
    for (std::size_t f = 0; f < states_.size(); ++f) {
      const Function& function = program_.functions[f];
      State& s = states_[f];
      s.cfg = build_cfg(function);
      s.decides = control_dependence(s.cfg);
      s.cell.assign(function.registers, kNoCell);
      s.reg.assign(function.registers, false);
      s.instruction.assign(function.code.size(), false);
      s.block.assign(s.cfg.blocks.size(), false);
    }
  }

  void find_open_functions() {
    const std::vector<bool> open = open_functions(program_);
    for (std::size_t f = 0; f < states_.size(); ++f) states_[f].open = states_[f].result = open[f];
  }

  // --- cells -------------------------------------------------------------------------------------
  std::uint32_t new_cell() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    needed_cell_.push_back(false);
    exposed_cell_.push_back(false);
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t c) {
    while (parent_[c] != c) c = parent_[c] = parent_[parent_[c]];
    return c;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (exposed_cell_[a]) expose_cell(b);
    parent_[a] = b;
  }
  // Before anything is needed.
  void expose_cell(std::uint32_t c) { exposed_cell_[find(c)] = true; }
  void need_cell(std::uint32_t c) {
    c = find(c);
    changed_ |= !needed_cell_[c];
    needed_cell_[c] = true;
  }

  void make_thread_local_cells() {
    thread_local_cell_.assign(program_.globals.size(), kNoCell);
    for (std::size_t g = 0; g < program_.globals.size(); ++g)
      if (program_.globals[g].private_) thread_local_cell_[g] = new_cell();
    for (std::size_t f = 0; f < states_.size(); ++f) {
      const std::vector<Instruction>& code = program_.functions[f].code;
      if (states_[f].open || code.size() != 2 || code[0].op != Opcode::ThreadLocal) continue;
      const Operand named = Operand::reg(code[0].dst);
      if (code[1].op == Opcode::Ret && code[1].a == named)
        states_[f].result_cell = thread_local_cell_[code[0].target];
    }
  }

  // The cell whose address the instruction makes.
  std::uint32_t cell_made_by(const Instruction& i) const {
    if (i.op == Opcode::ThreadLocal) return thread_local_cell_[i.target];
    return i.op == Opcode::Call ? states_[i.target].result_cell : kNoCell;
  }

  // Parameters that stay what they are, private objects of a constant size, thread-local variables,
  // and what constants are added to.
  void find_cells(std::size_t f) {
    const Function& function = program_.functions[f];
    State& s = states_[f];
    std::vector<std::uint32_t> definitions(function.registers, 0);
    for (std::uint32_t p = 0; p < function.parameters; ++p) ++definitions[p];
    for (const Instruction& i : function.code)
      for (unsigned n = 0; n < results(i); ++n) ++definitions[i.dst + n];
    for (const Instruction& i : function.code) {
      const std::uint32_t made = cell_made_by(i);
      if (made == kNoCell || i.dst == kNoRegister) continue;
      if (definitions[i.dst] == 1)
        s.cell[i.dst] = made;
      else
        expose_cell(made);
    }
    for (std::uint32_t p = 0; p < function.parameters; ++p) {
      s.cell[p] = new_cell();
      if (definitions[p] > 1 || s.open || function.variadic) expose_cell(s.cell[p]);
    }
    for (const Instruction& i : function.code)
      if (i.op == Opcode::Alloca && i.count == 1 && i.a.is_constant() && definitions[i.dst] == 1)
        s.cell[i.dst] = new_cell();
    for (bool grown = true; grown;) {
      grown = false;
      for (const Instruction& i : function.code) {
        if (!moves(i) || s.cell[i.dst] != kNoCell || definitions[i.dst] != 1) continue;
        s.cell[i.dst] = s.cell[i.a.index()];
        grown |= s.cell[i.dst] != kNoCell;
      }
    }
  }

  // dst = a, dst = a + constant
  static bool moves(const Instruction& i) {
    if (!i.a.present() || i.a.is_constant()) return false;
    return i.op == Opcode::Mov ||
           ((i.op == Opcode::Add || i.op == Opcode::Sub) && i.width == 64 && i.b.is_constant());
  }

  // Whatever else is done with the address of a cell exposes it: it is not followed.
  void check_cells(std::size_t f) {
    const Function& function = program_.functions[f];
    State& s = states_[f];
    const auto expose = [&](Operand o) {
      if (o.present() && !o.is_constant() && s.cell[o.index()] != kNoCell)
        expose_cell(s.cell[o.index()]);
    };
    for (const Instruction& i : function.code) {
      if (i.op == Opcode::Load) continue;
      if (i.op == Opcode::Store) {
        expose(i.b);
      } else if (moves(i)) {
        if (s.cell[i.dst] != s.cell[i.a.index()]) expose(i.a);
      } else if (i.op == Opcode::Call) {
        hand_over(f, i);
      } else if (i.op != Opcode::Ret || s.result_cell == kNoCell) {
        for_each_operand(function, i, [&](Operand o, bool) { expose(o); });
      }
    }
  }

  void hand_over(std::size_t f, const Instruction& call) {
    const Function& function = program_.functions[f];
    const Function& callee = program_.functions[call.target];
    for (std::uint32_t n = 0; n < std::max(call.count, callee.parameters); ++n) {
      const Operand o = n < call.count ? function.arguments[call.target2 + n] : Operand{};
      const bool points = o.present() && !o.is_constant() && states_[f].cell[o.index()] != kNoCell;
      const std::uint32_t mine = points ? states_[f].cell[o.index()] : kNoCell;
      const std::uint32_t theirs = n < callee.parameters ? states_[call.target].cell[n] : kNoCell;
      if (points && theirs != kNoCell)
        unite(mine, theirs);
      else if (points)
        expose_cell(mine);
      else if (theirs != kNoCell)
        expose_cell(theirs);
    }
  }

  // The cell of a load or store, if it is followed.
  std::uint32_t cell_of(std::size_t f, const Instruction& i) {
    if ((i.op != Opcode::Load && i.op != Opcode::Store) || i.a.is_constant()) return kNoCell;
    const std::uint32_t cell = states_[f].cell[i.a.index()];
    return cell == kNoCell || exposed_cell_[find(cell)] ? kNoCell : find(cell);
  }

  // --- what is needed ----------------------------------------------------------------------------
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
        return cell_of(f, i) == kNoCell;
      case Opcode::Store: {
        const std::uint32_t cell = cell_of(f, i);
        return cell == kNoCell || needed_cell_[cell];
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
    const std::vector<std::optional<std::uint64_t>> known = known_registers(f, call);
    std::vector<bool> seen(callee.cfg.blocks.size(), false);
    std::vector<BlockId> todo{callee.cfg.block_of[0]};
    seen[todo.front().index()] = true;
    while (!todo.empty()) {
      const Block& block = callee.cfg[todo.back()];
      todo.pop_back();
      for (std::uint32_t k = block.first; k < block.end; ++k)
        if (const Instruction& i = function.code[k];
            i.op == Opcode::Call ? i.unwind != kNoTarget || states_[i.target].effect
                                 : root(call.target, i))
          return true;
      const Instruction& last = function.code[block.end - 1];
      const bool decided =
          last.op == Opcode::Branch && !last.a.is_constant() && known[last.a.index()];
      for (const BlockId next : block.successors) {
        if (decided &&
            next != callee.cfg.block_of[*known[last.a.index()] != 0 ? last.target : last.target2])
          continue;
        if (!seen[next.index()]) todo.push_back(next);
        seen[next.index()] = true;
      }
    }
    return false;
  }

  // The registers of the callee that are constants in that call: parameters, and what is computed
  // of them and of constants.
  std::vector<std::optional<std::uint64_t>> known_registers(std::size_t f,
                                                            const Instruction& call) const {
    const Function& caller = program_.functions[f];
    const Function& function = program_.functions[call.target];
    std::vector<std::uint32_t> definitions(function.registers, 0);
    for (std::uint32_t p = 0; p < function.parameters; ++p) ++definitions[p];
    for (const Instruction& i : function.code)
      for (unsigned n = 0; n < results(i); ++n) ++definitions[i.dst + n];
    std::vector<std::optional<std::uint64_t>> known(function.registers);
    for (std::uint32_t p = 0; p < std::min(function.parameters, call.count); ++p)
      if (const Operand o = caller.arguments[call.target2 + p];
          o.is_constant() && definitions[p] == 1)
        known[p] = caller.constants[o.index()];
    const auto value = [&](Operand o) -> std::optional<std::uint64_t> {
      if (!o.present()) return 0;
      return o.is_constant() ? function.constants[o.index()] : known[o.index()];
    };
    for (const Instruction& i : function.code) {
      if (results(i) != 1 || definitions[i.dst] != 1) continue;
      const auto a = value(i.a), b = value(i.b), c = value(i.c);
      if (a && b && c) known[i.dst] = evaluate(i, *a, *b, *c);
    }
    return known;
  }

  void sweep(std::size_t f) {
    const Function& function = program_.functions[f];
    State& s = states_[f];
    for (std::uint32_t k = static_cast<std::uint32_t>(function.code.size()); k-- > 0;) {
      const Instruction& i = function.code[k];
      const bool visible = root(f, i);
      if (visible) set(s.effect);
      bool needed = s.instruction[k] || visible || (i.op == Opcode::Ret && s.result);
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
    if (const std::uint32_t cell = cell_of(f, i); cell != kNoCell) need_cell(cell);
    const BlockId b = s.cfg.block_of[k];
    if (s.block[b.index()]) return;
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
        const std::uint32_t cell = s.cell[i.dst] == kNoCell ? kNoCell : find(s.cell[i.dst]);
        if (i.count == 1 && cell != kNoCell && !exposed_cell_[cell] && !needed_cell_[cell])
          i.count = 2;
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
  std::vector<std::uint32_t> thread_local_cell_;  // by global
  std::vector<std::uint32_t> parent_;             // of cells
  std::vector<bool> needed_cell_;                 // of the representative
  std::vector<bool> exposed_cell_;
  bool changed_ = false;
};

}  // namespace

void mark_idle(Program& program) { IdleMarker(program).run(); }

}  // namespace overtake::ir
