// Values of C in a litmus thread, with C's conversions: every value has a type, and arithmetic is
// done at int or wider.
#pragma once

#include <optional>
#include <string_view>

#include "frontend/litmus/c.h"
#include "frontend/litmus/c_calls.h"
#include "ir/builder.h"

namespace overtake::litmus::c {

constexpr Type kInt{};

// A computed value. The register is zero-extended from the type's width.
struct Rvalue {
  ir::Operand operand;
  Type type;
};

class Values {
 public:
  explicit Values(ir::FunctionBuilder& code) : code_(code) {}

  Rvalue convert(Rvalue v, Type to);
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
  ir::FunctionBuilder& code_;
};

}  // namespace overtake::litmus::c
