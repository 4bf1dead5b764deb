// Use after free in rounds of loops that were left out.
//
//     while (!load(&stop)) look(&o->value);          free(o); store(&stop, 1);
//
// A round in which the thread only looks is in no execution (rvf-smc.md, "Waiting"), and so its
// look at what another thread has freed meanwhile would not be seen. So at the end of each
// execution all rounds are followed that a thread may have done between two of its events, with all
// values that causality lets it find there. Where one comes to an object whose life another thread
// ends in the execution, not before the round for certain and not after it for certain, the
// consistency library is asked for a run of the other events with the round in it, up to the
// access, which comes after the end.
//
// Nothing is missed: let ρ be a run up to such an access, and π what is left of it without rounds
// that come to nothing, the last one included, of which only the beginning is there. π is a run
// (rvf-smc.md), which goes on to an execution M without such rounds. M has the end of the object,
// as π has. The thread's next event in M comes after the round, so nothing that depends on it is in
// π; what the round finds was in memory after π, so causality does not hide it in M. All events of
// M that do not depend on the thread's next event, with the round between its events, have a run:
// that of M, with the round where it is in ρ. By values, M may be another execution of its class,
// and dependence is less than all: if no run is found, sources have to be told apart
// (NeedsExhaustive).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "smc/current_execution.h"
#include "smc/endings.h"
#include "smc/extended_instance.h"
#include "smc/hidden_writes.h"
#include "smc/quiet_rounds.h"
#include "smc/round_heads.h"

namespace overtake::smc {

class RoundLifetimes {
 public:
  // `by_source`: each read is bound to one write.
  RoundLifetimes(CurrentExecution& execution, const RvfInstance& bound, bool by_source,
                 Endings& endings, const Progress& progress);

  // At the end of an execution: reports the accesses. Throws NeedsExhaustive if it cannot tell.
  void judge();

 private:
  // An operation of a round.
  struct Step {
    enum class Kind : std::uint8_t {
      Orders,   // a fence
      Looks,    // ... and finds `found`
      Takes,    // the same at a lock that it takes
      Gives,    // gives that back, or puts the word back
      Stores,   // what is there
      Unclear,  // it is not known how to ask for a run with it
    };
    Kind kind = Kind::Orders;
    exec::Op op;
    std::uint32_t location = 0;
    exec::Value found = {};
  };
  // The round comes to an object whose life ends.
  struct Late {
    std::size_t steps = 0;  // before that
    exec::Op op;
    Position end = kInitial;
    exec::Error error;
  };
  struct Way {
    exec::Thread thread;
    OwnObjects::Changes own = {};
    QuietRounds::Words stored = {};
    QuietRounds::Words changed = {};  // words that it has changed and has not put back yet
    std::vector<Step> steps = {};     // if ways are told apart
    std::vector<Late> late = {};      // else the first
    std::shared_ptr<const Way> last_look = {};  // where it was then, if ways are told apart
  };
  // The place of a round: before event number `index` of the thread.
  struct Place {
    ThreadId thread;
    std::uint32_t index = 0;
    Position before = kInitial;  // the thread's last event, or its spawn
    Position after = kInitial;   // its next event; kInitial: there is none
  };

  // What decided that no round at a state of a thread comes to an object whose life ends: what is
  // found at its looks, and the objects that it comes to.
  struct Look {
    Address address = 0;
    std::uint8_t size = 0;
    std::vector<exec::Value> found;
  };
  struct Clear {
    exec::Thread state;
    std::vector<Look> looks;
    std::vector<SlotId> objects;
    std::vector<OwnObjects::Changes::Write> own;  // what it wrote before, and finds in own objects
  };

  bool find_ends(const Place& place);
  bool ends(SlotId object) const;
  bool is_clear(const Place& place);
  bool follow_rounds(const Place& place, bool apart);
  bool is_new(const Way& way);
  bool same(const Way& a, const Way& b) const;
  void follow(const Place& place, Way way);
  void look(const Place& place, Way way);
  void note_step(Way& way, const Step& step) const;
  void note_late(Way& way);
  std::vector<exec::Value> values(const Place& place, std::uint32_t location);
  std::vector<EventId> sources(const Step& step) const;
  void judge(const Place& place, const Way& way);
  std::optional<memory::Schedule> find_run(const Place& place, const Way& way, const Late& late);
  bool realizes(const Place& place, std::span<const Step> steps, const Late& late,
                std::span<const EventId> locks);
  memory::Schedule schedule(const Place& place, std::span<const Step> steps);

  CurrentExecution& execution_;
  const exec::Executor& executor_ = execution_.executor();
  const Trace& trace_ = execution_.trace();
  const bool by_source_;
  Endings& endings_;
  const Progress& progress_;
  HiddenWrites hidden_;
  OwnObjects own_;
  QuietRounds quiet_;
  ExtendedInstance instance_;
  consistency::Verifier verifier_;
  std::vector<std::pair<SlotId, Position>> ends_;  // that a round at the place may be late for
  std::vector<Way> todo_;
  std::size_t operations_ = 0;  // that were followed
  // Whether ways to the same state are told apart, as their looks differ. If not, one is followed.
  bool apart_ = false;
  bool found_late_ = false;
  std::unordered_map<std::uint64_t, std::vector<Way>> been_;             // by hash
  std::unordered_map<std::uint64_t, std::vector<Clear>> clear_;          // by hash of the state
  RoundHeads<std::pair<QuietRounds::Words, QuietRounds::Words>> heads_;  // stored, changed
  Clear seen_;                            // in the rounds that are followed
  bool can_be_clear_ = true;              // ... if that is all that decides
  std::vector<bool> left_out_;            // of the instance, by position
  std::vector<std::size_t> step_events_;  // of the instance: the steps of the round, and the access
};

}  // namespace overtake::smc
