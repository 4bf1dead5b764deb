#include "fences/gcl_subject.h"

#include <set>

#include "base/error.h"
#include "explicit/endless.h"
#include "fences/each_process.h"
#include "fences/flatten.h"
#include "fences/gcl_schedule.h"
#include "fences/prevention.h"
#include "gcl/lower.h"
#include "gcl/print.h"
#include "ir/mark_spins.h"
#include "memory/lower.h"

namespace overtake::fences {
namespace {

using explicit_state::Automata;
using explicit_state::GclAutomata;
using explicit_state::PositionId;

// Automata with the program that they are made of.
class OwningAutomata : private std::unique_ptr<gcl::Program>, public GclAutomata {
 public:
  OwningAutomata(gcl::Program program, explicit_state::GclOptions options)
      : std::unique_ptr<gcl::Program>(std::make_unique<gcl::Program>(std::move(program))),
        GclAutomata(**static_cast<std::unique_ptr<gcl::Program>*>(this), options) {}
};

// Whether the label can be reached from itself.
bool is_in_loop(const gcl::Process& process, gcl::LabelId start) {
  std::vector<bool> seen(process.labels.size());
  std::vector<gcl::LabelId> work{start};
  while (!work.empty()) {
    const gcl::LabelId q = work.back();
    work.pop_back();
    for (const gcl::InstructionId i : process.label(q).instructions) {
      const gcl::LabelId to = process.instruction(i).to;
      if (to == start) return true;
      if (!seen[to.index()]) {
        seen[to.index()] = true;
        work.push_back(to);
      }
    }
  }
  return false;
}

}  // namespace

GclSubject::GclSubject(gcl::Program program, std::uint32_t value_bits, Places allowed)
    : program_(std::move(program)),
      options_{.value_bits = value_bits},
      positions_(program_, options_),
      allowed_(allowed) {
  for (const Model m : {Model::SC, Model::TSO, Model::PSO})
    lowered_[static_cast<int>(m)] = memory::lower_orders(gcl::lower(program_), m);
}

std::unique_ptr<Automata> GclSubject::automata(const std::vector<Placement>& fences) const {
  auto automata = std::make_unique<GclAutomata>(program_, options_);
  for (const Placement& f : fences) {
    const auto kind = f.kind == FenceKind::Full ? explicit_state::ActionKind::Fence
                                                : explicit_state::ActionKind::StoreFence;
    if (!is_state(f.position)) {
      automata->add_fence(f.position, kind);
      continue;
    }
    // At a state: after whatever leads there.
    const GclPlace at = first_place(f.position);
    const auto& instructions = program_.processes[at.process].instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i)
      if (instructions[i].to == at.label)
        automata->add_fence(positions_.position(at.process, gcl::InstructionId{i}), kind);
  }
  return automata;
}

GclPlace GclSubject::first_place(PositionId p) const {
  if (!is_state(p)) {
    const auto place = positions_.place(p);
    return {place.process, place.instruction};
  }
  std::size_t left = p.index() - positions_.position_count();
  for (std::uint32_t process = 0;; ++process) {
    const std::size_t labels = program_.processes[process].labels.size();
    if (left < labels) return {process, gcl::InstructionId{}, gcl::LabelId{left}};
    left -= labels;
  }
}

// Processes of the same text share their positions: those of the first count.
PositionId GclSubject::state_position(std::uint32_t process, gcl::LabelId q) const {
  std::size_t before = positions_.position_count();
  for (std::uint32_t p = 0; p < process; ++p) {
    if (positions_.code_of(ThreadId{p}) == positions_.code_of(ThreadId{process}))
      return PositionId{before + q.index()};
    before += program_.processes[p].labels.size();
  }
  return PositionId{before + q.index()};
}

std::vector<PositionId> GclSubject::covering(PositionId p) const {
  if (allowed_ == Places::AfterStores || is_state(p)) return {};
  const auto place = positions_.place(p);
  const gcl::Process& process = program_.processes[place.process];
  return {state_position(place.process, process.instruction(place.instruction).to)};
}

std::vector<GclPlace> GclSubject::places(const std::vector<Placement>& fences) const {
  std::vector<GclPlace> all;
  for (const Placement& f : fences) {
    const GclPlace place = first_place(f.position);
    // Processes of the same text get the same fences.
    for (std::uint32_t p = 0; p < program_.processes.size(); ++p)
      if (positions_.code_of(ThreadId{p}) == positions_.code_of(ThreadId{place.process}))
        all.push_back({p, place.instruction, place.label});
  }
  return all;
}

std::unique_ptr<Automata> GclSubject::repaired(const std::vector<Placement>& fences) const {
  for (const Placement& f : fences)
    if (f.kind != FenceKind::Full) return nullptr;  // the language has no other
  return std::make_unique<OwningAutomata>(with_fences(program_, places(fences)), options_);
}

std::vector<std::function<Subject::Flat()>> GclSubject::flattened(
    std::uint32_t k, const std::vector<Placement>& fences) const {
  const auto program = std::make_shared<const gcl::Program>(with_fences(program_, places(fences)));
  std::vector<std::function<Flat()>> all;
  std::set<std::uint32_t> codes;
  for (std::uint32_t p = 0; p < program_.processes.size(); ++p) {
    if (!codes.insert(positions_.code_of(ThreadId{p})).second) continue;
    all.emplace_back([this, program, p, k] {
      auto automata = std::make_unique<OwningAutomata>(fences::flattened(*program, p, k), options_);
      const OwningAutomata& flat = *automata;
      return Flat{.automata = std::move(automata),
                  .pivot = ThreadId{p},
                  .position = [this, p, &flat](PositionId position) {
                    return positions_.position(p, flat.place(position).instruction);
                  }};
    });
  }
  return all;
}

std::optional<Subject::EachProcess> GclSubject::each_process(const std::vector<Placement>& fences,
                                                             const std::atomic<bool>* stop) const {
  const gcl::Program program = with_fences(program_, places(fences));
  const auto found = patterns_of_each_process(program, options_.value_bits, stop);
  if (!found) return std::nullopt;
  EachProcess all{.new_fences = {}, .states = found->states, .transitions = found->transitions};
  for (const ProcessPattern& pattern : found->patterns) {
    std::vector<PositionId>& positions = all.new_fences.emplace_back();
    // Instructions that were added come last.
    for (const gcl::InstructionId i : pattern.new_fences)
      if (i.index() < program_.processes[pattern.process].instructions.size())
        positions.push_back(positions_.position(pattern.process, i));
  }
  return all;
}

bool GclSubject::has_few_values(const std::atomic<bool>* stop) const {
  return fences::has_few_values(program_, stop);
}

std::vector<ThreadId> GclSubject::passing(PositionId p) const {
  std::vector<ThreadId> all;
  for (const GclPlace& place : places({{p, FenceKind::Full}}))
    all.push_back(ThreadId{place.process});
  return all;
}

std::uint32_t GclSubject::in_loops(PositionId p) const {
  const GclPlace place = first_place(p);
  const gcl::Process& process = program_.processes[place.process];
  const gcl::LabelId at =
      place.label.valid() ? place.label : process.instruction(place.instruction).to;
  return is_in_loop(process, at) ? 1 : 0;
}

std::vector<Fence> GclSubject::describe(const Placement& placement) const {
  std::vector<Fence> all;
  for (const GclPlace& place : places({placement})) {
    const gcl::Process& process = program_.processes[place.process];
    if (place.label.valid()) {
      const gcl::Label& q = process.label(place.label);
      const gcl::Position at = q.instructions.empty()
                                   ? process.position
                                   : process.instruction(q.instructions.front()).position;
      all.push_back({.kind = placement.kind,
                     .where = FenceWhere::AtState,
                     .thread = process.name,
                     .after = q.name,
                     .file = program_.file,
                     .line = at.line,
                     .column = at.column});
      continue;
    }
    const gcl::Instruction& i = process.instruction(place.instruction);
    all.push_back({.kind = placement.kind,
                   .where = FenceWhere::After,
                   .thread = process.name,
                   .after = gcl::to_text(i, process, program_),
                   .file = program_.file,
                   .line = i.position.line,
                   .column = i.position.column});
  }
  return all;
}

memory::Replay GclSubject::replay(const Automata& automata, const explicit_state::Search& search,
                                  const std::vector<explicit_state::Step>& steps,
                                  Model model) const {
  const exec::Executor executor(program(model));
  return memory::replay(
      executor, {.model = model},
      gcl_schedule(dynamic_cast<const GclAutomata&>(automata), search, steps, model));
}

namespace {

// The program with fences, and which of them are store-store fences.
struct Fenced {
  gcl::Program program;
  std::vector<std::pair<std::size_t, gcl::InstructionId>> store_fences;
};

Fenced insert(const GclSubject& subject, const std::vector<Placement>& fences) {
  Fenced fenced{subject.source(), {}};
  for (const Placement& f : fences)
    for (const GclPlace& place : subject.places({f})) {
      const gcl::InstructionId added{fenced.program.processes[place.process].instructions.size()};
      fenced.program = with_fences(std::move(fenced.program), {place});
      if (f.kind == FenceKind::StoreStore) fenced.store_fences.emplace_back(place.process, added);
    }
  return fenced;
}

// Each instruction stands where its numbers say, process and instruction, from 1: the sources of
// the lowered program tell which instruction they belong to.
gcl::Program numbered(gcl::Program program) {
  for (std::size_t p = 0; p < program.processes.size(); ++p) {
    auto& instructions = program.processes[p].instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i)
      instructions[i].position = {static_cast<std::uint32_t>(p + 1),
                                  static_cast<std::uint32_t>(i + 1)};
  }
  return program;
}

}  // namespace

ir::Program GclSubject::fenced(const std::vector<Placement>& fences) const {
  const Fenced with = insert(*this, fences);
  ir::Program program =
      memory::lower_orders(gcl::lower(numbered(with.program), with.store_fences), Model::PSO);
  ir::mark_spins(program);
  return program;
}

// After which instruction: what is local has no part in a run of the machine, so that fences stand
// after reads, writes, atomic read-writes and other fences only.
ElementSet GclSubject::preventing(const ir::Program& fenced, const memory::Replay& run,
                                  Model model) const {
  const auto position = [&](const memory::Record& r) {
    if (r.step.thread.index() == 0 || !r.op.source.valid()) return PositionId::none();
    const ir::Source& source = fenced.sources[r.op.source.index()];
    const std::uint32_t process = source.line - 1;
    if (source.column > program_.processes[process].instructions.size()) return PositionId::none();
    return positions_.position(process, gcl::InstructionId{source.column - 1});
  };
  return fences::preventing(run, model, position, *this);
}

ReachedLimit GclSubject::without_end(const explicit_state::Options& options) const {
  GclAutomata automata(program_, options_);
  const auto found = explicit_state::find_endless(automata, options);
  if (!found) return {};
  return {.limit = Limit::Endless,
          .subject = automata.thread_name(found->thread),
          .where = automata.place_of(found->thread, found->local)};
}

const ir::Program& GclSubject::program(Model model) const {
  return lowered_[static_cast<int>(model)];
}

}  // namespace overtake::fences
