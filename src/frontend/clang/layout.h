// LLVM types as words: how a value of a type lies in 64-bit registers and in memory.
//
// Integers up to 64 bits, floats and pointers are one word; wider integers are as many as they
// need, the least significant first; long double and __float128 are two; structs, arrays and
// vectors are the words of their elements in order. So extractvalue and insertvalue are renaming,
// and vectors are scalars side by side.
//
// In memory an integer of n bits takes (n + 7) / 8 bytes and no more: that is how bit-fields of
// packed structures are accessed. One of 128 bits is one access of 16 bytes; any other of several
// words is an access for each word.
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
  unsigned bits = 64;        // of this word
  bool pair = false;         // the first of two words that are one access of 16 bytes
  bool second = false;       // the second of them

  unsigned bytes() const { return pair ? 16 : (bits + 7) / 8; }  // of an access
};

class Layout {
 public:
  explicit Layout(const llvm::DataLayout& data) : data_(data) {}

  // Throws Refusal for a type that no words can hold.
  const std::vector<Word>& words(llvm::Type* type);
  // The same in whole bytes, with the gaps between the scalars, and after them, as words of their
  // own: what a copy of the object has to move.
  std::vector<Word> words_and_gaps(llvm::Type* type);
  // The word index at which element `index` of an aggregate starts.
  std::size_t first_word(llvm::Type* aggregate, unsigned index);

  std::uint64_t size(llvm::Type* type) const { return data_.getTypeAllocSize(type); }
  const llvm::DataLayout& data() const { return data_; }

 private:
  void append(llvm::Type* type, std::uint64_t offset, std::vector<Word>& words);

  const llvm::DataLayout& data_;
  std::unordered_map<llvm::Type*, std::vector<Word>> cache_;  // references stay valid
};

// What cannot be lowered; the place is added by the caller that knows it, and it becomes an
// InputError.
struct Refusal {
  std::string what;
};

}  // namespace overtake::frontend
