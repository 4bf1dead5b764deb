#include "seq/races.h"

#include <algorithm>

#include "ir/shape.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::Opcode;
using ir::SyncOp;

namespace {

std::uint64_t bit(std::uint32_t n) { return std::uint64_t{1} << n; }

bool is_mutex_operation(const ir::Instruction& i) {
  return i.op == Opcode::Sync && static_cast<SyncOp>(i.sub) <= SyncOp::MutexHeld;
}

}  // namespace

Races::Races(const BoundedProgram& bounded, const Targets& targets)
    : bounded_(bounded),
      targets_(targets),
      standing_(bounded.instances.size()),
      joined_at_start_(bounded.instances.size(), 0),
      accesses_(targets.cells().size()) {
  find_mutexes();
  for (std::uint32_t t = 0; t < bounded.instances.size(); ++t) walk(t);
  find_sound_mutexes();
  for (std::uint32_t t = 0; t < bounded.instances.size(); ++t)
    for (const auto& [k, standing] : standing_[t]) {
      const ir::Instruction& i = bounded.program.functions[t].code[k];
      if (!touches_memory(i)) continue;
      for (const Target& target : targets.of(t, k).targets)
        for (const CellId v : targets.cells_at(target, i.width))
          accesses_[v.index()].insert({standing, i.op != Opcode::Load});
    }
}

void Races::find_mutexes() {
  for (std::uint32_t t = 0; t < bounded_.instances.size(); ++t) {
    const ir::Function& f = bounded_.program.functions[t];
    for (std::uint32_t k = 0; k < f.code.size(); ++k) {
      if (!is_mutex_operation(f.code[k])) continue;
      for (const Target& target : targets_.of(t, k).targets) {
        const auto cells = targets_.cells_at(target, f.code[k].width);
        if (cells.size() == 1 && mutexes_.size() < 64)
          mutexes_.try_emplace(cells.front(), bit(static_cast<std::uint32_t>(mutexes_.size())));
      }
    }
  }
}

std::uint64_t Races::mutex_bit(std::uint32_t instance, std::uint32_t index) const {
  const AccessTargets& a = targets_.of(instance, index);
  if (!a.constant_address || a.targets.size() != 1) return 0;
  const auto cells =
      targets_.cells_at(a.targets.front(), bounded_.program.functions[instance].code[index].width);
  const auto it = cells.size() == 1 ? mutexes_.find(cells.front()) : mutexes_.end();
  return it == mutexes_.end() ? 0 : it->second;
}

void Races::walk(std::uint32_t instance) {
  const ir::Function& f = bounded_.program.functions[instance];
  const FunctionShape shape = shape_of(bounded_.program, f);
  std::vector<std::uint32_t> order;
  for (std::uint32_t b = 0; b < shape.cfg.blocks.size(); ++b)
    if (shape.order[b] != 0) order.push_back(b);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return shape.order[a] < shape.order[b]; });
  std::vector<std::optional<Standing>> entry(shape.cfg.blocks.size());
  entry[0] = Standing{.instance = instance};
  for (const std::uint32_t b : order) {
    Standing s = *entry[b];
    for (std::uint32_t k = shape.cfg.blocks[b].first; k < shape.cfg.blocks[b].end; ++k) {
      const Opcode op = f.code[k].op;
      if (touches_memory(f.code[k]) || op == Opcode::Spawn || op == Opcode::Join) {
        standing_[instance].emplace(k, s);
        step(s, k);
      }
    }
    for (const ir::BlockId next : shape.cfg.blocks[b].successors) {
      std::optional<Standing>& e = entry[next.index()];
      if (!e) {
        e = s;
        continue;
      }
      e->held &= s.held;
      e->joined &= s.joined;
      e->started |= s.started;
    }
  }
}

void Races::step(Standing& s, std::uint32_t index) {
  const ir::Function& f = bounded_.program.functions[s.instance];
  const ir::Instruction& i = f.code[index];
  if (i.op == Opcode::Spawn) {
    const auto child =
        static_cast<std::uint32_t>(slot_bits(f.constants[i.a.index()]) - ir::kFirstFunctionSlot);
    s.started |= bit(child);
    joined_at_start_[child] = s.joined;
    return;
  }
  if (i.op == Opcode::Join) {
    if (i.a.is_constant() && f.constants[i.a.index()] < bounded_.instances.size())
      s.joined |= bit(static_cast<std::uint32_t>(f.constants[i.a.index()]));
    return;
  }
  if (is_mutex_operation(i) && static_cast<SyncOp>(i.sub) == SyncOp::MutexLock) {
    s.held |= mutex_bit(s.instance, index);
    return;
  }
  if (i.op == Opcode::Load ||
      (i.op == Opcode::Sync && static_cast<SyncOp>(i.sub) == SyncOp::MutexTryLock))
    return;
  // Whatever this writes to is not a mutex that is held.
  for (const Target& target : targets_.of(s.instance, index).targets)
    for (const CellId v : targets_.cells_at(target, i.width))
      if (const auto it = mutexes_.find(v); it != mutexes_.end()) s.held &= ~it->second;
}

void Races::find_sound_mutexes() {
  sound_ = quiet_ = ~std::uint64_t{0};
  for (std::uint32_t t = 0; t < bounded_.instances.size(); ++t)
    for (const auto& [k, standing] : standing_[t]) {
      const ir::Instruction& i = bounded_.program.functions[t].code[k];
      if (!touches_memory(i)) continue;
      const auto op = static_cast<SyncOp>(i.sub);
      const bool sync = i.op == Opcode::Sync;
      if (sync && (op == SyncOp::MutexLock || op == SyncOp::MutexUnlock)) continue;
      // While there is only main, it may do what it likes.
      if (t == 0 && standing.started == 0) continue;
      for (const Target& target : targets_.of(t, k).targets)
        for (const CellId v : targets_.cells_at(target, i.width)) {
          const auto it = mutexes_.find(v);
          if (it == mutexes_.end()) continue;
          quiet_ &= ~it->second;
          // Destroying one that is held is an error, and does not free it.
          if (i.op != Opcode::Load &&
              !(sync && (op == SyncOp::MutexTryLock || op == SyncOp::Destroy)))
            sound_ &= ~it->second;
        }
    }
  quiet_ &= sound_;
}

bool Races::before(const Standing& a, const Standing& b) const {
  const std::uint32_t t = a.instance;
  if ((b.joined & bit(t)) != 0) return true;
  for (std::uint32_t c = b.instance; c != 0; c = bounded_.instances[c].parent) {
    if ((joined_at_start_[c] & bit(t)) != 0) return true;
    if (bounded_.instances[c].parent == t) return (a.started & bit(c)) == 0;
  }
  return false;
}

bool Races::ordered(const Standing& a, const Standing& b) const {
  return a.instance == b.instance || (a.held & b.held & sound_) != 0 || before(a, b) ||
         before(b, a);
}

bool Races::may_race(std::uint32_t instance, std::uint32_t index, CellId v) const {
  const auto it = standing_[instance].find(index);
  if (it == standing_[instance].end()) return false;  // code that no path leads to
  const Standing& mine = it->second;
  const bool writes = bounded_.program.functions[instance].code[index].op != Opcode::Load;
  return std::any_of(
      accesses_[v.index()].begin(), accesses_[v.index()].end(),
      [&](const Access& a) { return (writes || a.writes) && !ordered(mine, a.standing); });
}

bool Races::is_quiet_unlock(std::uint32_t instance, std::uint32_t index) const {
  const ir::Instruction& i = bounded_.program.functions[instance].code[index];
  return i.op == Opcode::Sync && static_cast<SyncOp>(i.sub) == SyncOp::MutexUnlock &&
         (mutex_bit(instance, index) & standing_[instance].at(index).held & quiet_) != 0;
}

}  // namespace overtake::seq
