#include "seq/points.h"

#include <algorithm>

#include "base/error.h"
#include "ir/shape.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::Opcode;

bool is_visible(const BoundedProgram& program, const Targets& targets, std::uint32_t instance,
                std::uint32_t index) {
  const ir::Instruction& i = program.program.functions[instance].code[index];
  switch (i.op) {
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
      return targets.of(instance, index).visible;
    case Opcode::Sync:
      return static_cast<ir::SyncOp>(i.sub) != ir::SyncOp::MutexHeld;
    case Opcode::Fence:
    case Opcode::Free:
    case Opcode::ObjectSize:
    case Opcode::Spawn:
    case Opcode::Join:
    case Opcode::AtomicBegin:
    case Opcode::AtomicEnd:
    case Opcode::Choose:
    case Opcode::Ret:
      return true;
    default:
      return false;
  }
}

namespace {

class Finder {
 public:
  Finder(const BoundedProgram& program, const Targets& targets, const CellUse& use, Model model,
         std::uint32_t instance)
      : program_(program),
        targets_(targets),
        use_(use),
        model_(model),
        instance_(instance),
        function_(program.program.functions[instance]),
        shape_(shape_of(program.program, function_)) {}

  Points run() {
    cut();
    assign();
    find_registers();
    return std::move(out_);
  }

 private:
  void cut() {
    const std::size_t blocks = shape_.cfg.blocks.size();
    std::vector<std::uint32_t> order;
    for (std::uint32_t b = 0; b < blocks; ++b)
      if (shape_.order[b] != 0) order.push_back(b);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return shape_.order[a] < shape_.order[b]; });
    out_.piece_at.assign(function_.code.size(), Points::kNone);
    for (const std::uint32_t b : order) {
      const ir::Block& block = shape_.cfg.blocks[b];
      for (std::uint32_t k = block.first; k < block.end; ++k) {
        if (k != block.first && !is_visible(program_, targets_, instance_, k)) continue;
        if (k != block.first) out_.pieces.back().end = k;
        out_.piece_at[k] = static_cast<std::uint32_t>(out_.pieces.size());
        out_.pieces.push_back({.first = k, .end = block.end});
      }
    }
  }

  template <class Visit>
  void for_each_successor(const Piece& piece, Visit visit) {
    const ir::Instruction& last = function_.code[piece.end - 1];
    ir::for_each_target(function_, last,
                        [&](std::uint32_t target) { visit(out_.piece_at[target]); });
    if (!ir::ends_block(last.op)) visit(out_.piece_at[piece.end]);
  }

  // A piece belongs to the point of its predecessors, if they agree and it does not start one.
  void assign() {
    const std::size_t n = out_.pieces.size();
    std::vector<std::uint32_t> from(n, Points::kNone);  // the point that leads here, or kMany
    std::vector<std::uint32_t> depth(n, 0);             // operations on the longest path up to here
    std::vector<std::uint32_t> stores(n, 0);            // buffered ones on the path with most
    std::vector<char> section(n, 0);
    for (std::uint32_t p = 0; p < n; ++p) {
      Piece& piece = out_.pieces[p];
      const bool visible = is_visible(program_, targets_, instance_, piece.first);
      bool switches = false;
      if (visible || from[p] == Points::kNone || from[p] == Points::kMany) {
        piece.point = static_cast<std::uint32_t>(out_.points.size());
        const bool inside = section[p] != 0;
        out_.points.push_back(
            {.visible = visible,
             .in_section = inside,
             .switches = visible && !inside && !ends_fenced_store(p) &&
                         needs_switch(program_, targets_, use_, model_, instance_, piece.first)});
        switches = out_.points.back().switches;
      } else {
        piece.point = from[p];
      }
      out_.points[piece.point].pieces.push_back(p);
      const std::uint32_t here = depth[p] + (switches ? 1 : 0);
      if (p == 0) out_.starts_at_switch = switches;
      out_.longest = std::max(out_.longest, here);
      const bool buffered =
          visible && is_buffered_store(program_, targets_, use_, instance_, piece.first);
      const bool fenced = switches && p + 1 < n && ends_fenced_store(p + 1);
      const std::uint32_t stored = stores[p] + (buffered && !fenced ? 1 : 0);
      out_.stores = std::max(out_.stores, stored);
      char inside = section[p];
      if (function_.code[piece.first].op == Opcode::AtomicBegin) inside = 1;
      if (function_.code[piece.first].op == Opcode::AtomicEnd) inside = 0;
      for_each_successor(piece, [&](std::uint32_t next) {
        from[next] =
            from[next] == Points::kNone || from[next] == piece.point ? piece.point : Points::kMany;
        depth[next] = std::max(depth[next], here);
        stores[next] = std::max(stores[next], stored);
        section[next] = inside;
      });
    }
  }

  // The piece is a fence that is one step with the store before it, which is the piece before.
  // Others come in before the store, so that they still do before the step.
  bool ends_fenced_store(std::uint32_t p) const {
    const std::uint32_t fence = out_.pieces[p].first;
    if (p == 0 || out_.pieces[p - 1].first + 1 != fence || out_.pieces[p - 1].end != fence ||
        !out_.points[out_.pieces[p - 1].point].switches)
      return false;
    const auto block = [&](std::uint32_t k) { return shape_.cfg.block_of[k]; };
    return fences_its_store(program_, targets_, use_, model_, instance_, fence) &&
           block(fence) == block(fence - 1) &&
           (model_ == Model::TSO || block(fence) == block(fence - 2));
  }

  void find_registers() {
    out_.point_of_register.assign(function_.registers, Points::kNone);
    for (const Piece& piece : out_.pieces) {
      const auto use = [&](std::uint32_t r) {
        std::uint32_t& point = out_.point_of_register[r];
        point = point == Points::kNone || point == piece.point ? piece.point : Points::kMany;
      };
      for (std::uint32_t k = piece.first; k < piece.end; ++k) {
        const ir::Instruction& i = function_.code[k];
        for (unsigned r = 0; r < ir::results(i); ++r) use(i.dst + r);
        if (i.op == Opcode::LoopBound) use(i.dst);
        ir::for_each_operand(function_, i, [&](ir::Operand o, bool) {
          if (!o.is_constant()) use(o.index());
        });
      }
    }
    // The argument arrives from outside.
    if (instance_ != 0 && !out_.point_of_register.empty())
      out_.point_of_register[0] = Points::kMany;
  }

  const BoundedProgram& program_;
  const Targets& targets_;
  const CellUse& use_;
  Model model_;
  std::uint32_t instance_;
  const ir::Function& function_;
  FunctionShape shape_;
  Points out_;
};

}  // namespace

Points find_points(const BoundedProgram& program, const Targets& targets, const CellUse& use,
                   Model model, std::uint32_t instance) {
  return Finder(program, targets, use, model, instance).run();
}

}  // namespace overtake::seq
