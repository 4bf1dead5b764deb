#include "fences/gcl_subject.h"

#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "fences/flatten.h"
#include "fences/gcl_schedule.h"
#include "frontend/gcl/lower.h"
#include "frontend/gcl/print.h"
#include "memory/lower.h"

namespace overtake::fences {
namespace {

using explicit_state::Automata;
using explicit_state::GclAutomata;
using explicit_state::PositionId;

// Automata of a program that nobody else keeps.
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

GclSubject::GclSubject(gcl::Program program, std::uint32_t value_bits)
    : program_(std::move(program)),
      options_{.value_bits = value_bits},
      positions_(program_, options_) {
  for (const Model m : {Model::SC, Model::TSO, Model::PSO})
    lowered_[static_cast<int>(m)] = memory::lower_orders(gcl::lower(program_), m);
}

std::unique_ptr<Automata> GclSubject::automata(const std::vector<Placement>& fences) const {
  auto automata = std::make_unique<GclAutomata>(program_, options_);
  for (const Placement& f : fences)
    automata->add_fence(f.position, f.kind == FenceKind::Full
                                        ? explicit_state::ActionKind::Fence
                                        : explicit_state::ActionKind::StoreFence);
  return automata;
}

std::vector<GclPlace> GclSubject::places(const std::vector<Placement>& fences) const {
  std::vector<GclPlace> all;
  for (const Placement& f : fences) {
    const auto place = positions_.place(f.position);
    // Processes of the same text get the same fences.
    for (std::uint32_t p = 0; p < program_.processes.size(); ++p)
      if (positions_.code_of(ThreadId{p}) == positions_.code_of(ThreadId{place.process}))
        all.push_back({p, place.instruction});
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

std::uint32_t GclSubject::in_loops(PositionId p) const {
  const auto place = positions_.place(p);
  const gcl::Process& process = program_.processes[place.process];
  return is_in_loop(process, process.instruction(place.instruction).to) ? 1 : 0;
}

std::vector<Fence> GclSubject::describe(const Placement& placement) const {
  std::vector<Fence> all;
  for (const GclPlace& place : places({placement})) {
    const gcl::Process& process = program_.processes[place.process];
    const gcl::Instruction& i = process.instruction(place.instruction);
    all.push_back({.kind = placement.kind,
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

[[noreturn]] void throw_only_automata() {
  throw InputError(
      "robustness of guarded commands is decided under tso only; use --criterion safety for pso");
}

}  // namespace

ir::Program GclSubject::fenced(const std::vector<Placement>&) const { throw_only_automata(); }

ElementSet GclSubject::preventing(const ir::Program&, const memory::Replay&, Model) const {
  throw_only_automata();
}

const ir::Program& GclSubject::program(Model model) const {
  return lowered_[static_cast<int>(model)];
}

}  // namespace overtake::fences
