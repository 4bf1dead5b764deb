// Where does an iteration begin? `for (i = 0; i < N; i++)` must be complete with --unroll N and
// bounded with N - 1; `do ... while` likewise; and a loop whose condition is false after N
// iterations must not be bounded, however many blocks the condition has.
//
// A block of a loop is *committed* if no way out of the loop can be reached from it but through the
// header: it is past the last test of this iteration. Each iteration crosses from uncommitted to
// committed blocks (or back to the header) once, and that is where it is counted: after the
// condition of a while loop, after the last break of a loop that has some. Two kinds of loops have
// no test before the body, and are counted at the header: those without any way out, and those
// whose only tests are at the end. Leaving by an exception, or to code that only fails or exits, is
// no test.
//
// The counter of a loop is set to 0 on every edge into it. Edges are split where needed.
#include <algorithm>
#include <unordered_map>

#include "ir/counted_loops.h"
#include "ir/loops.h"
#include "ir/rewrite.h"

namespace overtake::ir {
namespace {

// Instructions to be put on edges; the edge into the function has no source.
class EdgeCode {
 public:
  void add(BlockId from, BlockId to, const Instruction& i) { code_[key(from, to)].push_back(i); }
  const std::vector<Instruction>* find(BlockId from, BlockId to) const {
    const auto it = code_.find(key(from, to));
    return it == code_.end() ? nullptr : &it->second;
  }

 private:
  static std::uint64_t key(BlockId from, BlockId to) {
    return std::uint64_t{from.value} << 32 | to.value;
  }
  std::unordered_map<std::uint64_t, std::vector<Instruction>> code_;
};

class LoopBounder {
 public:
  LoopBounder(const Program& program, Function& function, const LoopBounds& bounds,
              std::vector<bool>& found)
      : program_(program),
        function_(function),
        bounds_(bounds),
        found_(found),
        cfg_(build_cfg(function)),
        forest_(find_loops(cfg_)) {}

  void run() {
    if (forest_.loops.empty()) return;
    find_predecessors();
    find_doomed();
    uncommitted_.resize(cfg_.blocks.size());
    member_.assign(cfg_.blocks.size(), kNoLoop);
    first_counter_ = function_.registers;
    function_.registers += static_cast<std::uint32_t>(forest_.loops.size());
    find_zero();
    for (std::uint32_t l = 0; l < forest_.loops.size(); ++l) {
      for (const BlockId b : forest_.loops[l].blocks) member_[b.index()] = l;
      const std::uint32_t bound = bound_of(l);
      if (bound == 0) continue;
      reset_counter(l);
      count_iterations(l, bound);
    }
    split_edges();
  }

 private:
  const Instruction& last_of(BlockId b) const { return function_.code[cfg_[b].end - 1]; }

  // 0: none.
  std::uint32_t bound_of(std::uint32_t l) {
    std::uint32_t bound = 0;
    const SourceId at = place(l);
    for (std::size_t k = 0; k < bounds_.ones.size(); ++k) {
      const LoopBounds::One& one = bounds_.ones[k];
      if (one.file.empty() ? one.function != function_.name : !is_at(at, one)) continue;
      found_[k] = true;
      bound = one.bound;
    }
    if (bound != 0 || bounds_.all == 0) return bound;
    return bounds_.counted || !is_counted(function_, cfg_, forest_, l) ? bounds_.all : 0;
  }

  // Whether the place, or one that it was inlined at, is the one that is meant.
  bool is_at(SourceId at, const LoopBounds::One& one) const {
    for (; at.valid(); at = program_.sources[at.index()].inlined_at) {
      const Source& s = program_.sources[at.index()];
      const std::string_view file = program_.files[s.file.index()].path;
      const bool ends =
          file.ends_with(one.file) &&
          (file.size() == one.file.size() || file[file.size() - one.file.size() - 1] == '/');
      if (s.line == one.line && ends) return true;
    }
    return false;
  }

  void find_predecessors() {
    predecessors_.resize(cfg_.blocks.size());
    const std::vector<bool> live = reachable(cfg_);
    for (std::size_t b = 0; b < cfg_.blocks.size(); ++b)
      if (live[b])
        for (const BlockId to : cfg_.blocks[b].successors)
          predecessors_[to.index()].push_back(BlockId{b});
  }

  // Blocks from which every path ends in a failure, an exit of the process or an exception.
  void find_doomed() {
    doomed_.assign(cfg_.blocks.size(), false);
    std::vector<std::size_t> ways_out(cfg_.blocks.size());
    std::vector<BlockId> todo;
    for (std::size_t b = 0; b < cfg_.blocks.size(); ++b) {
      ways_out[b] = cfg_.blocks[b].successors.size();
      const Opcode op = last_of(BlockId{b}).op;
      if (shape(op).flow == Flow::Stop && op != Opcode::Ret && op != Opcode::ThreadExit)
        todo.push_back(BlockId{b});
    }
    while (!todo.empty()) {
      const BlockId b = todo.back();
      todo.pop_back();
      doomed_[b.index()] = true;
      for (const BlockId before : predecessors_[b.index()])
        if (--ways_out[before.index()] == 0) todo.push_back(before);
    }
  }

  // Only for the loop that is being worked on.
  bool contains(std::uint32_t loop, BlockId b) const { return member_[b.index()] == loop; }

  bool leaves(std::uint32_t loop, BlockId from, BlockId to) const {
    if (contains(loop, to) || doomed_[to.index()]) return false;
    const Instruction& last = last_of(from);
    const bool by_exception = last.unwind != kNoTarget && cfg_.block_of[last.unwind] == to &&
                              cfg_[from].end != cfg_[to].first;
    return !by_exception;
  }
  bool may_leave(std::uint32_t loop, BlockId from) const {
    const std::vector<BlockId>& next = cfg_[from].successors;
    return std::any_of(next.begin(), next.end(),
                       [&](BlockId to) { return leaves(loop, from, to); });
  }

  std::uint32_t counter(std::uint32_t loop) const { return first_counter_ + loop; }

  void find_zero() {
    std::vector<std::uint64_t>& constants = function_.constants;
    const auto it = std::find(constants.begin(), constants.end(), 0u);
    zero_ = Operand::constant(static_cast<std::uint32_t>(it - constants.begin()));
    if (it == constants.end()) constants.push_back(0);
  }

  void reset_counter(std::uint32_t l) {
    const Instruction reset{
        .op = Opcode::Mov, .width = 64, .dst = counter(l), .a = zero_, .source = place(l)};
    for (const BlockId b : forest_.loops[l].blocks) {
      if (b == BlockId{0}) edges_.add(BlockId::none(), b, reset);
      for (const BlockId from : predecessors_[b.index()])
        if (!contains(l, from)) edges_.add(from, b, reset);
    }
  }

  // The loop's line: the first place that its header, or else any of its blocks, knows.
  SourceId place(std::uint32_t l) const {
    auto first_place = [&](BlockId b) {
      for (std::uint32_t k = cfg_[b].first; k < cfg_[b].end; ++k)
        if (function_.code[k].source.valid()) return function_.code[k].source;
      return SourceId::none();
    };
    SourceId found = first_place(forest_.loops[l].header);
    for (const BlockId b : forest_.loops[l].blocks) {
      if (found.valid()) break;
      found = first_place(b);
    }
    return found;
  }

  void count_iterations(std::uint32_t l, std::uint32_t unroll) {
    const Loop& loop = forest_.loops[l];
    const Instruction bound{
        .op = Opcode::LoopBound, .dst = counter(l), .count = unroll, .source = place(l)};

    // Uncommitted: may leave, or continues to an uncommitted block other than the header.
    std::vector<BlockId> todo;
    for (const BlockId b : loop.blocks) {
      uncommitted_[b.index()] = false;
      if (may_leave(l, b)) todo.push_back(b);
    }
    while (!todo.empty()) {
      const BlockId b = todo.back();
      todo.pop_back();
      if (uncommitted_[b.index()]) continue;
      uncommitted_[b.index()] = true;
      if (b == loop.header) continue;
      for (const BlockId before : predecessors_[b.index()])
        if (contains(l, before)) todo.push_back(before);
    }

    std::vector<std::pair<BlockId, BlockId>> crossings;
    bool only_at_the_end = true;
    for (const BlockId from : loop.blocks) {
      if (!uncommitted_[from.index()]) continue;
      for (const BlockId to : cfg_[from].successors) {
        if (!contains(l, to)) continue;
        if (to != loop.header && uncommitted_[to.index()]) continue;
        crossings.emplace_back(from, to);
        only_at_the_end &= to == loop.header;
      }
    }
    if (!uncommitted_[loop.header.index()] || (only_at_the_end && !may_leave(l, loop.header))) {
      if (loop.header == BlockId{0}) edges_.add(BlockId::none(), loop.header, bound);
      for (const BlockId from : predecessors_[loop.header.index()])
        edges_.add(from, loop.header, bound);
    } else {
      for (const auto& [from, to] : crossings) edges_.add(from, to, bound);
    }
  }

  // The code of an edge goes to the start of a block that has no other edge, before a jump
  // that has no other target, between blocks that follow each other, or else after the old code.
  void split_edges() {
    CodeRewriter out(function_);
    auto emit = [&](const std::vector<Instruction>* code) {
      if (code == nullptr) return;
      for (const Instruction& i : *code) out.emit(i);
    };
    std::vector<Instruction> old = function_.code;
    std::vector<std::pair<std::uint32_t, const std::vector<Instruction>*>> trampolines;
    for (std::size_t b = 0; b < cfg_.blocks.size(); ++b) {
      const BlockId id{b};
      const Block& block = cfg_.blocks[b];
      const std::vector<Instruction>* const at_start = code_at_start(id);
      if (b == 0) emit(edges_.find(BlockId::none(), id));
      for (std::uint32_t k = block.first; k < block.end; ++k) {
        const bool last = k + 1 == block.end;
        const std::vector<Instruction>* before_jump = nullptr;
        if (last && old[k].op == Opcode::Jump) before_jump = on_edge(id, old[k].target);
        out.next();
        if (k == block.first) emit(at_start);
        emit(before_jump);
        if (last && old[k].op != Opcode::Jump) {
          const std::size_t own = trampolines.size();
          for_each_target(function_, old[k], [&](std::uint32_t& target) {
            const std::vector<Instruction>* const code = on_edge(id, target);
            if (code == nullptr) return;
            std::size_t t = own;
            while (t < trampolines.size() && trampolines[t].first != target) ++t;
            if (t == trampolines.size()) trampolines.emplace_back(target, code);
            target = static_cast<std::uint32_t>(old.size() + t);
          });
        }
        out.emit(old[k]);
      }
      if (!ends_block(old[block.end - 1].op)) emit(on_edge(id, block.end));
    }
    for (const auto& [target, code] : trampolines) {
      out.next();
      emit(code);
      out.emit({.op = Opcode::Jump, .target = target, .source = code->back().source});
    }
    out.finish();
  }

  const std::vector<Instruction>* code_at_start(BlockId b) const {
    const std::vector<BlockId>& before = predecessors_[b.index()];
    return before.size() == 1 && b != BlockId{0} ? edges_.find(before[0], b) : nullptr;
  }
  const std::vector<Instruction>* on_edge(BlockId from, std::uint32_t target) const {
    const BlockId to = cfg_.block_of[target];
    return code_at_start(to) != nullptr ? nullptr : edges_.find(from, to);
  }

  const Program& program_;
  Function& function_;
  const LoopBounds& bounds_;
  std::vector<bool>& found_;  // by one of the bounds
  Cfg cfg_;
  LoopForest forest_;
  std::vector<std::vector<BlockId>> predecessors_;  // reachable ones
  std::vector<bool> doomed_;
  std::vector<bool> uncommitted_;
  std::vector<std::uint32_t> member_;  // by block: the last loop worked on that it is in
  Operand zero_;
  std::uint32_t first_counter_ = 0;
  EdgeCode edges_;
};

}  // namespace

std::vector<bool> bound_loops(Program& program, const LoopBounds& bounds) {
  std::vector<bool> found(bounds.ones.size(), false);
  for (Function& f : program.functions) LoopBounder(program, f, bounds, found).run();
  return found;
}

}  // namespace overtake::ir
