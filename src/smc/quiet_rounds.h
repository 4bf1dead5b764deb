// Rounds that change memory and yet are no effect, because no other thread can tell.
//
// *Stores of what is there already*: a private copy of another thread's index, kept in the shared
// object, that a round refreshes with the value it has (exec::Thread::stores_what_is_there). If no
// other thread writes the word while the storing thread lives, the thread knows what is there, and
// a run without the store is a run in which everybody finds the same values.
//
// *Locks that are taken and given back*: a round that takes a mutex, looks, and releases it. Others
// that want the mutex meanwhile wait, as they may without the round; only one that tries, and goes
// on if it does not obtain it, can tell.
//
// *Turns*: the same with a lock of the program's own, a word that is changed by an exchange, a
// compare-and-swap or setting bits, and later put back as it was found (exec::Turn). That the word
// is a lock is demanded of all that the threads do to it.
//
// That no thread can tell is asked for at the end of each execution, of all rounds which may have
// been left out (`demand_unseen`, in quiet_rounds_seen.cpp). docs/rvf-smc.md has the argument.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "smc/current_execution.h"
#include "smc/hidden_writes.h"
#include "smc/own_objects.h"

namespace overtake::smc {

class QuietRounds {
 public:
  explicit QuietRounds(CurrentExecution& execution);

  struct Word {
    Address address = 0;
    std::uint8_t size = 0;
    exec::Value value;
    friend bool operator==(const Word&, const Word&) = default;
  };
  using Words = std::vector<Word>;
  using Turns = std::vector<exec::Turn>;

  // Performs the thread's next operation, on a way ahead, if it is a store of what is there, or a
  // load of what was stored like that on the way. False: it is neither.
  bool store(exec::Thread& thread, Words& stored);
  // ... if it gives back a lock that the round has taken, or puts back a word that it has changed.
  bool give_back(exec::Thread& thread);
  // Whether the thread comes back to where it was before `then`, without looking at anything that
  // others can change. One that goes on to a loop after that does not come back: it has left.
  // `then` is the state before event number `event`.
  bool goes_back_alone(exec::Thread thread, const exec::Thread& then, std::uint32_t event);

  // Whether its next operation, if it finds that and changes it, may be put back by the round.
  bool begins_turn(const exec::Thread& thread, const exec::Value& found) const {
    return executor_.has_quiet_turns() && thread.begins_turn(found);
  }
  // ... whatever it finds.
  bool always_begins_turn(const exec::Thread& thread) const { return begins_turn(thread, {1}); }

  // Whether t's next operation takes a lock in such a round, ...
  bool takes_lock(ThreadId t) const;
  // ... and the round comes to nothing, whatever it reads, if that is the lock's last release.
  bool comes_to_nothing(ThreadId t, Position release);

  // Throws NeedsExhaustive if another thread can tell that rounds were left out.
  void demand_unseen();
  // ... if rounds put that location back.
  void demand_no_turn(std::uint32_t location) const;

 private:
  // Where a thread is on its way through a round, and what it has changed since it began: words
  // that it stored to, locks that it took, words that it changed and puts back.
  struct Way {
    exec::Thread thread;
    OwnObjects::Changes own = {};
    Words stored = {};
    Words taken = {};
    Turns turns = {};
  };
  struct Search;
  void go_on_alone(Way& way);
  bool all_come_back(Search& search, exec::Thread thread, std::uint32_t event);
  bool follow(Search& search, Way way);
  bool look(Search& search, const Way& way);
  bool is_new(Search& search, const Way& way) const;
  bool same(const Way& a, const Way& b) const;
  std::vector<exec::Value> what_may_be_there(const Search& search, std::uint32_t location);

  void note_values();
  void note_value(std::uint32_t location, const exec::Value& value);
  void examine(ThreadId t);
  bool is_over(ThreadId t, ThreadId other, std::uint32_t index);
  bool is_unknown(ThreadId maker, std::uint32_t k) const;
  void demand_single_writer(ThreadId t, const Word& word);
  void demand_still_there(const Way& way);
  void demand_lock_unseen(ThreadId t, const Word& lock);
  void demand_turn_unseen(ThreadId t, const exec::Turn& turn);
  bool keeps_to_turns(ThreadId t, const exec::Turn& turn, ThreadId u, std::uint32_t k, bool& holds);
  bool waits_for_turn(const exec::Thread& state, std::uint32_t event, const exec::Turn& turn);
  void demand_found_alike(const exec::Turn& turn) const;
  void demand_apart(ThreadId t, const exec::Turn& turn) const;
  bool cannot_tell(const exec::Thread& thread, std::uint32_t event);

  CurrentExecution& execution_;
  const exec::Executor& executor_ = execution_.executor();
  const Trace& trace_ = execution_.trace();
  HiddenWrites hidden_;
  OwnObjects own_;
  // By location: all values that were ever written there, or may be by rounds that were left out;
  // how often one was new, plus 1.
  std::vector<std::vector<exec::Value>> values_;
  std::uint32_t now_ = 1;
  // By thread: what its rounds may have stored to, taken and put back, and looked at after a lock
  // was taken.
  struct Changed {
    Words stored, taken;
    Turns turns;
    Words looked;
  };
  std::vector<Changed> changed_;
};

}  // namespace overtake::smc
