// The memory of a litmus test: which locations there are, how large, and what they hold at first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus/test.h"
#include "ir/program.h"

namespace overtake::litmus {

struct Symbol {
  std::string name;
  c::Type type;
  std::uint32_t cells = 1;
  bool declared = false;       // the initial state names its type
  bool initialized = false;    // the initial state names it
  std::vector<Value> initial;  // empty: zero
  ir::GlobalId global;
  Position position;  // where it is first mentioned
};

// How a size is found for a location that the initial state does not declare: it holds a pointer if
// its initial value is one, has the size of its largest access by name in x86 code, the type that a
// parameter gives it in C, and is an int otherwise.
//
// The 32-bit architecture X86 has one word size for numbers and addresses. Our addresses need 8
// bytes, so words are 4 bytes in tests without addresses, and 8 bytes in tests with them.
class Symbols {
 public:
  Symbols(const Test& test, ir::Program& program, ir::FileId file);

  std::uint8_t word_bytes() const { return word_bytes_; }  // of X86
  const Symbol* find(std::string_view name) const;
  const Symbol& at(std::string_view name) const;  // must exist
  const std::vector<Symbol>& all() const { return symbols_; }

  // The number that a value of the file stands for. Throws InputError for unknown locations.
  Number number(const Value& value, const ir::Program& program) const;
  // The same for what is compared with, or stored in, something of that many bytes.
  Number number(const Value& value, const ir::Program& program, unsigned bytes) const;

 private:
  Symbol& mention(const std::string& name, Position at);
  void add_initial(const Initial& initial);
  void add_x86(const std::vector<x86::Thread>& threads);
  void add_c(const std::vector<c::Function>& functions);

  const Test& test_;
  std::uint8_t word_bytes_ = 4;
  std::vector<Symbol> symbols_;
};

// The number that a value stands for; nothing if it names no cell of the symbols.
std::optional<Number> resolve(const Value& value, std::span<const Symbol> symbols,
                              const ir::Program& program);

// "x", "t[1]" or "x+2" if the number is an address in a location.
std::optional<std::string> address_name(std::uint64_t number, std::span<const Symbol> symbols,
                                        const ir::Program& program);

// The size of the data that an x86 instruction works on. `memory_bytes` is the size of the location
// it names, if it names one.
std::uint8_t operand_bytes(const x86::Instruction& instruction, Architecture architecture,
                           std::uint8_t word_bytes, std::optional<std::uint8_t> memory_bytes);

}  // namespace overtake::litmus
