// Reads the text of inline assembly: instructions, prefixes and operands, without meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace overtake::frontend {

struct AsmOperand {
  enum class Kind { Argument, Immediate, Register, Memory };
  Kind kind = Kind::Memory;
  unsigned argument = 0;    // $0, ${1:b}: index into the constraints
  std::uint64_t value = 0;  // $$7
  std::string text;         // as written: "0(%rsp)", "%rax"
};

struct AsmInstruction {
  bool lock = false;
  std::string mnemonic;              // lower case, with its size suffix: "xaddl"
  std::vector<AsmOperand> operands;  // AT&T order: the target comes last
};

// In LLVM's spelling of AT&T syntax. Comments, prefixes but `lock` and `rep`, and directives are
// kept as mnemonics, which nobody will know.
std::vector<AsmInstruction> parse_assembly(std::string_view text);

}  // namespace overtake::frontend
