// Which cells need store buffers, and before which operations other threads have to get a turn.
#pragma once

#include <cstdint>
#include <vector>

#include "base/model.h"
#include "seq/bound.h"
#include "seq/races.h"
#include "seq/targets.h"

namespace overtake::seq {

// What the accesses of the program mean for its cells.
struct CellUse {
  Races races;
  std::vector<char> buffered;         // by cell: some plain store to it may race
  std::vector<char> writes;           // by thread: it has stores to buffered cells
  std::vector<std::uint32_t> stores;  // by cell: how many stores there are in the code
};

// `location`: PsoRmw::Location, where an atomic operation looks for the thread's own stores to its
// cell, so that a cell with both has buffers even if no other thread uses it.
CellUse find_use(const BoundedProgram& bounded, const Targets& targets, bool location);

// Whether the visible operation may have to wait, or may come out differently, or matter to others,
// depending on what others do before it. If not, it commutes with all that they do, and runs in
// which the thread continues at once are enough.
bool needs_switch(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                  Model model, std::uint32_t instance, std::uint32_t index);

// Whether the operation is a store that goes into a buffer.
bool is_buffered_store(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                       std::uint32_t instance, std::uint32_t index);

// Whether the full fence at `index` comes directly after a store that goes into a buffer, and
// (PSO) a store-store fence directly before that: a store with order seq_cst. If others may
// come in before the store, both are one step: what they do between the store and the moment when
// it reaches memory may as well come before the store, for no other thread has seen it; what they
// do between that moment and the fence may as well come after the fence, for the buffers are empty.
// And the store needs no timestamp of its own: it reaches memory together with whatever does so
// last before it.
bool fences_its_store(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                      Model model, std::uint32_t instance, std::uint32_t index);

// Whether the operation looks at, or writes past the buffers to, a cell that has store buffers.
bool observes_buffers(const BoundedProgram& bounded, const Targets& targets, const CellUse& use,
                      std::uint32_t instance, std::uint32_t index);

}  // namespace overtake::seq
