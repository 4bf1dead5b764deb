// LLVM types as words: how a value of a type lies in 64-bit registers and in memory.
//
// Integers up to 64 bits, floats and pointers are one word; integers up to 128 bits are two;
// structs, arrays and vectors are the words of their elements in order. So extractvalue and
// insertvalue are renaming, and small vectors, which appear with --optimize, are scalars side by
// side.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace overtake::frontend {

struct Word {
  std::uint64_t offset = 0;  // in bytes from the start of the value in memory
  unsigned bits = 64;        // of the scalar; of both words if `pair`
  bool pair = false;         // the first of two words of one integer of more than 64 bits
  bool second = false;       // the second of them
};

class Layout {
 public:
  explicit Layout(const llvm::DataLayout& data) : data_(data) {}

  // Throws Refusal for a type that no words can hold.
  const std::vector<Word>& words(llvm::Type* type);
  // The word index at which element `index` of an aggregate starts.
  std::size_t first_word(llvm::Type* aggregate, unsigned index);

  std::uint64_t size(llvm::Type* type) const { return data_.getTypeAllocSize(type); }
  const llvm::DataLayout& data() const { return data_; }

 private:
  void append(llvm::Type* type, std::uint64_t offset, std::vector<Word>& words);

  const llvm::DataLayout& data_;
  std::unordered_map<llvm::Type*, std::vector<Word>> cache_;  // references stay valid
};

// What cannot be lowered; the place is added by whoever knows it, and it becomes an InputError.
struct Refusal {
  std::string what;
};

}  // namespace overtake::frontend
