#include "gcl/local_loops.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace overtake::gcl {
namespace {

bool may_fail(const Expr& e) {
  return e.op == Operator::Div || e.op == Operator::Mod ||
         std::ranges::any_of(e.operands, may_fail);
}

}  // namespace

bool is_unseen(const Statement& s) {
  return s.kind == StatementKind::Fence || s.kind == StatementKind::Skip ||
         s.kind == StatementKind::Assume || s.kind == StatementKind::Assert ||
         s.kind == StatementKind::Assign;
}

// Depth first along statements that no other process sees; a label that is met again while it is
// being left is a head.
std::vector<bool> local_loop_heads(const Process& process) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<bool> heads(process.labels.size());
  std::vector<Mark> marks(process.labels.size(), Mark::New);
  for (std::size_t first = 0; first < process.labels.size(); ++first) {
    if (marks[first] != Mark::New) continue;
    marks[first] = Mark::Open;
    std::vector<std::pair<LabelId, std::size_t>> stack{{LabelId{first}, 0}};
    while (!stack.empty()) {
      auto& [at, next] = stack.back();
      const std::vector<InstructionId>& alternatives = process.label(at).instructions;
      if (next == alternatives.size()) {
        marks[at.index()] = Mark::Done;
        stack.pop_back();
        continue;
      }
      const Instruction& i = process.instruction(alternatives[next++]);
      if (!is_unseen(i.statement)) continue;
      if (marks[i.to.index()] == Mark::Open) heads[i.to.index()] = true;
      if (marks[i.to.index()] != Mark::New) continue;
      marks[i.to.index()] = Mark::Open;
      stack.emplace_back(i.to, 0);  // `at` and `next` are gone from here on
    }
  }
  return heads;
}

bool idles_forever(const Process& process, LabelId at) {
  std::vector<bool> seen(process.labels.size());
  std::vector<LabelId> work{at};
  seen[at.index()] = true;
  while (!work.empty()) {
    const Label& label = process.label(work.back());
    work.pop_back();
    if (label.instructions.empty()) return false;
    for (const InstructionId id : label.instructions) {
      const Instruction& i = process.instruction(id);
      const bool idle = i.statement.kind == StatementKind::Skip ||
                        i.statement.kind == StatementKind::Fence ||
                        (i.statement.kind == StatementKind::Assign && !may_fail(i.statement.value));
      if (!idle) return false;
      if (!seen[i.to.index()]) work.push_back(i.to);
      seen[i.to.index()] = true;
    }
  }
  return true;
}

}  // namespace overtake::gcl
