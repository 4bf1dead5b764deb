// The automata of guarded commands (gcl/ast.h).
//
// A state of a process is its label and its registers. With `collapse` the states between two
// visible operations (those whose alternatives are all skip, assume, assert and assignments) are
// passed over: they commute with everything that others do. Registers that nothing reads any more
// are zeroed, so that states which differ only in them are one. Neither changes what can be reached
// at a visible operation, which operations follow, or which positions lie in between. A process
// that works on its registers and fences in a cycle, and whatever it chooses never gets to anything
// else, has ended, as it has on the machine (gcl/lower.h).
//
// Positions are the instructions: a fence can stand after each (PERSIST section 9).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explicit/automata.h"
#include "gcl/ast.h"

namespace overtake::explicit_state {

struct GclOptions {
  bool collapse = true;
  // Values are wrapped to this many bits (two's complement); 0: they are not.
  std::uint32_t value_bits = 0;
};

class GclAutomata : public Automata {
 public:
  // The program must outlive the automata.
  explicit GclAutomata(const gcl::Program& program, GclOptions options = {});

  const gcl::Program& program() const { return program_; }
  bool wrapped() const override { return wrapped_; }

  std::string thread_name(ThreadId t) const override;
  std::string failure(ThreadId t, LocalId l) const override;
  std::string place_of(ThreadId t, LocalId l) const override;
  bool blocked_is_assumed() const override { return true; }
  std::size_t position_count() const override { return positions_.size(); }
  std::string position_name(PositionId p) const override;

  // The first process that runs the code of the position, and the instruction there.
  struct Place {
    std::uint32_t process = 0;
    gcl::InstructionId instruction;
  };
  Place place(PositionId p) const { return positions_[p.index()]; }
  PositionId position(std::uint32_t process, gcl::InstructionId i) const;
  // The label of a state.
  gcl::LabelId label(ThreadId t, LocalId l) const;
  const std::vector<std::int64_t>& registers(ThreadId t, LocalId l) const;
  // The instructions that the thread does before it is in its initial state.
  const std::vector<PositionId>& initial_path(ThreadId t) const;
  // The instruction of an action.
  gcl::InstructionId instruction(ThreadId t, LocalId l, std::uint32_t action) const;

 private:
  struct Local {
    gcl::LabelId label;
    std::vector<std::int64_t> registers;
    std::string failure;      // empty: none
    bool ended = false;       // iterates in local work for ever
    std::uint32_t locks = 0;  // without their unlock: only the outermost begins a section
    friend auto operator<=>(const Local&, const Local&) = default;
  };
  struct ProcessCode {
    std::uint32_t process = 0;  // the first that runs it
    std::deque<Local> locals;   // by LocalId; nothing for states before added fences
    std::map<Local, LocalId> ids;
    std::deque<std::vector<gcl::InstructionId>> instructions;  // by LocalId, by action
    std::vector<std::vector<bool>> live;                       // by label, by register
    std::uint32_t first_position = 0;
    std::vector<PositionId> initial_path;
  };

  Outcome compute(ThreadId t, LocalId l, std::uint32_t action, ValueId found) override;

  LocalId intern(std::uint32_t code, Local local);
  // Does local work until a visible operation is next: every state that can be reached so.
  std::vector<Successor> run_on(std::uint32_t code, Local from, std::vector<PositionId> path);
  bool is_local(std::uint32_t code, const Local& local) const;
  // Of the states that local work and fences lead to from here: those from which nothing else ever
  // follows.
  std::set<Local> endless(std::uint32_t code, const Local& from);
  static Local ended(const Local& local);
  std::optional<Local> do_locally(std::uint32_t code, const Local& local, gcl::InstructionId i);
  std::int64_t wrap(std::int64_t v);
  std::optional<CellId> cell(const gcl::Statement& s, const Local& local) const;
  void forget_dead(std::uint32_t code, Local& local) const;
  std::optional<std::string> out_of_range(CellId cell, std::int64_t v) const;

  const gcl::Program& program_;
  GclOptions options_;
  bool wrapped_ = false;
  std::vector<ProcessCode> codes_;
  std::vector<Place> positions_;
};

}  // namespace overtake::explicit_state
