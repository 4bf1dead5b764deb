// Rounds that take back what they did to memory: a lock is counted down, found taken, counted up
// again, and the thread begins anew.
//
// A value is futile for the atomic operation with which such a round begins, an *attempt*, if
// whatever the round reads after it, the thread takes back all that it has added to memory and is
// back at the head of its loop, in the state in which it was there before: then the attempt waits
// (`futile`), and no execution has the round. That is sound if no thread can observe the round:
// each operation of another thread that may come while attempts that were left out are under way
// (memory then holds what it should, plus their amounts) does the same as without them, or waits
// itself. That is what is asked for at the end of each execution (`demand_unseen_rounds`), of the
// execution's own operations and values. docs/rvf-smc.md has the argument.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "smc/current_execution.h"
#include "smc/hidden_writes.h"
#include "smc/quiet_rounds.h"

namespace overtake::smc {

class PutBacks {
 public:
  explicit PutBacks(CurrentExecution& execution);

  // Whether t, if its next operation obtains that value, returns to the head of a loop in the state
  // in which it was there before, having only read since.
  bool futile(ThreadId t, const exec::Value& value, Position source = kInitial);
  // Whether that depends on what the operation obtains the value from.
  bool depends_on_source(ThreadId t) const { return quiet_.takes_lock(t); }
  // At the end of an execution: throws NeedsExhaustive if a thread can observe a difference between
  // the rounds that were left out because they take back what they do, and none.
  void demand_unseen_rounds();
  // The same at the end of what is no execution, since some run lets these threads go on: a round
  // that begins with a look is left out after the look, at its attempt, and it may be that only
  // such an end has the look's value with the attempt.
  void demand_unseen_after_looks(std::span<const ThreadId> waiting);
  // Whether an attempt was left out that comes after a look: then such ends matter.
  bool left_out_after_look() const { return left_out_after_look_; }

 private:
  // An amount by which memory may differ while a round is under way.
  struct Round {
    ThreadId thread;
    std::uint32_t index = 0;  // of the attempt among the thread's events
    std::uint32_t begin = 0;  // ... and of the first event of the round, which may be a look
    std::uint32_t location = 0;
    std::uint64_t amount = 0;
    friend bool operator==(const Round&, const Round&) = default;
  };
  struct RoundSearch;
  struct OpState;
  // Rounds of other threads that may be under way while an operation waits, and when it is done.
  struct Meanwhile {
    std::vector<Round> waiting, done;
  };
  struct MayBeThere {
    exec::Value value;
    std::uint64_t amount = 0;
  };
  // Of an operation: the state of its thread before it, and what it and its round may find.
  struct Surroundings {
    exec::Thread state;
    std::vector<std::uint64_t> words;
    friend bool operator==(const Surroundings&, const Surroundings&) = default;
  };
  struct SurroundingsHash {
    std::size_t operator()(const Surroundings& s) const {
      return hash_words(s.words, s.state.hash());
    }
  };

  bool comes_back(RoundSearch& search, const exec::Value& value);
  bool goes_on_to_come_back(RoundSearch& search, exec::Thread thread);
  bool does_and_comes_back(RoundSearch& search, const exec::Thread& thread, std::uint32_t location,
                           const exec::Value& value);
  bool stays(RoundSearch& search, const exec::Thread& thread);
  std::vector<MayBeThere> what_may_be_there(const Reader& reader, std::span<const Round> rounds);
  std::vector<std::uint64_t> amounts(const Reader& reader, Position write,
                                     std::span<const Round> rounds) const;
  bool has_attempts() const;
  bool may_be_turns() const;
  void demand_attempts_or_turns();
  void demand_unseen_attempts();
  std::vector<OpState> op_states();
  std::vector<Round> find_rounds(std::span<const OpState> states);
  bool ordered(const Round& round, const OpState& op, bool waits);
  std::uint32_t demand_fixed_looks(const OpState& op);
  std::vector<Round> rounds_of(const OpState& op, std::span<const Round> others);
  Surroundings surroundings(const OpState& op, std::span<const Round> rounds);
  void add_surroundings(const Reader& reader, std::span<const Round> rounds, Surroundings& to);
  bool sees_no_round(const OpState& op, std::span<const Round> rounds, const Meanwhile& meanwhile);
  bool makes_no_difference(const OpState& op, const exec::Value& value, std::uint64_t amount);
  bool same(const exec::Thread& a, const exec::Thread& b);
  bool is_needed(const exec::Executor::Register& which);

  CurrentExecution& execution_;
  const exec::Executor& executor_ = execution_.executor();
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const Locations& locations_ = execution_.locations();
  HiddenWrites hidden_;
  QuietRounds quiet_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> live_;  // is_needed
  std::vector<std::uint32_t> round_locations_;  // what rounds read after their attempts
  bool left_out_after_look_ = false;
  std::unordered_set<Surroundings, SurroundingsHash> unseen_;  // what sees_no_round() is known of
  std::unordered_map<Surroundings, std::vector<Round>, SurroundingsHash> known_rounds_;
};

}  // namespace overtake::smc
