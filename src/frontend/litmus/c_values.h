// Values of C in a litmus thread, with C's conversions: every value has a type, and arithmetic is
// done at int or wider.
#pragma once

#include <optional>
#include <string_view>

#include "frontend/litmus/c.h"
#include "frontend/litmus/c_calls.h"
#include "frontend/litmus/c_wide.h"
#include "frontend/litmus/number.h"
#include "ir/builder.h"

namespace overtake::litmus::c {

constexpr Type kInt{};

// A computed value. The register is zero-extended from the type's width; one of 16 bytes is two of
// them (c_wide.h).
struct Rvalue {
  ir::Operand operand;
  Type type;
};

class Values {
 public:
  explicit Values(ir::FunctionBuilder& code) : code_(code), wide_(code) {}

  Rvalue convert(Rvalue v, Type to);
  ir::Operand truth(const Rvalue& v);  // 0 or 1
  Rvalue copy(ir::Operand from, Type type);
  void move(std::uint32_t to, const Rvalue& v);
  std::uint32_t fresh(Type type) { return type.is_wide() ? code_.fresh_pair() : code_.fresh(); }
  ir::Operand constant(Number n, Type type);
  Rvalue promote(Rvalue v);
  static Type common(Type a, Type b);  // C's usual arithmetic conversions

  Rvalue unary(std::string_view op, Rvalue v);  // ! - ~ +
  Rvalue binary(std::string_view op, Rvalue a, Rvalue b);

  // Through the pointer `p`.
  Rvalue load(const Rvalue& p, ir::Order order);
  void store(const Rvalue& p, const Rvalue& v, ir::Order order);
  std::optional<Rvalue> rmw(const Call& f, const Rvalue& p, const Rvalue& v);
  // Without effect and without order if the value is `unless`.
  Rvalue add_unless(const Rvalue& p, const Rvalue& v, const Rvalue& unless);

 private:
  Rvalue binary_wide(std::string_view op, const Rvalue& a, const Rvalue& b, Type type);
  Rvalue shift(bool right, const Rvalue& a, const Rvalue& count);

  ir::FunctionBuilder& code_;
  WideNumbers wide_;
};

}  // namespace overtake::litmus::c
