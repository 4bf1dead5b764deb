// Free moves: what a thread does independently of all others.
//
// A cell is a thread's own if no other thread ever writes it. A thread moves freely by local work,
// by reading and writing its own cells, and by reading cells that no thread writes: such a step is
// always possible, changes nothing that another thread wrote, and depends on nothing of the kind.
// So a search that reaches a state of the program reaches also all those in which threads have
// moved freely from there, each as it likes, independently of the others. A search needs none of
// them if it takes one state to stand for all of them: for each thread, the place where it is (its
// state and what its own cells hold) and the places that it gets to freely from there. It then has
// to look at what others find in these cells, and at what the thread does next, in all of these
// places. Places from which the thread gets back again stand for the same, so one of them is
// enough.
//
// In a program as people write it threads look at each other all the time, and few moves are free.
// In an abstraction that forgets what threads look at (fences/flatten.h), a thread in its loop
// moves freely for ever.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "explicit/gcl_automata.h"
#include "explicit/search.h"

namespace overtake::explicit_state {

// Thrown when a thread can move freely to more places than one wants to know.
struct TooManyPlaces {};

class FreeMoves {
 public:
  struct Place {
    LocalId local;
    std::vector<ValueId> values;  // of the thread's own cells, in a fixed order
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // A step that is not free.
  struct Exit {
    std::uint32_t place = 0;
    std::uint32_t action = 0;
  };
  // A value that others can find in an own cell, and a place where the thread is then; it gets from
  // there to every place that it can be in if they find that, or another finding of the value says
  // so.
  struct Finding {
    ValueId value;
    std::uint32_t place = 0;
  };
  // Where a thread gets to freely; the first is the one that stands for all from which it gets
  // back.
  struct Reach {
    std::vector<Place> places;
    std::vector<Exit> exits;
    std::vector<std::vector<Finding>> findings;  // by own cell
  };

  // The addresses of the program must be fixed. Threads that run the code of `still` do not move
  // freely.
  FreeMoves(GclAutomata& automata, ThreadId still);

  // The thread whose own cell it is, if that is not `still`, and its number there.
  ThreadId owner(CellId c) const { return owners_[c.index()]; }
  std::size_t number(CellId c) const { return numbers_[c.index()]; }

  const Reach& reach(const State& state, ThreadId t);
  // Of places that the thread comes to in one step, those from which it does not get to another.
  std::vector<Place> first_of(ThreadId t, const std::vector<Place>& places);
  Place place(const State& state, ThreadId t) const;
  // Puts the thread to the place that stands for where it is. Where others are has no part in it.
  void canonicalize(State& state, ThreadId t);
  void put(State& state, ThreadId t, const Place& place) const;

 private:
  struct Thread {
    std::map<Place, std::uint32_t> set_of;          // strongly connected sets of places
    std::deque<Reach> reaches;                      // by set
    std::vector<std::vector<std::uint32_t>> later;  // by set: those that it leads to, itself too
    std::vector<Place> first;                       // by set
  };
  struct Moves {
    std::vector<Place> free;
    std::vector<std::uint32_t> others;  // actions
  };

  std::uint32_t set(ThreadId t, const Place& place);
  Moves moves(ThreadId t, const Place& place);
  void explore(ThreadId t, const Place& from);
  void complete(ThreadId t, const std::vector<Place>& places);
  void find(Thread& thread, Reach& reach, std::size_t cell);

  GclAutomata& automata_;
  std::vector<std::vector<CellId>> own_;  // by thread
  std::vector<ThreadId> owners_;          // by cell
  std::vector<std::size_t> numbers_;      // by cell
  std::vector<bool> written_;             // by cell: by any thread
  std::vector<bool> still_;               // by thread
  std::vector<Thread> threads_;
};

}  // namespace overtake::explicit_state
