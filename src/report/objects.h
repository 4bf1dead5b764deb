// The objects of a run and what people call them: "ring", "T1's counter", "Node#2".
//
// All names are made at once, from the whole replay, so that every output numbers alike. A global
// or local variable has the name of its declaration, with its function or thread where that is not
// enough. An object of the heap has the name of its type and a number: 1 is the one that the run
// mentions first. What a type is comes from debug information (ir/debug_names.h).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/debug_names.h"
#include "memory/replay.h"
#include "report/places.h"
#include "report/typed_path.h"

namespace overtake::report {

struct NamedObject {
  std::string name;
  std::string what;  // for the legend: "a heap object of 16 bytes, made by T1 at list.h:40"
  ir::TypeId type;   // of the whole, or of its elements if `array`
  std::uint64_t size = 0;
  std::uint64_t header = 0;  // bytes before the first element (C++ keeps a count there)
  bool array = false;
  bool heap = false;
  bool thread_local_ = false;
  bool global = false;
  bool internal = false;  // of the library: what it starts threads with
};

class Objects {
 public:
  // Both must outlive it.
  Objects(const ir::Program& program, const memory::Replay& replay);

  struct Found {
    const NamedObject* object = nullptr;  // null: the address names none
    std::uint32_t slot = 0;               // its first
    std::uint64_t offset = 0;
  };
  Found find(Address address);

  // The part of the object that an access of `size` bytes is to.
  TypedPath part(const Found& found, std::uint64_t size);

  const ir::DebugNames& debug() const { return debug_; }

 private:
  struct Key {  // an object by its first slot
    std::uint32_t slot = 0;
    std::uint64_t offset = 0;
    bool ok = false;
  };
  struct Access {
    std::uint64_t offset;
    std::uint64_t size;
    std::string code;
    friend auto operator<=>(const Access&, const Access&) = default;
  };
  // A name before others are known to have the same.
  struct Draft {
    std::string name;
    std::string function;
    std::string thread;
    bool variable = false;
  };

  Key key(Address address) const;
  void mention(Address address);
  void mention_all();
  void add(std::uint32_t slot);
  void add_global(std::uint32_t slot, const ir::Global& global);
  void add_object(std::uint32_t slot, const exec::Object& object, ThreadId thread);
  void add_heap(NamedObject& out, Draft& draft, const exec::Object& object,
                const std::vector<ir::SourceId>& birth, const std::string& thread);
  void settle_names();
  TypedPath part_of_unknown(const Found& found, std::uint64_t size);
  std::string type_name(ir::TypeId type, int depth = 0) const;
  std::string name_by_function(ir::SourceId source) const;
  std::size_t choose(std::uint32_t slot, std::uint64_t base,
                     const std::vector<const ir::Member*>& candidates);

  const ir::Program& program_;
  const memory::Replay& replay_;
  ir::DebugNames none_;
  const ir::DebugNames& debug_;
  memory::Births births_;
  SourceText text_;
  std::unordered_map<std::uint32_t, NamedObject> objects_;    // by first slot
  std::unordered_map<std::uint32_t, Draft> drafts_;           // the same
  std::vector<std::uint32_t> order_;                          // slots as they are mentioned
  std::unordered_map<std::uint32_t, std::set<Access>> uses_;  // by first slot
  bool settled_ = false;
  std::map<std::string, unsigned> counts_;  // of heap objects, by name
};

// C++ names as people write them.
std::string demangled(const std::string& name);

}  // namespace overtake::report
