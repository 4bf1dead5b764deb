#include "frontend/clang/layout.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

namespace overtake::frontend {

const std::vector<Word>& Layout::words(llvm::Type* type) {
  auto it = cache_.find(type);
  if (it != cache_.end()) return it->second;
  std::vector<Word> words;
  append(type, 0, words);
  return cache_.emplace(type, std::move(words)).first->second;
}

void Layout::append(llvm::Type* type, std::uint64_t offset, std::vector<Word>& words) {
  if (type->isVoidTy()) return;
  if (type->isPointerTy() || type->isDoubleTy() || type->isFloatTy()) {
    words.push_back({offset, type->isFloatTy() ? 32u : 64u, false, false});
    return;
  }
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 128) {
    const unsigned bits = type->getIntegerBitWidth();
    words.push_back({offset, bits, bits > 64, false});
    if (bits > 64) words.push_back({offset + 8, bits, false, true});
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
