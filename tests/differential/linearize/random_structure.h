// Random small data structures: operations of a few instructions over two or three shared words,
// and clients of them; as programs of the IR, and as plain functions on an array.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "ir/program.h"
#include "linearize/client.h"

namespace overtake::linearize::test {

// An operation has one register r, which is its result.
struct Instruction {
  enum class Kind { Load, StoreConstant, StoreRegister, Add, Exchange, Cas, Fence, SkipIfEqual };
  Kind kind = Kind::Load;
  std::uint32_t word = 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;  // Cas: the new value; SkipIfEqual: how many instructions
};

struct Structure {
  std::uint32_t words = 2;
  std::vector<std::vector<Instruction>> operations;
  Client client;
  Declaration declaration;

  ir::Program client_program() const;
  ir::Program sequential_program() const;
  // Does the operation on the words; its result.
  std::uint64_t apply(std::size_t operation, std::vector<std::uint64_t>& words) const;
  std::string text() const;
};

Structure random_structure(std::uint64_t seed);

}  // namespace overtake::linearize::test
