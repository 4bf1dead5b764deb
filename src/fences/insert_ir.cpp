#include "fences/insert_ir.h"

#include <map>
#include <optional>

#include "ir/rewrite.h"

namespace overtake::fences {
namespace {

using explicit_state::PositionId;
using explicit_state::StorePlaces;

bool stores(const ir::Instruction& i) {
  return i.op == ir::Opcode::Store || i.op == ir::Opcode::MemCopy || i.op == ir::Opcode::MemSet;
}
bool calls(const ir::Instruction& i) {
  return i.op == ir::Opcode::Call || i.op == ir::Opcode::CallIndirect;
}
bool branches(const ir::Instruction& i) {
  return i.op == ir::Opcode::Jump || i.op == ir::Opcode::Branch || i.op == ir::Opcode::Switch;
}
bool accesses(const ir::Instruction& i) {
  return stores(i) || calls(i) || i.op == ir::Opcode::Load || i.op == ir::Opcode::Rmw ||
         i.op == ir::Opcode::Cas || i.op == ir::Opcode::Sync;
}

class Insertion {
 public:
  Insertion(ir::Program& program, const StorePlaces& places, const std::vector<Placement>& fences)
      : program_(program), places_(places) {
    for (const Placement& f : fences) {
      FenceKind& kind = kinds_.try_emplace(f.position, f.kind).first->second;
      if (f.kind == FenceKind::Full) kind = f.kind;
    }
  }

  void run() {
    for (ir::Function& f : program_.functions) rewrite(f);
  }

 private:
  void rewrite(ir::Function& function) const {
    ir::CodeRewriter out(function);
    for (std::size_t i = 0; i < function.code.size(); ++i) {
      const ir::Instruction& instruction = function.code[i];
      out.next();
      if (const auto kind = wanted_before(function, i))
        out.emit({.op = ir::Opcode::Fence,
                  .sub = *kind == FenceKind::Full ? ir::kFullFence : ir::kStoreFence,
                  .source = instruction.source});
      out.emit(instruction);
      if (const auto kind = wanted(function, i))
        out.emit({.op = ir::Opcode::Fence,
                  .sub = *kind == FenceKind::Full ? ir::kFullFence : ir::kStoreFence,
                  .source = instruction.source});
    }
    out.finish();
  }

  std::optional<FenceKind> wanted(const ir::Function& function, std::size_t at) const {
    const ir::Instruction& i = function.code[at];
    if (!stores(i) && !calls(i)) return std::nullopt;
    const std::optional<ir::UserPlace> place = ir::user_place(program_, i.source);
    if (!place) return std::nullopt;
    const PositionId position = places_.find(program_, *place);
    if (!position.valid()) return std::nullopt;
    const auto it = kinds_.find(position);
    if (it == kinds_.end() || goes_on(function, at, *place)) return std::nullopt;
    return it->second;
  }

  // Before the first access of a statement.
  std::optional<FenceKind> wanted_before(const ir::Function& function, std::size_t at) const {
    const ir::Instruction& i = function.code[at];
    if (!accesses(i)) return std::nullopt;
    const std::optional<ir::UserPlace> place = ir::user_place(program_, i.source);
    if (!place) return std::nullopt;
    const PositionId position = places_.find_before(program_, *place);
    if (!position.valid()) return std::nullopt;
    const auto it = kinds_.find(position);
    if (it == kinds_.end()) return std::nullopt;
    const auto start = places_.start(program_, *place);
    for (std::size_t k = at; k-- > 0;) {
      const auto before = ir::user_place(program_, function.code[k].source);
      if (!before || before->file != place->file || places_.start(program_, *before) != start)
        break;
      if (accesses(function.code[k])) return std::nullopt;
    }
    return it->second;
  }

  // Whether the statement accesses memory once more, as far as one can see. Code that was inlined
  // may have loops.
  bool goes_on(const ir::Function& function, std::size_t at, const ir::UserPlace& place) const {
    const bool inlined = program_.sources[place.instruction.index()].inlined_at.valid();
    for (std::size_t i = at + 1; i < function.code.size(); ++i) {
      const ir::Instruction& next = function.code[i];
      if (ir::user_place(program_, next.source) != place) return false;
      if (accesses(next) || (inlined && branches(next))) return true;
      if (branches(next)) return false;
    }
    return false;
  }

  ir::Program& program_;
  const StorePlaces& places_;
  std::map<PositionId, FenceKind> kinds_;
};

}  // namespace

ir::Program with_fences(ir::Program program, const StorePlaces& places,
                        const std::vector<Placement>& fences) {
  Insertion(program, places, fences).run();
  return program;
}

}  // namespace overtake::fences
