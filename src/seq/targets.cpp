#include "seq/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "seq/points_to.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::Opcode;

namespace {

constexpr std::size_t kMaxTargets = 4096;

bool is_access(const ir::Instruction& i) {
  switch (i.op) {
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
    case Opcode::Free:
    case Opcode::ObjectSize:
    case Opcode::Sync:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool touches_memory(const ir::Instruction& i) {
  return is_access(i) && i.op != Opcode::Free && i.op != Opcode::ObjectSize &&
         !(i.op == Opcode::Sync && static_cast<ir::SyncOp>(i.sub) == ir::SyncOp::MutexHeld);
}

Targets::Targets(const BoundedProgram& program) {
  resolve(program);
  make_cells(program);
}

const AccessTargets& Targets::of(std::uint32_t instance, std::uint32_t index) const {
  return accesses_[instance].at(index);
}

void Targets::resolve(const BoundedProgram& bounded) {
  const ir::Program& p = bounded.program;
  const PointsTo points_to(bounded);
  freed_.assign(p.globals.size(), 0);
  accesses_.resize(p.functions.size());
  for (std::uint32_t t = 0; t < p.functions.size(); ++t) {
    const ir::Function& f = p.functions[t];
    for (std::uint32_t k = 0; k < f.code.size(); ++k) {
      const ir::Instruction& i = f.code[k];
      if (!is_access(i)) continue;
      if (i.width == 16 && touches_memory(i))
        throw InputError(place(p, i.source) +
                         ": accesses of 16 bytes are not supported here; "
                         "'overtake check' can do them");
      AccessTargets& a = accesses_[t][k];
      a.constant_address = i.a.is_constant();
      bool beside_private = false;
      const std::uint64_t size = touches_memory(i) || i.op == Opcode::Sync ? i.width : 0;
      for (const ir::GlobalId g : points_to.objects(t, i.a)) {
        const ir::Global& global = p.globals[g.index()];
        const Object& object = bounded.objects[g.index()];
        if (object.is_private && object.owner != t) continue;
        beside_private = beside_private || object.is_private;
        if (a.constant_address) {
          const std::uint64_t offset = f.constants[i.a.index()] - address_of(global.slot);
          if (offset <= global.size && size <= global.size - offset)
            a.targets.push_back({g, offset});
        } else if (size == 0) {
          a.targets.push_back({g, 0});
        } else {
          for (std::uint64_t o = 0; o + size <= global.size; o += size) a.targets.push_back({g, o});
        }
        if (i.op == Opcode::Free) freed_[g.index()] = 1;
        if (!object.is_private && !(global.constant && i.op == Opcode::Load)) a.visible = true;
      }
      // The machine judges wrong addresses, too, unless they lie beside a private object.
      if (a.targets.empty() && !beside_private) a.visible = true;
      if (a.visible && a.targets.size() > kMaxTargets)
        throw InputError(fmt::format(
            "{}: this access may go to more than {} places in shared memory; make the arrays "
            "smaller, or use 'overtake check'",
            place(p, i.source), kMaxTargets));
    }
  }
}

void Targets::make_cells(const BoundedProgram& bounded) {
  const ir::Program& p = bounded.program;
  std::vector<std::set<std::pair<std::uint64_t, std::uint64_t>>> ranges(p.globals.size());
  for (std::uint32_t t = 0; t < p.functions.size(); ++t)
    for (const auto& [k, a] : accesses_[t]) {
      const ir::Instruction& i = p.functions[t].code[k];
      if (!touches_memory(i)) continue;
      for (const Target& target : a.targets)
        if (!bounded.objects[target.object.index()].is_private)
          ranges[target.object.index()].insert({target.offset, target.offset + i.width});
    }
  by_object_.resize(p.globals.size());
  for (std::size_t g = 0; g < p.globals.size(); ++g) {
    std::set<std::uint64_t> edges;
    for (const auto& [from, to] : ranges[g]) {
      edges.insert(from);
      edges.insert(to);
    }
    for (auto e = edges.begin(); e != edges.end() && std::next(e) != edges.end(); ++e) {
      const std::uint64_t from = *e;
      const std::uint64_t to = *std::next(e);
      const bool used = std::any_of(ranges[g].begin(), ranges[g].end(), [&](const auto& r) {
        return r.first <= from && to <= r.second;
      });
      if (!used) continue;
      by_object_[g].push_back(CellId{cells_.size()});
      cells_.push_back({ir::GlobalId{g}, from, static_cast<std::uint32_t>(to - from)});
      if (!ranges[g].contains({from, to})) mixed_ = true;
    }
    for (const auto& [from, to] : ranges[g]) {
      const auto inside = cells_at({ir::GlobalId{g}, from}, to - from);
      if (inside.size() > 1) mixed_ = true;
    }
  }
}

std::span<const CellId> Targets::cells_at(const Target& target, std::uint64_t size) const {
  const std::vector<CellId>& all = by_object_[target.object.index()];
  const auto first = std::find_if(
      all.begin(), all.end(), [&](CellId c) { return cells_[c.index()].offset >= target.offset; });
  const auto last = std::find_if(
      first, all.end(), [&](CellId c) { return cells_[c.index()].offset >= target.offset + size; });
  return {first, last};
}

}  // namespace overtake::seq
