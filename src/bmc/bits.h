// Bit vectors over a Formula. A value of up to 64 bits is a list of literals, least significant
// first, without the constant zeros at its top: numbers that stay small cost little, whatever the
// width of their type. Equal lists are one, so values compare by their ids.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "bmc/formula.h"
#include "ir/program.h"

namespace overtake::bmc {

using Bits = Id<struct BitsTag>;

class BitVectors {
 public:
  explicit BitVectors(Formula& formula) : formula_(formula) { zero_ = make({}); }

  Formula& formula() { return formula_; }
  Bits make(std::span<const Lit> bits);
  Bits number(std::uint64_t v);
  Bits bit(Lit l) { return make({&l, 1}); }
  Bits zero() const { return zero_; }
  std::span<const Lit> bits(Bits v) const {
    const Entry& e = entries_[v.index()];
    return {lits_.data() + e.first, e.count};
  }
  Lit at(Bits v, unsigned i) const {
    const std::span<const Lit> b = bits(v);
    return i < b.size() ? b[i] : kFalse;
  }
  std::optional<std::uint64_t> constant(Bits v) const;
  // The largest number that the list of literals allows for.
  std::uint64_t upper_bound(Bits v) const;

  Lit nonzero(Bits a);
  Lit equal(Bits a, Bits b);
  Lit less(Bits a, Bits b);  // unsigned
  Bits ite(Lit c, Bits t, Bits e);
  Bits slice(Bits a, unsigned first, unsigned count);
  Bits shifted_left(Bits a, unsigned by);
  Bits or_(Bits a, Bits b);

  // What the instruction (of ir::Opcode::Mov .. Trunc) computes. Division by zero gives anything.
  Bits compute(const ir::Instruction& i, Bits a, Bits b, Bits c);
  // Results of arithmetic on narrow types are cut to so many bits and sign-extended; 0: they are
  // not.
  void reduce_to(unsigned bits) { reduced_ = bits; }
  bool reduced() const { return was_reduced_; }

 private:
  using Word = std::array<Lit, 64>;
  struct Entry {
    std::uint32_t first;
    std::uint32_t count;
  };

  Word word(Bits v) const;
  Word sign_extended(Bits v, unsigned width) const;
  Bits make(const Word& w, unsigned width) { return make(std::span(w).first(width)); }
  Lit add(Word& out, const Word& a, const Word& b, Lit carry, unsigned width);
  Lit less(const Word& a, const Word& b, unsigned width);
  Word shift(Word a, Bits by, unsigned width, bool left, Lit fill);
  Word multiply(const Word& a, const Word& b, unsigned width);
  void divide(const Word& a, const Word& b, unsigned width, Word& quotient, Word& remainder);
  Word negate(const Word& a, unsigned width);
  Word select(Lit c, const Word& t, const Word& e, unsigned width);
  Bits divide(const ir::Instruction& i, Bits a, Bits b);
  Bits reduce(Bits v, unsigned width);

  Formula& formula_;
  std::vector<Lit> lits_;
  std::vector<Entry> entries_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;  // by hash
  Bits zero_;
  unsigned reduced_ = 0;
  bool was_reduced_ = false;
};

}  // namespace overtake::bmc
