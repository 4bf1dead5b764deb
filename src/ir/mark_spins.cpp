#include "ir/mark_spins.h"

#include <algorithm>
#include <optional>

#include "ir/cfg.h"
#include "ir/counted_loops.h"
#include "ir/liveness.h"
#include "ir/loops.h"
#include "ir/mark_idle.h"
#include "ir/rewrite.h"
#include "ir/sync_table.h"

namespace overtake::ir {
namespace {

bool may_be_visible(const Instruction& i) {
  if (is_idle(i)) return false;
  switch (i.op) {
    case Opcode::Call:
    case Opcode::CallIndirect:
    case Opcode::Load:
    case Opcode::Rmw:
    case Opcode::Cas:
    case Opcode::Sync:
      return true;
    default:
      return false;
  }
}

// A store to a variable that all threads share: always an event, and an effect unless it stores
// what is there.
bool has_effect(const Program& program, const Function& function, const Instruction& i) {
  if (i.op != Opcode::Store || !i.a.is_constant()) return false;
  const std::uint64_t slot = slot_bits(function.constants[i.a.index()]);
  if (slot >= program.next_global_slot || !program.global_of_slot[slot].valid()) return false;
  const Global& g = program.globals[program.global_of_slot[slot].index()];
  return !g.thread_local_ && !g.constant;
}

// Whether an iteration can come back to the header without passing one of these. If it cannot, and
// counts besides, it is no iteration of a spin.
bool may_spin(const Program& program, const Function& function, const Cfg& cfg, const Loop& loop) {
  const auto stores = [&](BlockId b) {
    return std::any_of(function.code.begin() + cfg[b].first, function.code.begin() + cfg[b].end,
                       [&](const Instruction& i) { return has_effect(program, function, i); });
  };
  std::vector<bool> seen(cfg.blocks.size(), true);
  for (BlockId b : loop.blocks) seen[b.index()] = false;
  std::vector<BlockId> todo;
  if (!stores(loop.header)) todo.push_back(loop.header);
  while (!todo.empty()) {
    const BlockId b = todo.back();
    todo.pop_back();
    for (const BlockId next : cfg[b].successors) {
      if (next == loop.header) return true;
      if (seen[next.index()]) continue;
      seen[next.index()] = true;
      if (!stores(next)) todo.push_back(next);
    }
  }
  return false;
}

// The functions, by FunctionId, that take locks, and that give them back; or call such by name.
struct LockFunctions {
  explicit LockFunctions(const Program& program)
      : take(program.functions.size(), false), give(program.functions.size(), false) {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t f = 0; f < take.size(); ++f)
        for (const Instruction& i : program.functions[f].code) {
          more = more || (takes(i) && !take[f]) || (gives(i) && !give[f]);
          take[f] = take[f] || takes(i);
          give[f] = give[f] || gives(i);
        }
    }
  }

  bool takes(const Instruction& i) const {
    if (i.op == Opcode::Call) return take[i.target];
    return i.op == Opcode::Sync && sync_row(static_cast<SyncOp>(i.sub)).takes_turns && !gives(i);
  }
  bool gives(const Instruction& i) const {
    if (i.op == Opcode::Call) return give[i.target];
    const auto sync = static_cast<SyncOp>(i.sub);
    return i.op == Opcode::Sync &&
           (sync == SyncOp::MutexUnlock || sync == SyncOp::RwUnlock || sync == SyncOp::SemPost);
  }

  std::vector<bool> take, give;
};

// If each round of the loop, before it takes a lock, gives back one that is held at the header: the
// instruction that does. A round that begins after it takes the lock, looks, and gives it back:
// that may be a wait. One that begins at the header is none, as it lets others in.
std::optional<std::uint32_t> gives_back_first(const Function& function, const Cfg& cfg,
                                              const LoopForest& forest, const Loop& loop,
                                              const LockFunctions& locks) {
  std::vector<bool> seen(cfg.blocks.size(), true);
  for (BlockId b : loop.blocks) seen[b.index()] = false;
  std::vector<BlockId> todo{loop.header};
  std::optional<std::uint32_t> first;
  BlockId block = loop.header;
  while (!todo.empty()) {
    const BlockId b = todo.back();
    todo.pop_back();
    const auto is_lock = [&](const Instruction& i) { return locks.takes(i) || locks.gives(i); };
    const auto begin = function.code.begin();
    const auto at = std::find_if(begin + cfg[b].first, begin + cfg[b].end, is_lock);
    if (at != begin + cfg[b].end) {
      const auto k = static_cast<std::uint32_t>(at - begin);
      if (locks.takes(*at) || (first && *first != k)) return std::nullopt;
      first = k;
      block = b;
      continue;
    }
    for (const BlockId next : cfg[b].successors) {
      if (next == loop.header) return std::nullopt;
      if (seen[next.index()]) continue;
      seen[next.index()] = true;
      todo.push_back(next);
    }
  }
  const bool nested = std::ranges::any_of(forest.loops, [&](const Loop& other) {
    return other.blocks.size() < loop.blocks.size() &&
           std::ranges::find(other.blocks, block) != other.blocks.end();
  });
  return nested ? std::nullopt : first;
}

void mark_spins(const Program& program, Function& function, const LockFunctions& locks) {
  const Cfg cfg = build_cfg(function);
  const LoopForest forest = find_loops(cfg);
  std::vector<bool> head(function.code.size(), false);
  std::vector<bool> head_after(function.code.size(), false);
  bool any = false;
  for (const Loop& loop : forest.loops) {
    const bool visible = std::any_of(loop.blocks.begin(), loop.blocks.end(), [&](BlockId b) {
      return std::any_of(function.code.begin() + cfg[b].first, function.code.begin() + cfg[b].end,
                         may_be_visible);
    });
    const auto number = static_cast<std::uint32_t>(&loop - forest.loops.data());
    if (!visible ||
        (!may_spin(program, function, cfg, loop) && is_counted(function, cfg, forest, number)))
      continue;
    if (const auto given = gives_back_first(function, cfg, forest, loop, locks))
      head_after[*given] = true;
    else
      head[cfg[loop.header].first] = true;
    any = true;
  }
  if (!any) return;
  CodeRewriter out(function);
  const std::vector<Instruction> code = function.code;
  for (std::size_t k = 0; k < code.size(); ++k) {
    out.next();
    if (head[k]) out.emit({.op = Opcode::SpinHead, .source = code[k].source});
    out.emit(code[k]);
    if (head_after[k]) out.emit({.op = Opcode::SpinHead, .source = code[k].source});
  }
  out.finish();
}

}  // namespace

void mark_spins(Program& program) {
  const LockFunctions locks(program);
  for (Function& f : program.functions) mark_spins(program, f, locks);
}

namespace {

// Makes an instruction read nothing; where control may go, and what is overwritten, stays as it is.
void drop(Function& f, Instruction& i) {
  if (i.op == Opcode::Alloca) return;
  f.constants.push_back(0);
  const Operand nothing = Operand::constant(static_cast<std::uint32_t>(f.constants.size() - 1));
  if (i.op == Opcode::Branch || i.op == Opcode::Switch)
    i.a = nothing;
  else if (i.op != Opcode::LoopBound && i.dst != kNoRegister)
    i = {.op = Opcode::Mov, .width = 64, .dst = i.dst, .a = nothing, .source = i.source};
  else
    i = {.op = Opcode::SpinHead, .source = i.source};
}

// How many atomic changes of memory the instruction may make: 2 means several.
unsigned changes(const Instruction& i, const ChangingFunctions& changing) {
  switch (i.op) {
    case Opcode::Rmw:
      return 1;
    case Opcode::Call:
      return changing.atomically[i.target] ? 2 : 0;
    case Opcode::CallIndirect:
      return 2;
    default:
      return 0;
  }
}

bool stores(const Instruction& i, const ChangingFunctions& changing) {
  return (i.op == Opcode::Store && !is_idle(i)) || i.op == Opcode::CallIndirect ||
         (i.op == Opcode::Call && changing.by_stores[i.target]);
}

bool takes_turns(const Instruction& i, const ChangingFunctions& changing) {
  return (i.op == Opcode::Sync && sync_row(static_cast<SyncOp>(i.sub)).takes_turns) ||
         i.op == Opcode::CallIndirect || (i.op == Opcode::Call && changing.locks[i.target]);
}

bool swaps(const Instruction& i, const ChangingFunctions& changing) {
  return i.op == Opcode::Cas || i.op == Opcode::CallIndirect ||
         (i.op == Opcode::Sync && static_cast<SyncOp>(i.sub) == SyncOp::SpinLock) ||
         (i.op == Opcode::Rmw && may_take_lock(static_cast<RmwFunction>(i.sub))) ||
         (i.op == Opcode::Call && changing.swaps[i.target]);
}

bool puts_back(const Instruction& i, const ChangingFunctions& changing) {
  return stores(i, changing) || i.op == Opcode::Cas || changes(i, changing) > 0 ||
         (i.op == Opcode::Call && changing.swaps[i.target]);
}

// Whether, in one round, something that may put a word back comes after what may change it.
bool may_turn(const Function& function, const Cfg& cfg, const Loop& loop,
              const ChangingFunctions& changing) {
  std::vector<bool> seen(cfg.blocks.size(), true);
  for (BlockId b : loop.blocks) seen[b.index()] = false;
  seen[loop.header.index()] = true;
  std::vector<BlockId> todo;
  const auto visit = [&](BlockId b, bool changed) {
    for (std::uint32_t k = cfg[b].first; k < cfg[b].end; ++k) {
      const Instruction& i = function.code[k];
      if (changed && puts_back(i, changing)) return true;
      if (!swaps(i, changing)) continue;
      if (i.op == Opcode::CallIndirect) return true;
      if (i.op == Opcode::Call && (changing.by_stores[i.target] || changing.twice[i.target]))
        return true;
      changed = true;
    }
    if (!changed) return false;
    for (const BlockId next : cfg[b].successors)
      if (!seen[next.index()]) {
        seen[next.index()] = true;
        todo.push_back(next);
      }
    return false;
  };
  for (BlockId b : loop.blocks)
    if (visit(b, false)) return true;
  while (!todo.empty()) {
    const BlockId b = todo.back();
    todo.pop_back();
    if (visit(b, true)) return true;
  }
  return false;
}

// A loop that counts is in another state at its head in each round, or never ends: what it changes
// is an effect.
void mark_loop(SpinHeadRegisters& head, const Program& program, const Function& function,
               const Cfg& cfg, const LoopForest& forest, std::uint32_t number,
               const ChangingFunctions& changing) {
  if (is_counted(function, cfg, forest, number)) return;
  const Loop& loop = forest.loops[number];
  unsigned count = 0;
  bool locks = false;
  for (BlockId b : loop.blocks)
    for (std::uint32_t k = cfg[b].first; k < cfg[b].end; ++k) {
      count += changes(function.code[k], changing);
      head.may_store = head.may_store || stores(function.code[k], changing);
      locks = locks || takes_turns(function.code[k], changing);
    }
  head.may_put_back = count >= 2 || (locks && may_spin(program, function, cfg, loop));
  head.may_turn = may_turn(function, cfg, loop, changing);
  head.loop.resize(function.code.size());
  for (BlockId b : loop.blocks)
    std::fill(head.loop.begin() + cfg[b].first, head.loop.begin() + cfg[b].end, true);
}

}  // namespace

ChangingFunctions::ChangingFunctions(const Program& program)
    : atomically(program.functions.size(), false),
      by_stores(program.functions.size(), false),
      locks(program.functions.size(), false),
      swaps(program.functions.size(), false),
      twice(program.functions.size(), false) {
  const auto grow = [&](std::vector<bool>& those, const auto& does) {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t f = 0; f < those.size(); ++f) {
        if (those[f]) continue;
        those[f] = std::ranges::any_of(program.functions[f].code, does);
        more = more || those[f];
      }
    }
  };
  grow(atomically, [&](const Instruction& i) { return changes(i, *this) > 0; });
  grow(locks, [&](const Instruction& i) { return takes_turns(i, *this); });
  grow(by_stores, [&](const Instruction& i) { return stores(i, *this); });
  grow(swaps, [&](const Instruction& i) { return ir::swaps(i, *this); });
  for (std::size_t f = 0; f < twice.size(); ++f)
    twice[f] = std::ranges::count_if(program.functions[f].code,
                                     [&](const Instruction& i) { return ir::swaps(i, *this); }) > 1;
}

// The loop of a SpinHead in that block: the one that it is the header of, or the innermost one.
static std::optional<std::uint32_t> loop_of(const LoopForest& forest, BlockId b) {
  std::optional<std::uint32_t> innermost;
  for (std::uint32_t l = 0; l < forest.loops.size(); ++l) {
    const Loop& loop = forest.loops[l];
    if (loop.header == b) return l;
    if (std::ranges::find(loop.blocks, b) == loop.blocks.end()) continue;
    if (!innermost || loop.blocks.size() < forest.loops[*innermost].blocks.size()) innermost = l;
  }
  return innermost;
}

// Registers are reused: the counter of one loop may be the data of another. So a counter is told
// not by its register but by the instructions that read it. In a copy of the function in which
// counting, and what is idle, does nothing, the registers that are live at a head are those that
// something else reads later.
std::vector<SpinHeadRegisters> spin_head_registers(const Program& program, const Function& function,
                                                   const ChangingFunctions& changing) {
  std::vector<SpinHeadRegisters> heads;
  for (std::uint32_t k = 0; k < function.code.size(); ++k)
    if (function.code[k].op == Opcode::SpinHead) heads.push_back({k, {}});
  if (heads.empty()) return heads;
  Function uncounted = function;
  for (Instruction& i : uncounted.code)
    if (i.op == Opcode::LoopBound || is_idle(i)) drop(uncounted, i);
  const Cfg cfg = build_cfg(uncounted);
  Liveness liveness(uncounted, cfg);
  for (SpinHeadRegisters& h : heads)
    liveness.walk(cfg.block_of[h.instruction], [&](std::uint32_t k, bool) {
      if (k == h.instruction)
        liveness.for_each_live([&](std::uint32_t r) { h.registers.push_back(r); });
    });
  const LoopForest forest = find_loops(cfg);
  for (SpinHeadRegisters& h : heads)
    if (const auto loop = loop_of(forest, cfg.block_of[h.instruction]))
      mark_loop(h, program, function, cfg, forest, *loop, changing);
  return heads;
}

}  // namespace overtake::ir
