// What things are called in reports: variables, heap objects, values, threads, operations.
//
// Objects without a name of their own get one when they are first mentioned (heap#1, local#1), and
// `legend` says afterwards what they are.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "memory/replay.h"
#include "report/places.h"

namespace overtake::report {

class Names {
 public:
  Names(const ir::Program& program, const memory::Replay& replay)
      : program_(&program), replay_(&replay) {}

  // "x", "a[3]", "queue.head", "queue+8", "heap#1+8". `code` is the source line of the access: it
  // tells an array element from a member.
  std::string variable(Address address, unsigned size, std::string_view code = {});
  // The whole object: "queue" for a lock anywhere in `queue`.
  std::string object(Address address);
  bool is_heap(Address address);
  // "1", "-1", "&x", "0x7f.."
  std::string value(const exec::Value& value, unsigned size);
  std::string thread(ThreadId thread) const;
  // The function at a function's address; empty if there is none.
  std::string function(Address address) const;
  // The same, but empty for functions of the library.
  std::string users_function(Address address) const;
  // What the object is, for memory errors: "a (16 bytes)", "heap#1: 16 bytes, allocated by ...".
  std::string describe_object(Address address);
  // The text that an error points to; empty if there is none.
  std::string message(const exec::Error& error) const;

  // The unnamed objects mentioned so far, each explained in one line.
  const std::vector<std::string>& legend() const { return legend_; }

 private:
  struct Found {
    bool ok = false;
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  Found find(Address address);
  const ir::Global* global_at(Address address) const;

  const ir::Program* program_;
  const memory::Replay* replay_;
  std::map<std::uint64_t, std::string> unnamed_;  // by first slot
  std::vector<std::string> legend_;
  unsigned heap_count_ = 0;
  unsigned local_count_ = 0;
};

// "load", "store", "mutex-lock", ...: stable names for JSON.
std::string_view op_name(const exec::Op& op);

// C++ names as people write them.
std::string demangled(const std::string& name);

}  // namespace overtake::report
