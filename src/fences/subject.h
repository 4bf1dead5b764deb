// A program whose fences are wanted, as the search for them needs it: its automata, what a fence at
// a position is called and costs, and the way to the machine that replays runs. Guarded commands
// (gcl_subject.h) and programs of the IR (ir_subject.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limit.h"
#include "explicit/gcl_automata.h"
#include "explicit/search.h"
#include "fences/hitting_set.h"
#include "memory/replay.h"
#include "monitor/run.h"

namespace overtake::fences {

enum class FenceKind : std::uint8_t {
  Full,        // stores before it reach memory before anything after it happens
  StoreStore,  // before stores after it do
};

enum class FenceWhere : std::uint8_t {
  After,    // a statement
  Before,   // a statement
  AtState,  // of a process: whatever comes next there
};

// One fence that a user has to put somewhere.
struct Fence {
  FenceKind kind = FenceKind::Full;
  FenceWhere where = FenceWhere::After;
  std::string thread;  // the process, or the function
  std::string after;   // the statement at which it stands, or the name of the state
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string order = {};  // not a fence, but this order of the store that stands there
  friend auto operator<=>(const Fence&, const Fence&) = default;
};

// A position and a kind as one number, for hitting sets.
struct Placement {
  explicit_state::PositionId position;
  FenceKind kind = FenceKind::Full;

  std::uint32_t element() const {
    return 2 * position.value + (kind == FenceKind::StoreStore ? 1 : 0);
  }
  static Placement of(std::uint32_t element) {
    return {explicit_state::PositionId{element / 2},
            element % 2 == 0 ? FenceKind::Full : FenceKind::StoreStore};
  }
};

inline constexpr std::uint32_t kWholeFence = 1000;  // the cost of a store-store fence

class Subject {
 public:
  virtual ~Subject() = default;

  // Fresh automata of the program with these fences.
  virtual std::unique_ptr<explicit_state::Automata> automata(
      const std::vector<Placement>& fences) const = 0;
  // The same by another way, to check a result: the fences are put into the program's own text.
  // Null if there is no other way.
  virtual std::unique_ptr<explicit_state::Automata> repaired(
      const std::vector<Placement>& fences) const = 0;

  // Values are wrapped, so that runs of the automata may be no runs of the machine.
  virtual bool wraps() const = 0;

  // An abstraction for the patterns of one pivot (fences/flatten.h), and what its positions are in
  // the program.
  struct Flat {
    std::unique_ptr<explicit_state::GclAutomata> automata;
    ThreadId pivot;
    std::function<explicit_state::PositionId(explicit_state::PositionId)> position;
  };
  virtual bool can_be_flattened() const = 0;
  // There may be `each_process`, or it can be flattened.
  virtual bool can_be_abstracted() const = 0;
  // Of the program with these fences, one for each code that threads run. Throws InputError if it
  // cannot be.
  virtual std::vector<std::function<Flat()>> flattened(
      std::uint32_t k, const std::vector<Placement>& fences) const = 0;

  // What prevents each pattern that a process could have if the others did anything they ever do
  // (fences/each_process.h), of the program with these fences: at least the patterns of the
  // program. None: that is not known.
  struct EachProcess {
    std::vector<std::vector<explicit_state::PositionId>> new_fences;
    std::size_t states = 0;
    std::size_t transitions = 0;
  };
  virtual std::optional<EachProcess> each_process(const std::vector<Placement>&,
                                                  const std::atomic<bool>*) const {
    return std::nullopt;
  }

  // It is known that no value grows without end.
  virtual bool has_few_values(const std::atomic<bool>*) const { return false; }

  // The threads whose code has the position.
  virtual std::vector<ThreadId> passing(explicit_state::PositionId p) const = 0;
  // Whether a fence can be written at the position at all.
  virtual bool possible(explicit_state::PositionId p) const = 0;
  virtual std::uint32_t in_loops(explicit_state::PositionId p) const = 0;  // nesting depth
  // Other positions a fence at which is passed whenever this one is.
  virtual std::vector<explicit_state::PositionId> covering(explicit_state::PositionId) const {
    return {};
  }
  // Of two fences that cost the same the one with less of this is taken; below kWholeFence.
  virtual std::uint32_t dislike(const Placement&) const { return 0; }
  // What stands at the position, once for each piece of text that has to be changed.
  virtual std::vector<Fence> describe(const Placement& placement) const = 0;

  // Runs the steps on the machine. `automata` must be without fences.
  virtual memory::Replay replay(const explicit_state::Automata& automata,
                                const explicit_state::Search& search,
                                const std::vector<explicit_state::Step>& steps,
                                Model model) const = 0;
  // The program with these fences as the machine runs it, and the fences that would prevent a run
  // of that. Throws InputError if it has something that only automata know.
  virtual ir::Program fenced(const std::vector<Placement>& fences) const = 0;
  // What a compare-and-swap of it is that does not find its value.
  virtual monitor::FailedCas failed_cas() const = 0;
  // Whether it has runs that the machine would never see the end of (Limit::Endless); none if it
  // has not, or it is not known. Takes a search, with these options.
  virtual ReachedLimit without_end(const explicit_state::Options& options) const = 0;
  virtual ElementSet preventing(const ir::Program& fenced, const memory::Replay& run,
                                Model model) const = 0;

  // The program that the machine ran.
  virtual const ir::Program& program(Model model) const = 0;
};

}  // namespace overtake::fences
