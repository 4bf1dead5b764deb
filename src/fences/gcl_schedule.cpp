#include "fences/gcl_schedule.h"

#include "base/error.h"
#include "gcl/evaluate.h"
#include "ir/program.h"

namespace overtake::fences {
namespace {

using explicit_state::Action;
using explicit_state::ActionKind;
using explicit_state::Buffers;
using explicit_state::GclAutomata;
using explicit_state::PositionId;
using explicit_state::State;
using explicit_state::ValueId;
using gcl::InstructionId;
using gcl::StatementKind;

class Writer {
 public:
  Writer(const GclAutomata& automata, Model model)
      : automata_(automata), fences_(model == Model::SC ? 0 : 1) {
    const gcl::Program& program = automata.program();
    // Main starts the processes in their order, and ends.
    for (std::size_t i = 0; i <= program.processes.size(); ++i) schedule_.push_back({ThreadId{0}});
    for (std::size_t i = 0; i < program.processes.size(); ++i) {
      const gcl::Process& p = program.processes[i];
      at_.push_back({p.init, std::vector<std::int64_t>(p.registers.size())});
      pass(ThreadId{i}, automata.initial_path(ThreadId{i}), 0);
    }
  }

  // The thread does the instructions of `path`; a read among them obtains `found`.
  void pass(ThreadId t, const std::vector<PositionId>& path, std::int64_t found) {
    for (const PositionId position : path) {
      const InstructionId i = automata_.place(position).instruction;
      choose(t, i);
      execute(t, i, found);
    }
  }

  void drain(ThreadId t, Address address) {
    schedule_.push_back({.thread = machine_thread(t), .drain = true, .address = address});
  }

  // It ends; the machine takes a step for that.
  void end(ThreadId t) { schedule_.push_back({.thread = machine_thread(t)}); }

  memory::Schedule take() { return std::move(schedule_); }

 private:
  struct At {
    gcl::LabelId label;
    std::vector<std::int64_t> registers;
    std::uint32_t locks = 0;  // only the outermost is a step
  };

  static ThreadId machine_thread(ThreadId t) { return ThreadId{t.index() + 1}; }
  const gcl::Process& process(ThreadId t) const { return automata_.program().processes[t.index()]; }
  bool open(ThreadId t, InstructionId i) const {
    const gcl::Statement& s = process(t).instruction(i).statement;
    return s.kind != StatementKind::Assume ||
           gcl::evaluate(s.value, at_[t.index()].registers).value_or(0) != 0;
  }

  // The machine asks only if more than one alternative is left.
  void choose(ThreadId t, InstructionId wanted) {
    const auto& alternatives = process(t).label(at_[t.index()].label).instructions;
    std::uint32_t left = 0, rank = 0;
    for (const InstructionId i : alternatives) {
      if (i == wanted) rank = left;
      if (open(t, i)) ++left;
    }
    if (left > 1) schedule_.push_back({.thread = machine_thread(t), .choice = rank});
  }

  void execute(ThreadId t, InstructionId id, std::int64_t found) {
    const gcl::Instruction& i = process(t).instruction(id);
    At& at = at_[t.index()];
    std::size_t visible = 1;
    switch (i.statement.kind) {
      case StatementKind::Read:
        at.registers[i.statement.reg.index()] = found;
        break;
      case StatementKind::Assign:
        at.registers[i.statement.reg.index()] =
            gcl::evaluate(i.statement.value, at.registers).value_or(0);
        visible = 0;
        break;
      case StatementKind::Skip:
      case StatementKind::Assume:
      case StatementKind::Assert:
        visible = 0;
        break;
      case StatementKind::Fence:
        visible = fences_;
        break;
      case StatementKind::Lock:
        visible = fences_ + (at.locks++ == 0 ? 1 : 0);
        break;
      case StatementKind::Unlock:
        visible = fences_ + (at.locks == 1 ? 1 : 0);
        at.locks -= at.locks > 0 ? 1 : 0;
        break;
      default:
        break;
    }
    for (std::size_t n = 0; n < visible; ++n) schedule_.push_back({.thread = machine_thread(t)});
    at.label = i.to;
  }

  const GclAutomata& automata_;
  std::size_t fences_;  // steps that a fence takes: none under SC
  std::vector<At> at_;
  memory::Schedule schedule_;
};

}  // namespace

memory::Schedule gcl_schedule(const GclAutomata& automata, const explicit_state::Search& search,
                              const std::vector<explicit_state::Step>& run, Model model) {
  Writer writer(automata, model);
  State state = search.initial();
  for (const explicit_state::Step& step : run) {
    const ThreadId t = step.thread;
    if (step.drain) {
      // Cells are globals of one slot each, in their order (gcl/lower.h).
      const Buffers::Entry e = search.buffers().entries(state.buffer(t))[step.index];
      const bool fixed = automata.program().has_fixed_addresses();
      const Address address = fixed ? address_of(SlotId{kFirstGlobalSlot + e.cell.index()})
                                    : address_of(SlotId{kFirstGlobalSlot}, 8 * e.cell.index());
      writer.drain(t, model == Model::PSO ? address : 0);
      search.apply(state, step);
      continue;
    }
    const Action a = automata.actions(t, state.local(t))[step.index];
    ValueId found{0};
    if (a.kind == ActionKind::Read || a.kind == ActionKind::Atomic) found = state.cell(a.cell);
    if (a.kind == ActionKind::Read)
      found = search.buffers().newest(state.buffer(t), a.cell).value_or(found);
    const explicit_state::Outcome& o =
        search.automata().outcome(t, state.local(t), step.index, found);
    writer.pass(t, o.successors[step.successor].path, automata.value(found));
    const bool in_section = state.holder() == t || a.kind == ActionKind::AtomicBegin;
    search.apply(state, step);
    // The end of a thread is also that of its section: others wait for it.
    if (in_section && a.kind != ActionKind::AtomicEnd && !state.holder().valid() &&
        automata.status(t, state.local(t)) == explicit_state::LocalStatus::Ended)
      writer.end(t);
  }
  return writer.take();
}

}  // namespace overtake::fences
