// The automata of any program of the IR, from exec::Thread: a state of a thread is a Thread value,
// its actions are its next visible operation.
//
// Cells are the locations that are accessed, found as the search proceeds; where accesses overlap
// with different sizes, cells are united (extents.h). An object that can end (heap, shared stack)
// has one more cell, its status: what finds it ended is an error.
//
// Positions are places in the user's source: a fence after a statement serves all threads that run
// it. The program must be lowered to its model (memory/lower.h), without SpinHead: a loop that
// spins comes back to a state that it was in.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exec/executor.h"
#include "explicit/automata.h"
#include "explicit/extents.h"
#include "explicit/store_places.h"

namespace overtake::explicit_state {

class IrAutomata : public Automata {
 public:
  // The program must outlive the automata. With `value_bits` B, integers that the user's code
  // writes to shared memory are taken modulo 2^B unless they are in -2^(B-1) .. 2^B - 1: counters
  // become finite, -1 stays -1. Addresses stay as they are.
  // Throws Regrouped, now or later, if cells have to be united; `extents` has learned it then.
  IrAutomata(const ir::Program& program, std::shared_ptr<StorePlaces> places,
             std::uint32_t value_bits = 0, std::shared_ptr<Extents> extents = {});

  std::string thread_name(ThreadId t) const override;
  std::string failure(ThreadId t, LocalId l) const override;
  std::string place_of(ThreadId t, LocalId l) const override;
  bool wrapped() const override { return wrapped_; }
  std::size_t position_count() const override { return places_->size(); }
  std::string position_name(PositionId p) const override;

  const exec::Executor& executor() const { return executor_; }
  // The k-th parent and child number of each thread but main, as the machine names them.
  const std::vector<std::pair<ThreadId, std::uint32_t>>& spawned_as() const { return spawned_as_; }
  // The alternative that an action stands for, of operations that have several.
  std::uint32_t choice(ThreadId t, LocalId l, std::uint32_t action) const;
  // Where a cell is.
  Address address(CellId c) const { return addresses_[c.index()]; }
  std::uint32_t size(CellId c) const { return sizes_[c.index()]; }  // in bytes; 0: a status

 private:
  struct Locals {
    std::deque<exec::Thread> threads;  // by LocalId; nothing for states before added fences
    std::unordered_map<std::uint64_t, std::vector<LocalId>> by_hash;
  };

  Outcome compute(ThreadId t, LocalId l, std::uint32_t action, ValueId found) override;

  LocalId intern(const exec::Thread& thread);
  std::vector<Action> actions_of(const exec::Thread& thread);
  Action access(const exec::Thread& thread, ActionKind kind);
  exec::Resolution resolve(const exec::Op& op) const;
  std::uint64_t wrap(const exec::Op& op, std::uint64_t value) const;
  // The cell, and where in it the access begins, in bits.
  struct InCell {
    CellId cell;
    std::uint32_t shift = 0;
  };
  InCell cell(const exec::Op& op, const exec::Resolution& r);
  CellId new_cell(const exec::Op& op, const exec::Resolution& r, Extents::Extent extent);
  [[noreturn]] void overlapping(const exec::Op& op, const exec::Resolution& r, CellId other);
  CellId status_cell(SlotId object);
  ThreadId child(ThreadId parent, std::uint32_t number);
  void learn_objects(const exec::Thread& thread);
  [[noreturn]] void refuse(const exec::Thread& thread, const std::string& what) const;

  const ir::Program& program_;
  exec::Executor executor_;
  std::deque<Locals> locals_;                                        // by thread
  std::vector<std::pair<ThreadId, std::uint32_t>> spawned_as_;       // of threads 1, 2, ...
  std::vector<exec::ObjectTable> objects_;                           // by owner
  std::map<std::pair<std::uint32_t, std::uint64_t>, CellId> cells_;  // by object and offset
  std::map<std::uint32_t, CellId> status_;                           // by object
  std::vector<Address> addresses_;                                   // by cell
  std::vector<std::uint32_t> sizes_;                                 // by cell, in bytes
  std::vector<ir::SourceId> first_access_;                           // by cell
  std::shared_ptr<StorePlaces> places_;
  std::shared_ptr<Extents> extents_;
  std::uint32_t value_bits_;
  mutable bool wrapped_ = false;
};

}  // namespace overtake::explicit_state
