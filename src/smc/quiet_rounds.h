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
// That no thread can tell is asked for at the end of each execution, of all rounds which may have
// been left out (`demand_unseen`). docs/rvf-smc.md has the argument.
#pragma once

#include <cstdint>
#include <utility>
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

  // Performs the thread's next operation, on a way ahead, if it is a store of what is there, or a
  // load of what was stored like that on the way. False: it is neither.
  bool store(exec::Thread& thread, Words& stored);
  // ... if it gives back a lock that the round has taken.
  bool give_back(exec::Thread& thread);

  // Whether t's next operation takes a lock in such a round, ...
  bool takes_lock(ThreadId t) const;
  // ... and the round comes to nothing, whatever it reads, if that is the lock's last release.
  bool comes_to_nothing(ThreadId t, Position release);

  // Throws NeedsExhaustive if another thread can tell that rounds were left out.
  void demand_unseen();

 private:
  struct Search;
  bool follow(Search& search, exec::Thread thread, OwnObjects::Changes own, Words stored,
              Words taken);
  bool look(Search& search, const exec::Thread& thread, const OwnObjects::Changes& own,
            const Words& stored, const Words& taken);
  std::vector<exec::Value> what_may_be_there(const Search& search, std::uint32_t location);
  void note_values();
  bool is_over(ThreadId t, ThreadId other, std::uint32_t index);
  void demand_single_writer(ThreadId t, const Word& word);
  void demand_lock_unseen(ThreadId t, const Word& lock);
  bool cannot_tell(const exec::Thread& thread) const;

  CurrentExecution& execution_;
  const exec::Executor& executor_ = execution_.executor();
  const Trace& trace_ = execution_.trace();
  HiddenWrites hidden_;
  OwnObjects own_;
  // By location: all values that were ever written there; how often one was new, plus 1.
  std::vector<std::vector<exec::Value>> values_;
  std::uint32_t now_ = 1;
  // By thread: what rounds may have stored to, and taken.
  std::vector<std::pair<Words, Words>> changed_;
};

}  // namespace overtake::smc
