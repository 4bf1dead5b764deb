// The shared objects that one thread allocated, by number.
//
// A state of a thread is saved before each of its events, and a thread never forgets an object. A
// vector in each state would make one execution quadratic in the number of objects. The table only
// grows: full chunks never change again, and all states that came after them share them. Saving a
// state copies at most one chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "exec/list.h"
#include "ir/program.h"

namespace overtake::exec {

enum class ObjectKind : std::uint8_t { None, Heap, Stack, ThreadLocal, Continued };

// What the allocating thread knows of an object; by number_in_thread(slot).
struct Object {
  std::uint64_t size = 0;
  ObjectKind kind = ObjectKind::None;
  ir::SourceId source;  // where it was allocated
  ir::GlobalId image;   // ThreadLocal: the global whose initial bytes it starts with
  ir::Contents contents = ir::Contents::Zeroed;
  friend bool operator==(const Object&, const Object&) = default;
};

class ObjectTable {
 public:
  std::size_t size() const { return full_size_ + last_.size(); }
  const Object& operator[](std::size_t number) const {
    return number < full_size_ ? (*(*full_)[number / kChunk])[number % kChunk]
                               : last_[number - full_size_];
  }
  // An object that takes `slots` numbers: its own, and those of its continuation.
  void add(const Object& object, std::uint64_t slots);
  // A hash of the sizes.
  std::uint64_t hash() const { return hash_; }

  friend bool operator==(const ObjectTable& a, const ObjectTable& b) {
    return a.size() == b.size() && a.hash_ == b.hash_ && a.last_ == b.last_ && same_chunks(a, b);
  }

 private:
  static constexpr std::size_t kChunk = 32;
  using Chunk = std::vector<Object>;

  void push_back(const Object& object);
  static bool same_chunks(const ObjectTable& a, const ObjectTable& b);

  std::shared_ptr<const std::vector<std::shared_ptr<const Chunk>>> full_;
  std::size_t full_size_ = 0;  // objects in full_
  std::uint64_t hash_ = 0;
  List<Object> last_;  // fewer than kChunk
};

}  // namespace overtake::exec
