#include "fences/clear_registers.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ir/liveness.h"
#include "ir/rewrite.h"

namespace overtake::fences {
namespace {

using RegisterSet = std::vector<bool>;

class Clearing {
 public:
  explicit Clearing(ir::Function& function)
      : function_(function), cfg_(ir::build_cfg(function)), before_(function.code.size()) {}

  void run() {
    find_live();
    const std::vector<RegisterSet> used = used_before_blocks();
    ir::CodeRewriter out(function_);
    for (std::uint32_t b = 0; b < cfg_.blocks.size(); ++b) {
      const ir::Block& block = cfg_.blocks[b];
      for (std::uint32_t k = block.first; k < block.end; ++k) {
        const ir::Instruction i = function_.code[k];
        out.next();
        if (k == block.first) clear(out, used[b], before_[k], i.source);
        out.emit(i);
        // After the last one it is left to the blocks that follow.
        if (k + 1 < block.end) clear(out, used_by(k), before_[k + 1], i.source);
      }
    }
    out.finish();
  }

 private:
  // before_: the registers that are live before each instruction.
  void find_live() {
    ir::Liveness liveness(function_, cfg_);
    for (std::uint32_t b = 0; b < cfg_.blocks.size(); ++b)
      liveness.walk(ir::BlockId{b}, [&](std::uint32_t k, bool) {
        before_[k].assign(function_.registers, false);
        liveness.for_each_live([&](std::uint32_t r) { before_[k][r] = true; });
      });
  }

  // What may be something other than 0 after an instruction, of what matters before or in it.
  RegisterSet used_by(std::uint32_t k) const {
    RegisterSet used = before_[k];
    const ir::Instruction& i = function_.code[k];
    for (unsigned n = 0; n < ir::results(i); ++n) used[i.dst + n] = true;
    return used;
  }

  std::vector<RegisterSet> used_before_blocks() const {
    std::vector<RegisterSet> used(cfg_.blocks.size(), RegisterSet(function_.registers, false));
    if (used.empty()) return used;
    for (std::uint32_t r = 0; r < function_.parameters; ++r) used[0][r] = true;
    for (const ir::Block& block : cfg_.blocks) {
      const RegisterSet last = used_by(block.end - 1);
      for (const ir::BlockId next : block.successors)
        for (std::uint32_t r = 0; r < function_.registers; ++r)
          if (last[r]) used[next.index()][r] = true;
    }
    return used;
  }

  void clear(ir::CodeRewriter& out, const RegisterSet& used, const RegisterSet& live,
             ir::SourceId source) {
    for (std::uint32_t r = 0; r < function_.registers; ++r)
      if (used[r] && !live[r])
        out.emit({.op = ir::Opcode::Mov, .width = 64, .dst = r, .a = zero(), .source = source});
  }

  ir::Operand zero() {
    auto& constants = function_.constants;
    const auto it = std::ranges::find(constants, 0u);
    const auto index = static_cast<std::uint32_t>(it - constants.begin());
    if (it == constants.end()) constants.push_back(0);
    return ir::Operand::constant(index);
  }

  ir::Function& function_;
  const ir::Cfg cfg_;
  std::vector<RegisterSet> before_;
};

}  // namespace

ir::Program clear_registers(ir::Program program) {
  for (ir::Function& f : program.functions)
    if (!f.code.empty()) Clearing(f).run();
  return program;
}

}  // namespace overtake::fences
