// Early clobbers: whether it matters that a compiler may give an output the register of an input.
//
// It may unless the output is an early clobber, is tied to an input, or an input is in its register
// anyway. Then a statement that writes such an output and reads an input later works by luck.
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "frontend/clang/assembly.h"

namespace overtake::frontend {
namespace {

// Local and global variables are addressed without a register that outputs may have.
bool needs_register(const llvm::Value* pointer) {
  const llvm::Value* base = pointer->stripInBoundsConstantOffsets();
  return !llvm::isa<llvm::AllocaInst, llvm::GlobalValue>(base);
}

}  // namespace

void Assembly::find_shared(const llvm::InlineAsm::ConstraintInfoVector& constraints,
                           const std::set<std::size_t>& tied) {
  std::set<unsigned> occupied;  // registers of the processor that an input is in
  std::size_t at = 0;
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& info : constraints) {
    if (info.Type == llvm::InlineAsm::isClobber) continue;
    Cell& cell = cells_[at++];
    if (info.Type == llvm::InlineAsm::isLabel) continue;
    const bool is_input = info.Type == llvm::InlineAsm::isInput;
    const llvm::Value* value =
        is_input || info.isIndirect ? call_.getArgOperand(argument++) : nullptr;
    if (cell.memory) {
      cell.input = needs_register(value);
    } else if (is_input) {
      const bool starts_output = !info.Codes.empty() && llvm::isDigit(info.Codes.front().front());
      cell.input = !starts_output && !cell.constant;
      if (cell.fixed) occupied.insert(*cell.fixed);
    } else {
      cell.shares = !info.isEarlyClobber && !tied.contains(at - 1) && cell.value.present();
    }
  }
  for (Cell& cell : cells_)
    if (cell.fixed && occupied.contains(*cell.fixed)) cell.shares = false;
}

void Assembly::note_read(const AsmOperand& o) {
  if (o.kind == AsmOperand::Kind::Argument && cell(o).input) reads_.emplace_back(position_, o.text);
}

void Assembly::note_write(const AsmOperand& o) {
  if (o.kind == AsmOperand::Kind::Argument) {
    if (cell(o).shares) writes_.emplace_back(position_, o.text);
  } else if (o.kind == AsmOperand::Kind::Register) {
    if (const auto part = register_named(o.name)) note_write(part->number, o.text);
  }
}

void Assembly::note_write(unsigned number, const std::string& text) {
  for (const Cell& cell : cells_)
    if (cell.shares && cell.fixed == number) writes_.emplace_back(position_, text);
}

void Assembly::demand_early_clobbers() const {
  for (const auto& [write, output] : writes_)
    for (const auto& [read, input] : reads_) {
      const auto leads_back = [&, w = write, r = read](const auto& jump) {
        return w <= jump.first && jump.second <= r;
      };
      if (write < read || std::ranges::any_of(upwards_, leads_back))
        refuse(
            fmt::format("{} is read after {} was written, which may have the same register: its "
                        "constraint lacks '&'",
                        input, output));
    }
}

}  // namespace overtake::frontend
