#include "seq/switches.h"

#include <algorithm>

namespace overtake::seq {

using ir::Opcode;

namespace {

bool accesses_memory(const ir::Instruction& i) {
  return i.op == Opcode::Load || i.op == Opcode::Store || i.op == Opcode::Rmw ||
         i.op == Opcode::Cas || i.op == Opcode::Sync;
}

}  // namespace

CellUse find_use(const BoundedProgram& bounded, const Targets& targets, bool location) {
  const std::size_t cells = targets.cells().size();
  CellUse use{.races = Races(bounded, targets),
              .buffered = std::vector<char>(cells, 0),
              .writes = std::vector<char>(bounded.instances.size(), 0),
              .stores = std::vector<std::uint32_t>(cells, 0)};
  const auto for_each_access = [&](const auto& visit) {
    for (std::uint32_t t = 0; t < bounded.instances.size(); ++t) {
      const ir::Function& f = bounded.program.functions[t];
      for (std::uint32_t k = 0; k < f.code.size(); ++k)
        if (accesses_memory(f.code[k]))
          for (const Target& target : targets.of(t, k).targets)
            for (const CellId v : targets.cells_at(target, f.code[k].width))
              visit(t, k, f.code[k].op, v);
    }
  };
  std::vector<char> atomic(cells, 0);
  for_each_access([&](std::uint32_t t, std::uint32_t k, Opcode op, CellId v) {
    if (op != Opcode::Load && op != Opcode::Store) atomic[v.index()] = 1;
    if (op != Opcode::Store) return;
    ++use.stores[v.index()];
    if (use.buffered[v.index()] == 0 && use.races.may_race(t, k, v)) use.buffered[v.index()] = 1;
  });
  for (std::size_t v = 0; v < cells && location; ++v)
    if (atomic[v] != 0 && use.stores[v] > 0) use.buffered[v] = 1;
  for_each_access([&](std::uint32_t t, std::uint32_t, Opcode op, CellId v) {
    if (op == Opcode::Store && use.buffered[v.index()] != 0) use.writes[t] = 1;
  });
  return use;
}

namespace {

bool touches_buffered_cells(const BoundedProgram& bounded, const Targets& targets,
                            const CellUse& use, std::uint32_t instance, std::uint32_t index) {
  const ir::Instruction& i = bounded.program.functions[instance].code[index];
  const std::vector<Target>& all = targets.of(instance, index).targets;
  return std::any_of(all.begin(), all.end(), [&](const Target& target) {
    const auto cells = targets.cells_at(target, i.width);
    return std::any_of(cells.begin(), cells.end(),
                       [&](CellId v) { return use.buffered[v.index()] != 0; });
  });
}

}  // namespace

bool is_buffered_store(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                       std::uint32_t instance, std::uint32_t index) {
  return bounded.program.functions[instance].code[index].op == Opcode::Store &&
         touches_buffered_cells(bounded, targets, use, instance, index);
}

bool fences_its_store(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                      Model model, std::uint32_t instance, std::uint32_t index) {
  const std::vector<ir::Instruction>& code = bounded.program.functions[instance].code;
  const auto is_fence = [&](std::uint32_t k, std::uint8_t kind) {
    return code[k].op == Opcode::Fence && code[k].sub == kind;
  };
  if (index < 1 || !is_fence(index, ir::kFullFence) ||
      !is_buffered_store(bounded, targets, use, instance, index - 1))
    return false;
  // Whether a store comes before a free is something that others see.
  for (const Target& target : targets.of(instance, index - 1).targets)
    if (targets.may_be_freed(target.object)) return false;
  return model == Model::TSO ||
         (model == Model::PSO && index >= 2 && is_fence(index - 2, ir::kStoreFence));
}

bool observes_buffers(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                      std::uint32_t instance, std::uint32_t index) {
  const ir::Instruction& i = bounded.program.functions[instance].code[index];
  return accesses_memory(i) && i.op != Opcode::Store &&
         touches_buffered_cells(bounded, targets, use, instance, index);
}

bool needs_switch(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                  Model model, std::uint32_t instance, std::uint32_t index) {
  const ir::Instruction& i = bounded.program.functions[instance].code[index];
  // Emptying the buffers now and not later is something that others may see.
  const bool may_drain = model != Model::SC && use.writes[instance] != 0;
  switch (i.op) {
    case Opcode::Choose:
      return false;
    case Opcode::Fence:
      return i.sub != ir::kStoreFence && may_drain;
    case Opcode::Spawn:  // what it enables comes later anyway
    case Opcode::Ret:
      return may_drain;
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
      break;
    case Opcode::Sync:
      if (!may_drain && use.races.is_quiet_unlock(instance, index)) break;
      return true;
    default:
      return true;
  }
  if ((i.op == Opcode::Rmw || i.op == Opcode::Cas) && may_drain) return true;
  const std::vector<Target>& all = targets.of(instance, index).targets;
  return std::any_of(all.begin(), all.end(), [&](const Target& target) {
    if (targets.may_be_freed(target.object)) return true;
    const auto cells = targets.cells_at(target, i.width);
    return i.op != Opcode::Sync && std::any_of(cells.begin(), cells.end(), [&](CellId v) {
             return use.races.may_race(instance, index, v);
           });
  });
}

}  // namespace overtake::seq
