#include "explicit/gcl_automata.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/advice.h"
#include "gcl/evaluate.h"
#include "gcl/live_registers.h"
#include "gcl/print.h"

namespace overtake::explicit_state {
namespace {

using gcl::evaluate;
using gcl::Instruction;
using gcl::InstructionId;
using gcl::Statement;
using gcl::StatementKind;

// Between two visible operations.
constexpr std::size_t kMostLocalSteps = 1'000;
constexpr std::size_t kMostLocalStates = 20'000;
constexpr std::uint32_t kMostLocks = 16;  // that are counted, of a process that never unlocks

[[noreturn]] void throw_endless(const gcl::Process& process) {
  throw AdvisedError(process.name + " works on its registers without end", Advice::BoundValues);
}

bool does_locally(StatementKind kind) {
  return kind == StatementKind::Skip || kind == StatementKind::Assume ||
         kind == StatementKind::Assert || kind == StatementKind::Assign;
}

// Without what makes two processes of the same text different.
gcl::Process nameless(gcl::Process p) {
  p.name.clear();
  return p;
}

}  // namespace

GclAutomata::GclAutomata(const gcl::Program& program, GclOptions options)
    : program_(program), options_(options) {
  for (const gcl::Variable& v : program.variables) add_cell(wrap(v.initial));
  std::vector<gcl::Process> known;
  std::vector<LocalId> begins;
  for (std::uint32_t p = 0; p < program.processes.size(); ++p) {
    const gcl::Process& process = program.processes[p];
    gcl::Process text = nameless(process);
    const auto it = std::ranges::find(known, text);
    const auto code = static_cast<std::uint32_t>(it - known.begin());
    if (it == known.end()) {
      known.push_back(std::move(text));
      add_code();
      codes_.emplace_back();
      codes_[code].process = p;
      codes_[code].first_position = static_cast<std::uint32_t>(positions_.size());
      for (std::size_t i = 0; i < process.instructions.size(); ++i)
        positions_.push_back({p, InstructionId{i}});
      codes_[code].live = gcl::live_registers(process);
      Local start{process.init, std::vector<std::int64_t>(process.registers.size()), {}, false, 0};
      const std::vector<Successor> first = run_on(code, start, {});
      // A choice before the first visible operation is a step of its own.
      begins.push_back(first.size() == 1 ? first[0].next : intern(code, start));
      if (first.size() == 1) codes_[code].initial_path = first[0].path;
    }
    add_thread(code, begins[code]);
  }
}

std::string GclAutomata::thread_name(ThreadId t) const {
  return program_.processes[t.index()].name;
}

std::string GclAutomata::failure(ThreadId t, LocalId l) const {
  return codes_[code_of(t)].locals[l.index()].failure;
}

std::string GclAutomata::place_of(ThreadId t, LocalId l) const {
  const gcl::Process& process = program_.processes[t.index()];
  return fmt::format("label {}", process.label(label(t, l)).name);
}

gcl::LabelId GclAutomata::label(ThreadId t, LocalId l) const {
  return codes_[code_of(t)].locals[l.index()].label;
}

const std::vector<std::int64_t>& GclAutomata::registers(ThreadId t, LocalId l) const {
  return codes_[code_of(t)].locals[l.index()].registers;
}

InstructionId GclAutomata::instruction(ThreadId t, LocalId l, std::uint32_t action) const {
  return codes_[code_of(t)].instructions[l.index()][action];
}

const std::vector<PositionId>& GclAutomata::initial_path(ThreadId t) const {
  return codes_[code_of(t)].initial_path;
}

std::string GclAutomata::position_name(PositionId p) const {
  const Place at = place(p);
  const gcl::Process& process = program_.processes[at.process];
  const Instruction& i = process.instruction(at.instruction);
  return fmt::format("{}: {}", process.name, process.label(i.from).name);
}

PositionId GclAutomata::position(std::uint32_t process, InstructionId i) const {
  return PositionId{codes_[code_of(ThreadId{process})].first_position + i.index()};
}

// --- states --------------------------------------------------------------------------------------

LocalId GclAutomata::intern(std::uint32_t code, Local local) {
  ProcessCode& c = codes_[code];
  if (options_.collapse) forget_dead(code, local);
  if (const auto it = c.ids.find(local); it != c.ids.end()) return it->second;

  const gcl::Process& process = program_.processes[c.process];
  std::vector<Action> actions;
  std::vector<InstructionId> instructions;
  LocalStatus status = LocalStatus::Ready;
  if (!local.failure.empty()) {
    status = LocalStatus::Failed;
  } else if (local.ended) {
    status = LocalStatus::Ended;
  } else {
    for (const InstructionId id : process.label(local.label).instructions) {
      const Statement& s = process.instruction(id).statement;
      Action a;
      const auto accessed = s.accesses() ? cell(s, local) : std::nullopt;
      const auto operand =
          evaluate(s.kind == StatementKind::Arw ? s.desired : s.value, local.registers);
      if (s.accesses()) {
        const bool writes = s.kind != StatementKind::Read;
        const bool fails =
            !accessed || (writes && (!operand || !evaluate(s.value, local.registers) ||
                                     out_of_range(*accessed, *operand)));
        if (!fails) {
          a.kind = s.kind == StatementKind::Read    ? ActionKind::Read
                   : s.kind == StatementKind::Write ? ActionKind::Write
                                                    : ActionKind::Atomic;
          a.cell = *accessed;
          if (writes) a.value = Automata::intern(wrap(*operand));
        }  // else a local step into a failure
      } else if (s.kind == StatementKind::Fence) {
        a.kind = ActionKind::Fence;
      } else if (s.kind == StatementKind::Lock) {
        a.kind = local.locks == 0 ? ActionKind::AtomicBegin : ActionKind::Fence;
      } else if (s.kind == StatementKind::Unlock) {
        a.kind = local.locks == 1 ? ActionKind::AtomicEnd : ActionKind::Fence;
      }
      actions.push_back(a);
      instructions.push_back(id);
    }
    if (actions.empty()) status = LocalStatus::Ended;
  }
  const LocalId id = add_record(code, status, std::move(actions));
  c.ids.emplace(local, id);
  c.locals.resize(id.index() + 1);
  c.locals[id.index()] = std::move(local);
  c.instructions.resize(id.index() + 1);
  c.instructions[id.index()] = std::move(instructions);
  return id;
}

bool GclAutomata::is_local(std::uint32_t code, const Local& local) const {
  const gcl::Process& process = program_.processes[codes_[code].process];
  const auto& alternatives = process.label(local.label).instructions;
  return local.failure.empty() && !local.ended && !alternatives.empty() &&
         std::ranges::all_of(alternatives, [&](InstructionId i) {
           return does_locally(process.instruction(i).statement.kind);
         });
}

std::set<GclAutomata::Local> GclAutomata::endless(std::uint32_t code, const Local& from) {
  const gcl::Process& process = program_.processes[codes_[code].process];
  std::set<Local> found{from};
  std::map<Local, std::vector<Local>> before;  // by state: those that lead to it
  std::vector<Local> work{from};
  std::vector<Local> ends;  // something visible, a failure, or no way on
  while (!work.empty()) {
    const Local at = std::move(work.back());
    work.pop_back();
    bool goes_on = false;
    if (at.failure.empty()) {
      for (const InstructionId i : process.label(at.label).instructions) {
        const StatementKind kind = process.instruction(i).statement.kind;
        if (!does_locally(kind) && kind != StatementKind::Fence) {
          goes_on = false;
          break;
        }
        std::optional<Local> next = do_locally(code, at, i);
        if (!next) continue;
        goes_on = true;
        forget_dead(code, *next);
        before[*next].push_back(at);
        if (found.insert(*next).second) work.push_back(std::move(*next));
      }
    }
    if (!goes_on) ends.push_back(at);
    if (found.size() > kMostLocalStates) throw_endless(process);
  }
  while (!ends.empty()) {
    const Local at = std::move(ends.back());
    ends.pop_back();
    if (found.erase(at) == 0) continue;
    const std::vector<Local>& leading = before[at];
    ends.insert(ends.end(), leading.begin(), leading.end());
  }
  return found;
}

GclAutomata::Local GclAutomata::ended(const Local& local) {
  return {local.label, std::vector<std::int64_t>(local.registers.size()), {}, true, 0};
}

// Every way through local work to a state where something visible is next, by simple paths: a
// longer path to the same state passes more positions, which no question about fences needs.
std::vector<Successor> GclAutomata::run_on(std::uint32_t code, Local from,
                                           std::vector<PositionId> path) {
  if (options_.collapse) forget_dead(code, from);
  if (!options_.collapse) return {{intern(code, std::move(from)), path}};
  const std::set<Local> endless_states = endless(code, from);
  if (!is_local(code, from) && !endless_states.contains(from))
    return {{intern(code, std::move(from)), path}};
  if (endless_states.contains(from)) return {{intern(code, ended(from)), std::move(path)}};
  struct Visit {
    Local at;
    std::vector<PositionId> path;
    std::vector<Local> passed;
  };
  std::vector<Successor> found;
  std::vector<Visit> work{{from, std::move(path), {}}};
  const gcl::Process& process = program_.processes[codes_[code].process];
  while (!work.empty()) {
    Visit v = std::move(work.back());
    work.pop_back();
    if (endless_states.contains(v.at)) v.at = ended(v.at);
    if (!is_local(code, v.at)) {
      found.push_back({intern(code, std::move(v.at)), std::move(v.path)});
      continue;
    }
    v.passed.push_back(v.at);
    if (v.passed.size() > kMostLocalSteps) throw_endless(process);
    bool stuck = true;
    for (const InstructionId i : process.label(v.at.label).instructions) {
      std::optional<Local> next = do_locally(code, v.at, i);
      if (!next) continue;
      stuck = false;
      forget_dead(code, *next);
      if (std::ranges::find(v.passed, *next) != v.passed.end()) continue;
      std::vector<PositionId> further = v.path;
      further.push_back(PositionId{codes_[code].first_position + i.index()});
      work.push_back({std::move(*next), std::move(further), v.passed});
    }
    if (stuck) found.push_back({intern(code, std::move(v.at)), std::move(v.path)});
  }
  return found;
}

std::optional<GclAutomata::Local> GclAutomata::do_locally(std::uint32_t code, const Local& local,
                                                          InstructionId id) {
  const gcl::Process& process = program_.processes[codes_[code].process];
  const Instruction& i = process.instruction(id);
  const Statement& s = i.statement;
  Local next = local;
  next.label = i.to;
  const std::optional<std::int64_t> v = evaluate(s.value, local.registers);
  if (!v) {
    next.failure = "division by zero";
    return next;
  }
  switch (s.kind) {
    case StatementKind::Assume:
      if (*v == 0) return std::nullopt;
      break;
    case StatementKind::Assert:
      if (*v == 0) next.failure = fmt::format("assert {}", gcl::to_text(s.value, process));
      break;
    case StatementKind::Assign:
      next.registers[s.reg.index()] = wrap(*v);
      break;
    default:
      break;
  }
  return next;
}

Outcome GclAutomata::compute(ThreadId t, LocalId l, std::uint32_t action, ValueId found) {
  const std::uint32_t code = code_of(t);
  const gcl::Process& process = program_.processes[codes_[code].process];
  const InstructionId id = codes_[code].instructions[l.index()][action];
  const Instruction& i = process.instruction(id);
  const Statement& s = i.statement;
  const Local local = codes_[code].locals[l.index()];
  const std::vector<PositionId> path{PositionId{codes_[code].first_position + id.index()}};
  Local next = local;
  next.label = i.to;
  Outcome outcome;
  if (does_locally(s.kind)) {
    std::optional<Local> done = do_locally(code, local, id);
    outcome.blocked = !done;
    if (done) outcome.successors = run_on(code, std::move(*done), path);
    return outcome;
  }
  if (actions(t, l)[action].kind == ActionKind::Local) {
    const std::optional<CellId> accessed = cell(s, local);
    const std::optional<std::int64_t> written =
        evaluate(s.kind == StatementKind::Arw ? s.desired : s.value, local.registers);
    next.failure = !accessed ? "address outside memory_size"
                   : !written || !evaluate(s.value, local.registers)
                       ? "division by zero"
                       : out_of_range(*accessed, *written).value_or("");
    outcome.successors = {{intern(code, std::move(next)), path}};
    return outcome;
  }
  if (s.kind == StatementKind::Read) {
    next.registers[s.reg.index()] = value(found);
  } else if (s.kind == StatementKind::Arw) {
    outcome.blocked = value(found) != evaluate(s.value, local.registers);
    if (outcome.blocked) return outcome;
    outcome.writes = true;
    outcome.written = actions(t, l)[action].value;
  }
  if (s.kind == StatementKind::Lock && next.locks < kMostLocks) ++next.locks;
  if (s.kind == StatementKind::Unlock && next.locks > 0) --next.locks;
  outcome.successors = run_on(code, std::move(next), path);
  return outcome;
}

// --- values --------------------------------------------------------------------------------------

std::int64_t GclAutomata::wrap(std::int64_t v) {
  if (options_.value_bits == 0 || options_.value_bits >= 64) return v;
  const std::uint32_t shift = 64 - options_.value_bits;
  const std::int64_t w = static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << shift) >> shift;
  wrapped_ = wrapped_ || w != v;
  return w;
}

std::optional<CellId> GclAutomata::cell(const Statement& s, const Local& local) const {
  const std::optional<std::int64_t> address = evaluate(s.address, local.registers);
  if (!address || static_cast<std::uint64_t>(*address) >= program_.variables.size())
    return std::nullopt;
  return CellId{static_cast<std::size_t>(*address)};
}

std::optional<std::string> GclAutomata::out_of_range(CellId c, std::int64_t v) const {
  const gcl::Variable& variable = program_.variables[c.index()];
  if (!variable.range || (variable.range->least <= v && v <= variable.range->greatest))
    return std::nullopt;
  return fmt::format("value written to {} is not in {}..{}", variable.name, variable.range->least,
                     variable.range->greatest);
}

// --- registers that matter -----------------------------------------------------------------------

void GclAutomata::forget_dead(std::uint32_t code, Local& local) const {
  const std::vector<bool>& live = codes_[code].live[local.label.index()];
  for (std::size_t r = 0; r < local.registers.size(); ++r)
    if (!live[r]) local.registers[r] = 0;
}

}  // namespace overtake::explicit_state
