// Vectors and aggregates as values: the words of their elements, so that most of what LLVM does to
// them is renaming.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

FunctionLowering::Words FunctionLowering::recut(const Words& from, const std::vector<Word>& layout,
                                                const std::vector<Word>& to) {
  bool same = layout.size() == to.size();
  for (std::size_t k = 0; same && k < to.size(); ++k) same = layout[k].bits == to[k].bits;
  if (same) return from;
  // All bits, 64 in each word. The first bits of a word are those that are written first.
  Words gathered;
  unsigned position = 0;
  auto put = [&](Operand bits, unsigned shift) {
    const Operand shifted = shift == 0 ? bits : op(Opcode::Shl, 64, bits, number(shift));
    if (shift == 0)
      gathered.push_back(shifted);
    else
      gathered.back() = op(Opcode::Or, 64, gathered.back(), shifted);
  };
  for (std::size_t k = 0; k < from.size(); ++k) {
    const unsigned used = position % 64, bits = layout[k].bits;
    put(from[k], used);
    if (used + bits > 64) gathered.push_back(op(Opcode::LShr, 64, from[k], number(64 - used)));
    position += bits;
  }
  Words result;
  position = 0;
  for (const Word& w : to) {
    const unsigned skipped = position % 64;
    Operand bits = gathered[position / 64];
    if (skipped != 0) bits = op(Opcode::LShr, 64, bits, number(skipped));
    if (skipped + w.bits > 64)
      bits = op(Opcode::Or, 64, bits,
                op(Opcode::Shl, 64, gathered[position / 64 + 1], number(64 - skipped)));
    result.push_back(truncate(bits, w.bits));
    position += w.bits;
  }
  return result;
}

// Between types of the same size: the bits stay, the words may not.
void FunctionLowering::bit_cast(const llvm::Instruction& i) {
  const llvm::Value* source = i.getOperand(0);
  define(&i, recut(value(source), words(source->getType()), words(i.getType())));
}

void FunctionLowering::vector(const llvm::Instruction& i) {
  llvm::Type* type = i.getOperand(0)->getType();
  const unsigned count = element_count(type);
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i)) {
    Words result;
    for (int m : shuffle->getShuffleMask()) {
      const auto n = static_cast<unsigned>(m);
      result.append(m < 0       ? Words(words(element_type(type)).size(), number(0))
                    : n < count ? element(i.getOperand(0), n)
                                : element(i.getOperand(1), n - count));
    }
    return define(&i, result);
  }
  const bool inserts = llvm::isa<llvm::InsertElementInst>(i);
  const llvm::Value* where = i.getOperand(inserts ? 2 : 1);
  const std::optional<std::uint64_t> fixed = known(where);
  if (fixed && *fixed >= count) return define_zero(&i);
  if (fixed && !inserts) return define(&i, element(i.getOperand(0), *fixed));
  // With a variable index: a chain of selects over the few elements.
  const unsigned bits = scalar_bits(where->getType());
  Words result;
  for (unsigned k = 0; k < count; ++k) {
    const Words old = element(i.getOperand(0), k);
    const Words other = inserts ? value(i.getOperand(1)) : old;
    auto here = [&] { return op(Opcode::Eq, bits, scalar(where), number(k)); };
    if (inserts && fixed)
      result.append(k == *fixed ? other : old);
    else if (inserts)
      result.append(integer_select(here(), other, old));
    else
      result = k == 0 ? old : integer_select(here(), old, result);
  }
  define(&i, result);
}

void FunctionLowering::extract(const llvm::ExtractValueInst& i) {
  llvm::Type* type = i.getAggregateOperand()->getType();
  std::size_t at = 0;
  for (unsigned index : i.indices()) {
    at += program_.layout().first_word(type, index);
    type = llvm::ExtractValueInst::getIndexedType(type, index);
  }
  const Words all = value(i.getAggregateOperand());
  define(&i, Words(all.begin() + at, all.begin() + at + words(type).size()));
}

void FunctionLowering::insert(const llvm::InsertValueInst& i) {
  llvm::Type* type = i.getAggregateOperand()->getType();
  std::size_t at = 0;
  for (unsigned index : i.indices()) {
    at += program_.layout().first_word(type, index);
    type = llvm::ExtractValueInst::getIndexedType(type, index);
  }
  Words all = value(i.getAggregateOperand());
  const Words part = value(i.getInsertedValueOperand());
  std::copy(part.begin(), part.end(), all.begin() + at);
  define(&i, all);
}

}  // namespace overtake::frontend
