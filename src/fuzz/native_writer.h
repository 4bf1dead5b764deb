// What the generators of native cases share: types, values and expressions of C.
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "fuzz/native.h"

namespace overtake::fuzz {

struct IntegerType {
  std::string_view name;
  unsigned bits;
  bool is_signed;
};

struct FloatType {
  std::string_view name;
  std::string_view suffix;  // of libm's functions
  std::string_view mix;     // of checksums
};

struct Variable {
  std::string name;
  IntegerType type;
};

class Writer {
 public:
  Writer(std::uint64_t seed, std::string kind, std::size_t index) : random(seed), index_(index) {
    result.kind = std::move(kind);
  }

  Random random;
  NativeCase result;

  template <class T, std::size_t N>
  const T& one_of(const T (&all)[N]) {
    return all[random.below(static_cast<std::uint32_t>(N))];
  }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[random.below(static_cast<std::uint32_t>(all.size()))];
  }

  // A name that no other case has.
  std::string name(std::string_view base);
  void global(std::string text) { result.globals.push_back(std::move(text)); }
  void local(std::string text) { result.locals.push_back(std::move(text)); }
  void statement(std::string text) { result.statements.push_back(std::move(text)); }

  IntegerType integer_type(bool wide = true);  // `wide`: also 128 bits
  std::string number(IntegerType type);        // a constant, often at an edge
  // Of exactly this type, without effects. `variables` may be read.
  std::string expression(IntegerType type, const std::vector<Variable>& variables, unsigned depth);
  // Locals of random types and values.
  std::vector<Variable> variables(unsigned count, std::string_view base = "v");

  FloatType float_type(bool wide = true);
  std::string float_number(FloatType type);
  // Values are constants, variables named f0, f1, ... of `type`, and what is computed from them.
  std::string float_expression(FloatType type, unsigned variables, unsigned depth);

 private:
  std::string binary(IntegerType type, const std::vector<Variable>& variables, unsigned depth);
  std::string builtin(IntegerType type, const std::vector<Variable>& variables, unsigned depth);

  std::size_t index_;
  unsigned names_ = 0;
};

std::string mix(const Variable& v);
IntegerType integer_type_named(std::string_view name);

using NativeGenerator = void (*)(Writer&);
void native_integers(Writer& w);
void native_floats(Writer& w);
void native_memory(Writer& w);
void native_bit_fields(Writer& w);
void native_calls(Writer& w);
void native_control(Writer& w);
void native_atomics(Writer& w);
void native_strings(Writer& w);
void native_vectors(Writer& w);
void native_assembly(Writer& w);

}  // namespace overtake::fuzz
