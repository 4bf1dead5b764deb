// x86 instructions as data. The destination comes first whatever the order in the file (Intel's for
// X86, AT&T's for X86_64, as in herd).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus/position.h"

namespace overtake::litmus {
class Lexer;
}

namespace overtake::litmus::x86 {

// rax is 0, then rbx, rcx, rdx, rsi, rdi, rbp, rsp, r8 .. r15: the order in which herd lists them.
struct Register {
  std::uint8_t number = 0;
  std::uint8_t bytes = 4;
  friend bool operator==(const Register&, const Register&) = default;
};
inline constexpr std::uint8_t kAccumulator = 0;
inline constexpr std::uint8_t kRegisters = 16;

// Any of the names of x86-64's general registers, in either case, without `%`.
std::optional<Register> parse_register(std::string_view name);

// [symbol + base + index * scale + displacement]
struct Memory {
  std::string symbol;
  std::optional<Register> base;
  std::optional<Register> index;
  std::uint8_t scale = 1;
  std::int64_t displacement = 0;
};

struct Operand {
  enum class Kind : std::uint8_t { Register, Memory, Immediate, Address };
  Kind kind = Kind::Immediate;
  Register reg;
  Memory memory;
  std::int64_t immediate = 0;
  std::string symbol;  // Address: `$x`
  Position position;

  bool is_memory() const { return kind == Kind::Memory; }
  bool is_register() const { return kind == Kind::Register; }
};

enum class Op : std::uint8_t {
  Label,  // marks a place; does nothing
  Nop,
  Mov,
  Lea,
  Xchg,
  Add,
  Sub,
  And,
  Or,
  Xor,
  Inc,
  Dec,
  Neg,
  Not,
  Xadd,
  Cmpxchg,
  Cmp,
  Test,
  Mfence,
  Sfence,
  Lfence,
  Jmp,
  Ret,  // the end of the thread
  Jcc,
  Setcc,
  Cmovcc,
};

enum class Condition : std::uint8_t {
  Equal,
  NotEqual,
  Less,
  GreaterEqual,
  LessEqual,
  Greater,
  Sign,
  NotSign,
  Below,
  AboveEqual,
  BelowEqual,
  Above,
  Overflow,
  NotOverflow,
};

struct Instruction {
  Op op = Op::Nop;
  Condition condition = Condition::Equal;  // Jcc, Setcc, Cmovcc
  std::uint8_t bytes = 0;                  // from the suffix; 0: from the operands
  bool locked = false;
  std::vector<Operand> operands;
  std::string label;  // Label, Jmp, Jcc
  Position position;
};

struct Thread {
  std::vector<Instruction> code;
  Position position;
};

// Parses "P0 | P1 ;" and the rows below it, up to the first word that begins the final condition.
// `att`: the source comes first.
std::vector<Thread> parse_threads(Lexer& lexer, bool att);

}  // namespace overtake::litmus::x86
