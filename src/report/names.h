// What things are called in reports: variables, heap objects, values, threads, operations.
//
// A location is the path that a programmer would write, "ring.slots_[1].value" (report/objects.h,
// report/typed_path.h), a value is shown as its type says. `legend` explains the objects that were
// mentioned and whose names say too little.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/replay.h"
#include "report/objects.h"
#include "report/places.h"

namespace overtake::report {

class Names {
 public:
  Names(const ir::Program& program, const memory::Replay& replay)
      : program_(&program), replay_(&replay), objects_(program, replay) {}

  // "x", "a[3]", "queue.head", "byte 2 of x", "Node#1.next".
  std::string variable(Address address, unsigned size);
  // The whole thing that an operation is about: "queue.lock", a mutex.
  std::string object(Address address);
  // "queue": the object that the address lies in.
  std::string whole(Address address);
  bool is_heap(Address address);
  bool is_thread_local(Address address);
  bool is_global(Address address);
  // Of the library or the language, not of the program's author: a vtable pointer, a reference,
  // what a thread is started with.
  bool is_internal(Address address, unsigned size);
  // "1", "-1", "&x", "true", "Closed", "'a'": a value of the memory at `address`.
  std::string value(const exec::Value& value, unsigned size, Address address);
  std::string thread(ThreadId thread) const;
  // The function at a function's address; empty if there is none.
  std::string function(Address address) const;
  // The same, but empty for functions of the library.
  std::string users_function(Address address) const;
  // What the object is, for memory errors: "a (16 bytes)", "Node#1 (16 bytes)".
  std::string describe_object(Address address);
  // The text that an error points to; empty if there is none.
  std::string message(const exec::Error& error) const;
  // The user's functions that are active at a place: innermost first, "push (ring.h:12)".
  std::vector<std::string> stack(ir::SourceId source, std::span<const ir::SourceId> calls) const;

  // The objects mentioned since the last call of `forget_legend`, each explained in one line.
  std::vector<std::string> legend() const;
  void forget_legend() { mentioned_.clear(); }

 private:
  std::string name(const Objects::Found& found);
  std::string typed_value(std::uint64_t bits, unsigned size, const ir::Type& type);
  std::string pointer(Address target, ir::TypeId element);
  std::string bit_fields(std::uint64_t bits, const TypedPath& path);
  std::string plain_value(std::uint64_t bits, unsigned size);

  const ir::Program* program_;
  const memory::Replay* replay_;
  Objects objects_;
  std::set<std::pair<std::string, std::string>> mentioned_;  // names, and what they are
};

// "push" of "push (ring.h:12)".
std::string function_of(const std::string& frame);

// "load", "store", "mutex-lock", ...: stable names for JSON.
std::string_view op_name(const exec::Op& op);

}  // namespace overtake::report
