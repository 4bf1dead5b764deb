// Store buffers as interned values: the buffer of a thread is a BufferId, the empty one is 0. The
// machine's buffers (docs/memory-models.md), without anything that a program cannot observe.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/model.h"
#include "explicit/automata.h"

namespace overtake::explicit_state {

using BufferId = Id<struct BufferTag>;

class Buffers {
 public:
  // A store, or (no cell) the mark that a store-store fence leaves.
  struct Entry {
    CellId cell;
    ValueId value;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  Buffers(Model model, const Automata& automata) : model_(model), automata_(&automata) {
    intern({});
  }

  static constexpr BufferId empty() { return BufferId{0}; }
  std::size_t size() const { return buffers_.size(); }

  const std::vector<Entry>& entries(BufferId b) const { return buffers_[b.index()].entries; }
  // How many stores wait in it.
  std::size_t stores(BufferId b) const { return buffers_[b.index()].stores; }
  // The newest store to the cell, if there is one.
  std::optional<ValueId> newest(BufferId b, CellId cell) const;
  // Whether an atomic write to the cell would overtake nothing that it must not (PsoRmw::Location).
  bool drained_for(BufferId b, CellId cell, bool writes) const;

  // As Automata::freeze: `push` and `drain` throw NotYetKnown.
  void freeze() { frozen_ = true; }
  void thaw() { frozen_ = false; }

  BufferId push(BufferId b, CellId cell, ValueId value);
  BufferId push_fence(BufferId b);

  // The entries that may reach memory next, by index.
  const std::vector<std::uint32_t>& can_drain(BufferId b) const {
    return buffers_[b.index()].can_drain;
  }
  BufferId drain(BufferId b, std::uint32_t entry);

 private:
  struct Buffer {
    std::vector<Entry> entries;  // oldest first
    std::size_t stores = 0;
    std::vector<std::uint32_t> can_drain;
    std::vector<BufferId> drained;                       // by entry, once known
    std::unordered_map<std::uint64_t, BufferId> pushed;  // by cell and value, once known
  };

  BufferId intern(std::vector<Entry> entries);

  // Whether both set some byte: they stay in order.
  bool overlap(const Entry& a, const Entry& b) const {
    return a.cell == b.cell && (automata_->mask(a.value) & automata_->mask(b.value)) != 0;
  }

  Model model_;
  const Automata* automata_;
  bool frozen_ = false;
  std::vector<Buffer> buffers_;
  std::unordered_map<std::uint64_t, std::vector<BufferId>> by_hash_;
};

}  // namespace overtake::explicit_state
