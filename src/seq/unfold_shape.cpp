// The blocks of a function in the order in which they are unfolded, and the loops around each.
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

std::string place(const ir::Program& program, ir::SourceId source) {
  if (!source.valid()) return "the program";
  const ir::Source& s = program.sources[source.index()];
  const std::string file = s.file.valid() ? program.files[s.file.index()].path : "?";
  return fmt::format("{}:{}:{}", file, s.line, s.column);
}

FunctionShape shape_of(const ir::Program& program, const ir::Function& function) {
  FunctionShape s{.cfg = ir::build_cfg(function)};
  s.loops = ir::find_loops(s.cfg);
  const std::size_t n = s.cfg.blocks.size();
  // Reverse postorder, without recursion.
  s.order.assign(n, 0);
  std::vector<char> seen(n, 0);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  std::vector<std::uint32_t> post;
  seen[0] = 1;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    const auto& successors = s.cfg.blocks[block].successors;
    if (next == successors.size()) {
      post.push_back(block);
      stack.pop_back();
      continue;
    }
    const auto to = static_cast<std::uint32_t>(successors[next++].index());
    if (seen[to] == 0) {
      seen[to] = 1;
      stack.emplace_back(to, 0);
    }
  }
  for (std::size_t i = 0; i < post.size(); ++i)
    s.order[post[i]] = static_cast<std::uint32_t>(post.size() - i);
  s.nest.resize(n);
  for (std::size_t b = 0; b < n; ++b) {
    for (std::uint32_t l = s.loops.innermost[b]; l != ir::kNoLoop; l = s.loops.loops[l].parent)
      s.nest[b].push_back(l);
    std::reverse(s.nest[b].begin(), s.nest[b].end());
  }
  for (std::uint32_t l = 0; l < s.loops.loops.size(); ++l)
    for (std::size_t b = 0; b < n; ++b)
      for (const ir::BlockId to : s.cfg.blocks[b].successors)
        if (seen[b] != 0 && s.loops.contains(l, to) && !s.loops.contains(l, ir::BlockId{b}) &&
            to != s.loops.loops[l].header)
          throw InputError(fmt::format(
              "{}: a loop that is entered in two places (a goto into it, in '{}') cannot be "
              "unrolled; use 'overtake check'",
              place(program, function.code[s.cfg[to].first].source), function.name));
  return s;
}

const FunctionShape& Unfolding::shape(ir::FunctionId f) {
  if (shapes.empty()) shapes.resize(source.functions.size());
  if (shapes[f.index()].cfg.blocks.empty())
    shapes[f.index()] = shape_of(source, source.functions[f.index()]);
  return shapes[f.index()];
}

}  // namespace overtake::seq
