// Many states of a search at once, by several workers.
//
// The states of the breadth-first queue from some point on are divided into parts. First the
// workers take parts: each looks which of its states are worth a visit (Filter) and writes down the
// rows of their successors. They only read: what is not known yet about a thread or a buffer leaves
// the state for later. Then, one state after the other, visits are made, and what was left for
// later is computed, as a single worker would have done it. At last all workers put the rows into
// the store (StateStore::add_all).
//
// So everything that has an order (numbers of states, of threads' states, values, buffers and
// positions; visits; parents) is in the order of the search with one worker, and only what has none
// is done at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explicit/search.h"

namespace overtake::explicit_state {

class Batch {
 public:
  Batch(Search& search, Visitor& visitor, Workers& workers);

  // How far a batch from state i on would reach; i: it is not worth it.
  StateIndex end_of(StateIndex i, const Result& so_far) const;

  enum class Done : std::uint8_t {
    All,
    Stopped,  // by a visit
    Outgrown  // a number outgrew its column
  };
  // Visits the states from `first` up to `end` and adds their successors.
  Done run(StateIndex first, StateIndex end, Result& result);

 private:
  // States that follow each other, all looked at, or a single one that is left for later.
  struct Piece {
    StateIndex first = 0;
    StateIndex end = 0;
    bool later = false;
    StateIndex first_full = kNoState;  // the first state with a full buffer
    Rows rows;
    std::vector<std::uint32_t> ends;  // by state: the number of rows up to its last one
    std::vector<StateIndex> visits;   // worth one
  };
  struct Part {
    std::vector<std::unique_ptr<Piece>> pieces;  // more than `used`: to be used again
    std::size_t used = 0;
  };
  struct Worker {
    Search::Room room;
    std::unique_ptr<Filter> filter;
  };

  Piece& open(Part& part, StateIndex first);
  void look(Part& part, StateIndex first, StateIndex end, Worker& worker);
  bool look(Piece& piece, StateIndex i, Worker& worker) const;
  Done finish(Piece& piece, Result& result);

  Search& search_;
  Visitor& visitor_;
  Workers& workers_;
  std::vector<Worker> all_;
  std::vector<Part> parts_;
  StateIndex alone_until_ = 0;  // too much was not known yet
};

}  // namespace overtake::explicit_state
