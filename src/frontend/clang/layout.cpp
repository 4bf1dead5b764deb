#include "frontend/clang/layout.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace overtake::frontend {
namespace {

// Of _BitInt. Operations on integers are spelled out word by word.
constexpr unsigned kMaxIntegerBits = 4096;

}  // namespace

const std::vector<Word>& Layout::words(llvm::Type* type) {
  auto it = cache_.find(type);
  if (it != cache_.end()) return it->second;
  std::vector<Word> words;
  append(type, 0, words);
  return cache_.emplace(type, std::move(words)).first->second;
}

void Layout::append(llvm::Type* type, std::uint64_t offset, std::vector<Word>& words) {
  if (type->isVoidTy()) return;
  if (type->isPointerTy() || type->isDoubleTy() || type->isFloatTy() || type->isHalfTy() ||
      type->isBFloatTy()) {
    words.push_back({offset, static_cast<unsigned>(data_.getTypeSizeInBits(type)), false, false});
    return;
  }
  if (type->isX86_FP80Ty()) {  // ten bytes: the significand, then sign and exponent
    words.push_back({offset, 64, false, false});
    words.push_back({offset + 8, 16, false, false});
    return;
  }
  if (type->isFP128Ty()) {
    words.push_back({offset, 64, true, false});
    words.push_back({offset + 8, 64, false, true});
    return;
  }
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= kMaxIntegerBits) {
    const unsigned bits = type->getIntegerBitWidth();
    for (unsigned at = 0; at < bits; at += 64)
      words.push_back({offset + at / 8, std::min(bits - at, 64u), bits == 128 && at == 0,
                       bits == 128 && at == 64});
    return;
  }
  if (auto* s = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* layout = data_.getStructLayout(s);
    for (unsigned i = 0; i < s->getNumElements(); ++i)
      append(s->getElementType(i), offset + layout->getElementOffset(i), words);
    return;
  }
  if (auto* a = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = size(a->getElementType());
    for (std::uint64_t i = 0; i < a->getNumElements(); ++i)
      append(a->getElementType(), offset + i * stride, words);
    return;
  }
  if (auto* v = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t stride = data_.getTypeStoreSize(v->getElementType());
    for (unsigned i = 0; i < v->getNumElements(); ++i)
      append(v->getElementType(), offset + i * stride, words);
    return;
  }
  std::string name;
  llvm::raw_string_ostream(name) << *type;
  throw Refusal{"values of type '" + name + "' are not supported"};
}

std::vector<Word> Layout::words_and_gaps(llvm::Type* type) {
  std::vector<Word> all;
  std::uint64_t end = 0;
  // Aligned pieces of 1, 2, 4 and 8 bytes.
  auto fill = [&](std::uint64_t to) {
    while (end < to) {
      std::uint64_t piece = 8;
      while (end % piece != 0 || end + piece > to) piece /= 2;
      all.push_back({end, static_cast<unsigned>(8 * piece), false, false});
      end += piece;
    }
  };
  for (const Word& w : words(type)) {
    if (w.offset > end) fill(w.offset);
    all.push_back(w);
    if (w.bits < 64) all.back().bits = 8 * w.bytes();
    if (!w.second) end = std::max(end, w.offset + w.bytes());
  }
  fill(size(type));
  return all;
}

std::size_t Layout::first_word(llvm::Type* aggregate, unsigned index) {
  if (auto* s = llvm::dyn_cast<llvm::StructType>(aggregate)) {
    std::size_t at = 0;
    for (unsigned i = 0; i < index; ++i) at += words(s->getElementType(i)).size();
    return at;
  }
  llvm::Type* element = aggregate->isArrayTy()
                            ? aggregate->getArrayElementType()
                            : llvm::cast<llvm::VectorType>(aggregate)->getElementType();
  return index * words(element).size();
}

}  // namespace overtake::frontend
