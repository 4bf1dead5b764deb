// A litmus test as it stands in the file: what herd's parsers accept for X86, X86_64 and C.
//
//     X86 SB                              architecture and name
//     "a comment"  Hash=...               comments and information
//     { x=0; 0:EBX=y; int* p=x; }         initial state
//      P0         | P1         ;          the program: columns of instructions, or C functions
//      MOV [x],$1 | MOV [y],$1 ;
//     locations [x; 0:EAX;]               what else to show
//     filter (y=1)                        which final states count
//     exists (0:EAX=0 /\ 1:EAX=0)         the condition
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/litmus/c.h"
#include "frontend/litmus/number.h"
#include "frontend/litmus/position.h"
#include "frontend/litmus/x86.h"

namespace overtake::litmus {

enum class Architecture : std::uint8_t { X86, X86_64, C };

// A register of a thread ("0:EAX", in C a local variable), a memory location, or a cell of an
// array.
struct Location {
  std::optional<std::uint32_t> thread;
  std::string name;
  std::optional<std::uint32_t> index;
  Position position;

  friend bool operator==(const Location& a, const Location& b) {
    return a.thread == b.thread && a.name == b.name && a.index == b.index;
  }
};

// A number, or the address of a location.
struct Value {
  Number number = 0;
  std::string symbol;       // empty: a number
  std::uint32_t index = 0;  // of an array cell
  Position position;
};

struct Proposition {
  enum class Kind : std::uint8_t { True, False, Equal, EqualLocations, Not, And, Or, Implies };
  Kind kind = Kind::True;
  Location left;                      // Equal, EqualLocations
  Value value;                        // Equal
  Location right;                     // EqualLocations
  std::vector<Proposition> operands;  // Not: 1; Implies: 2; And, Or: 2
};

enum class Quantifier : std::uint8_t { Exists, NotExists, Forall };

// One declaration of the initial state.
struct Initial {
  Location where;
  std::optional<c::Type> type;
  std::optional<std::uint32_t> array_size;
  std::vector<Value> values;  // empty: zero
  Position position;
};

struct Test {
  std::string file;
  std::string name;
  Architecture architecture = Architecture::X86;
  std::map<std::string, std::string> info;  // "Hash", "Com", ...
  std::vector<Initial> initial;
  std::variant<std::vector<x86::Thread>, std::vector<c::Function>> threads;
  std::vector<Location> locations;
  std::optional<Proposition> filter;
  Quantifier quantifier = Quantifier::Forall;
  Proposition condition;
  Position condition_position;

  std::size_t thread_count() const {
    return std::visit([](const auto& t) { return t.size(); }, threads);
  }
};

}  // namespace overtake::litmus
