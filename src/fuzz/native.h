// Random sequential C programs, judged by the processor: clang compiles them and they run natively;
// lowered, simplified and executed here they must compute the same.
//
// A program is a list of cases, each a function without parameters that returns a checksum. The
// cases are independent of each other, so that one that differs is a small program. What they do
// has one meaning: no undefined or unspecified behaviour, no read of what was never set, by
// construction (signed overflow is defined: -fwrapv).
//
//     const NativeProgram p = native_program(seed);
//     std::cout << native_text(p);              // prints a checksum for each case
//     if (auto d = native_difference(p)) ...    // which case differs, and how
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace overtake::fuzz {

struct NativeCase {
  std::string kind;                     // "integers", "floats", ...
  std::vector<std::string> globals;     // types, variables and functions of its own
  std::vector<std::string> locals;      // declarations
  std::vector<std::string> statements;  // each can be left out
};

struct NativeProgram {
  std::vector<NativeCase> cases;
};

struct NativeDifference {
  std::size_t which = 0;  // the case
  std::string what;
};

// All kinds of cases, in the order in which a program has them.
std::vector<std::string_view> native_kinds();

// One case of each kind, or three of one.
NativeProgram native_program(std::uint64_t seed, std::string_view only = {});

// C whose main prints the checksum of each case in a line; with `expected`, one whose main returns
// 0, or the number (from 1) of the first case with another checksum.
std::string native_text(const NativeProgram& program,
                        const std::vector<std::uint64_t>* expected = nullptr);

// Compares; `optimize`: what the front end asks of the optimizer. Throws InputError if clang does
// not accept the program.
std::optional<NativeDifference> native_difference(const NativeProgram& program, int optimize = 0);

// A program with the one case that differs, without the statements that do not matter.
NativeProgram native_shrink(const NativeProgram& program, const NativeDifference& difference,
                            int optimize);

// Whether programs can be compiled and run natively here.
bool has_native_compiler();

}  // namespace overtake::fuzz
