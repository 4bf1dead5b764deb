// The C of litmus tests as data: functions P0, P1, ... over pointers to shared locations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/litmus/position.h"

namespace overtake::litmus {
class Lexer;
}

namespace overtake::litmus::c {

// An integer type, or a pointer to one (`pointers` stars deep).
struct Type {
  std::uint8_t base_bytes = 4;
  bool base_signed = true;
  bool atomic = false;
  std::uint8_t pointers = 0;

  std::uint8_t bytes() const { return pointers > 0 ? 8 : base_bytes; }
  unsigned bits() const { return 8u * bytes(); }
  bool is_signed() const { return pointers == 0 && base_signed; }
  bool is_pointer() const { return pointers > 0; }
  bool is_wide() const { return bytes() == 16; }
  Type pointee() const {
    Type t = *this;
    --t.pointers;
    return t;
  }
  friend bool operator==(const Type&, const Type&) = default;
};

// `int`, `atomic_int`, `volatile unsigned long*`, `_Atomic(int)`, `spinlock_t`, ... Nothing if the
// next token begins no type. In the initial state the stars belong to it too.
std::optional<Type> parse_type(Lexer& lexer);

struct Expr {
  enum class Kind : std::uint8_t {
    Number,
    Name,
    Deref,
    AddressOf,
    Cast,
    Unary,
    Binary,
    And,
    Or,
    Conditional,
    Call,
  };
  Kind kind = Kind::Number;
  std::int64_t number = 0;
  std::string text;  // Name, Call: the name; Unary, Binary: the operator
  Type type;         // Cast; Number: int or long
  std::vector<Expr> operands;
  Position position;
};

struct Statement {
  enum class Kind : std::uint8_t { Block, Declare, Assign, Expr, If, While, DoWhile };
  Kind kind = Kind::Block;
  Type type;                    // Declare
  std::string name;             // Declare
  std::optional<c::Expr> left;  // Assign: what is assigned to
  std::optional<c::Expr>
      expr;  // Declare: initial value, if any; otherwise the expression or condition
  std::vector<Statement> body;  // Block; If: then and else; While, DoWhile: one
  Position position;
};

struct Parameter {
  Type type;
  std::string name;
  Position position;
};

struct Function {
  std::vector<Parameter> parameters;
  Statement body;
  Position position;
};

std::vector<Function> parse_functions(Lexer& lexer);

}  // namespace overtake::litmus::c
