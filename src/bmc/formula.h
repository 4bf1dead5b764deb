// A propositional formula as a graph of gates: and, exclusive or, if-then-else. Equal gates are one
// gate (structural hashing), constants are folded, and a few local rules keep guards small: above
// all, (g and c) or (g and not c) is g, so that the guard of a join is that of the fork.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace overtake::bmc {

// A gate or its negation.
struct Lit {
  std::uint32_t raw = 0;

  constexpr std::uint32_t node() const { return raw >> 1; }
  constexpr bool negated() const { return (raw & 1) != 0; }
  constexpr Lit operator~() const { return Lit{raw ^ 1}; }
  constexpr bool constant() const { return raw < 2; }
  friend constexpr bool operator==(Lit, Lit) = default;
  friend constexpr auto operator<=>(Lit, Lit) = default;
};

inline constexpr Lit kFalse{0};
inline constexpr Lit kTrue{1};

enum class GateKind : std::uint8_t { Constant, Input, And, Xor, Ite };

struct Gate {
  GateKind kind = GateKind::Input;
  Lit a, b, c;  // Ite: a ? b : c
};

class Formula {
 public:
  Formula() { gates_.push_back({.kind = GateKind::Constant}); }

  Lit input();
  Lit and_(Lit a, Lit b);
  Lit or_(Lit a, Lit b) { return ~and_(~a, ~b); }
  Lit xor_(Lit a, Lit b);
  Lit equal(Lit a, Lit b) { return ~xor_(a, b); }
  Lit ite(Lit c, Lit t, Lit e);

  const Gate& gate(std::uint32_t node) const { return gates_[node]; }
  std::size_t size() const { return gates_.size(); }

 private:
  struct Key {
    std::uint64_t ab;
    std::uint64_t kind_c;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const { return combine(k.ab, k.kind_c); }
  };

  Lit make(GateKind kind, Lit a, Lit b, Lit c = kFalse);
  // The inputs of an and-gate, if the literal is one.
  bool is_and(Lit l) const { return gates_[l.node()].kind == GateKind::And; }

  std::vector<Gate> gates_;  // by node; 0 is the constant false
  tsl::robin_map<Key, std::uint32_t, KeyHash> known_;
};

}  // namespace overtake::bmc
