// Reads the text of inline assembly: labels, instructions, prefixes and operands, without meaning.
// The text is LLVM's spelling of AT&T syntax: $0 or ${0:b} is an operand of the statement, $$7 an
// immediate, %rax a register.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace overtake::frontend {

struct AsmOperand {
  enum class Kind {
    Argument,   // $0, ${1:b}
    Immediate,  // $$7, and ${1:c} after a dollar
    Register,   // %rax
    Memory,     // 8(%rsp), ($1,%rcx,4), 4+$0
    Label,      // 1f, .Lloop, ${2:l}
    Unknown,
  };
  Kind kind = Kind::Unknown;
  unsigned argument = 0;                // Argument: index into the constraints
  char modifier = '\0';                 // Argument: the letter after the colon
  std::uint64_t value = 0;              // Immediate; Memory: the displacement
  unsigned scale = 1;                   // Memory
  std::string name;                     // Register: without '%'; Label
  std::vector<AsmOperand> base, index;  // Memory: at most one each
  std::string text;                     // as written
};

struct AsmInstruction {
  bool lock = false;
  bool repeat = false;
  std::vector<std::string> labels;   // that stand before it
  std::string mnemonic;              // lower case, with its size suffix; empty: labels only
  std::vector<AsmOperand> operands;  // in AT&T order: the target comes last
};

// What is not understood is kept: as a mnemonic or an operand of kind Unknown, which no instruction
// takes.
std::vector<AsmInstruction> parse_assembly(std::string_view text);

}  // namespace overtake::frontend
