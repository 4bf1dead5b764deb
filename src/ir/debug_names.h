// What a programmer calls things: the types, variables and functions of the source, as the debug
// information of a front end describes them. Reports name memory with it (report/names.h); nothing
// that explores looks at it.
//
// A table of values: types refer to each other by TypeId, so that lists and other recursive types
// are ordinary. Variables and allocations are found by the SourceId of the instruction that makes
// their memory, which every transformation of the program keeps.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

using TypeId = Id<struct TypeTag>;

enum class TypeKind : std::uint8_t {
  Unknown,  // incomplete, or nothing that reports know; `size` may be 0
  Integer,
  Unsigned,
  Character,
  Boolean,
  Float,
  Pointer,    // `element` is what it points to, none for void
  Reference,  // the same, but its own memory is no variable
  Enum,
  Record,  // struct or class
  Union,
  Array,  // `count` elements of type `element`; 0: as many as there is room for
};

struct Member {
  std::string name;  // empty: an anonymous struct or union, or a base class
  TypeId type;
  std::uint64_t offset = 0;     // in bytes
  std::uint32_t bits = 0;       // of a bit-field, else 0
  std::uint32_t first_bit = 0;  // of a bit-field: from `offset`
  bool base = false;            // a base class
};

struct Enumerator {
  std::string name;
  std::int64_t value = 0;
};

struct Type {
  TypeKind kind = TypeKind::Unknown;
  std::string name;  // "Node", "Ring<int, 2>::Slot"; empty for pointers, arrays and anonymous types
  std::uint64_t size = 0;  // in bytes
  TypeId element;
  std::uint64_t count = 0;
  std::vector<Member> members;          // of Record and Union, by offset
  std::vector<Enumerator> enumerators;  // of Enum
  TypeId argument;                      // the first type that a template was given
  bool library = false;                 // declared in the C or C++ library
};

struct Variable {
  std::string name;      // as it is written where it is declared; empty: the compiler's own
  std::string function;  // that it is local to; empty: none
  TypeId type;
};

struct DebugNames {
  std::vector<Type> types;
  std::vector<Variable> variables;
  std::unordered_map<std::uint32_t, std::uint32_t> globals;  // GlobalId -> variables
  std::unordered_map<std::uint32_t, std::uint32_t> locals;   // SourceId of an Alloca -> variables
  std::unordered_map<std::uint32_t, TypeId> allocated;       // SourceId of a call -> what it makes
  std::vector<std::string> functions;                        // as people write them
  std::vector<std::uint32_t> function_of;                    // by SourceId: of `functions`

  static constexpr std::uint32_t kNoFunction = 0xffffffffu;

  const Type* type(TypeId id) const {
    return id.valid() && id.index() < types.size() ? &types[id.index()] : nullptr;
  }
};

}  // namespace overtake::ir
