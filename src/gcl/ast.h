// Guarded commands: processes as labelled transition structures over shared cells and registers.
//
// One structure serves two concrete syntaxes (docs/gcl.md): the language of PERSIST figure 8
// (`.gcl`), and the transition files of Trencher and Persist (`--format trencher`). An instruction
// is (q1: statement; goto q2); the instructions under one label are a nondeterministic choice; a
// label without instructions is where a process ends.
//
//     for (const Process& p : program.processes)
//       for (const Label& q : p.labels)
//         for (InstructionId i : q.instructions) visit(p.instruction(i).statement);
//
// Everything is a value: copy it, compare it, edit it (a fence is inserted by adding a label and an
// instruction and redirecting a `to`). Comparison ignores where things stand in the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"

namespace overtake::gcl {

// Where something stands in the file. Never makes two things different.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend constexpr bool operator==(const Position&, const Position&) { return true; }
};

using VariableId = Id<struct VariableTag>;        // a shared cell; also its address
using RegisterId = Id<struct RegisterTag>;        // of one process
using LabelId = Id<struct GclLabelTag>;           // of one process
using InstructionId = Id<struct InstructionTag>;  // of one process, in the order of the file

enum class Operator : std::uint8_t {
  Literal,
  Register,
  Neg,
  Not,
  BitNot,
  Mul,
  Div,
  Mod,
  Add,
  Sub,
  Shl,
  Shr,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
};

// Whether its value is 0 or 1.
constexpr bool is_truth(Operator op) {
  return op == Operator::Not || (op >= Operator::Lt && op <= Operator::Ne) || op >= Operator::And;
}

// A C-like expression over 64-bit signed integers and the registers of one process.
struct Expr {
  Operator op = Operator::Literal;
  std::int64_t value = 0;      // Literal
  RegisterId reg;              // Register
  std::vector<Expr> operands;  // one or two for operators
  Position position;

  static Expr literal(std::int64_t v, Position at = {}) {
    return {.op = Operator::Literal, .value = v, .reg = {}, .operands = {}, .position = at};
  }
  static Expr register_(RegisterId r, Position at = {}) {
    return {.op = Operator::Register, .value = 0, .reg = r, .operands = {}, .position = at};
  }
  bool is_literal() const { return op == Operator::Literal; }
  friend bool operator==(const Expr&, const Expr&) = default;
};

enum class StatementKind : std::uint8_t {
  Read,    // reg = [address]
  Write,   // [address] = value
  Assign,  // reg = value
  Arw,     // waits until [address] == value, then [address] = desired; atomic, buffers empty
  Fence,   // waits until the buffers of the process are empty
  Skip,
  Assume,  // can be taken only if value != 0
  Assert,  // an error if value == 0
  Lock,    // as Fence, then takes the one global lock: no other process reads or writes
  Unlock,  // as Fence, then gives the lock back
};

struct Statement {
  StatementKind kind = StatementKind::Skip;
  RegisterId reg;  // Read, Assign
  Expr address;    // Read, Write, Arw: which cell
  Expr value;      // Write, Assign, Assume, Assert; Arw: the expected value
  Expr desired;    // Arw

  bool accesses() const {
    return kind == StatementKind::Read || kind == StatementKind::Write ||
           kind == StatementKind::Arw;
  }
  // The cell, if the statement accesses one that is known from the text alone. Always so in .gcl.
  std::optional<VariableId> variable() const {
    if (!accesses() || !address.is_literal()) return std::nullopt;
    return VariableId{static_cast<std::size_t>(address.value)};
  }
  friend bool operator==(const Statement&, const Statement&) = default;
};

struct Instruction {
  LabelId from;
  Statement statement;
  LabelId to;
  Position position;
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

struct Label {
  std::string name;
  std::vector<InstructionId> instructions;  // the alternatives, in the order of the file
  friend bool operator==(const Label&, const Label&) = default;
};

struct Process {
  std::string name;
  std::vector<std::string> registers;  // without the `$`; all start at 0
  std::vector<Label> labels;           // in the order of first mention
  LabelId init;
  std::vector<Instruction> instructions;
  Position position;

  const Label& label(LabelId q) const { return labels[q.index()]; }
  const Instruction& instruction(InstructionId i) const { return instructions[i.index()]; }
  friend bool operator==(const Process&, const Process&) = default;

  // Building: each returns the id under which a name is known, adding it if it is new.
  LabelId intern_label(const std::string& name);
  InstructionId add(Instruction instruction);
};

// The values a variable may hold. Writing any other is an error (kind assertion).
struct Range {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

struct Variable {
  std::string name;
  std::int64_t initial = 0;
  std::optional<Range> range;
  Position position;
  friend bool operator==(const Variable&, const Variable&) = default;
};

struct Program {
  std::string name;
  std::string file;  // as the user gave it
  std::vector<Variable> variables;
  std::vector<Process> processes;

  // Whether every access names its cell in the text. If not, cells are reached by address and form
  // one array.
  bool has_fixed_addresses() const;
  friend bool operator==(const Program& a, const Program& b) {
    return a.name == b.name && a.variables == b.variables && a.processes == b.processes;
  }
};

}  // namespace overtake::gcl
