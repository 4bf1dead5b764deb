#include "fences/ir_subject.h"

#include <bit>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "fences/clear_registers.h"
#include "fences/insert_ir.h"
#include "fences/patch.h"
#include "fences/prevention.h"
#include "fences/statement.h"
#include "ir/mark_spins.h"

namespace overtake::fences {
namespace {

using explicit_state::Automata;
using explicit_state::Buffers;
using explicit_state::IrAutomata;
using explicit_state::PositionId;
using explicit_state::State;
using explicit_state::StorePlaces;

// Automata with the program that they are made of.
class OwningIrAutomata : public IrAutomata {
 public:
  OwningIrAutomata(std::unique_ptr<ir::Program> program, std::shared_ptr<StorePlaces> places,
                   std::uint32_t value_bits, std::shared_ptr<explicit_state::Extents> extents)
      : IrAutomata(*program, std::move(places), value_bits, std::move(extents)),
        program_(std::move(program)) {}

 private:
  std::unique_ptr<ir::Program> program_;
};

// A line without the blanks around it.
std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return first == text.npos ? "" : text.substr(first, last - first + 1);
}

std::string line_of(const std::string& text, std::uint32_t line) {
  std::size_t at = 0;
  for (std::uint32_t n = 1; n < line && at != text.npos; ++n) {
    at = text.find('\n', at);
    at = at == text.npos ? at : at + 1;
  }
  return at == text.npos ? "" : trimmed(text.substr(at, text.find('\n', at) - at));
}

}  // namespace

IrSubject::IrSubject(ir::Program program, PsoRmw pso_rmw, std::uint32_t value_bits,
                     RepairOptions repair)
    : program_(std::move(program)),
      pso_rmw_(pso_rmw),
      value_bits_(value_bits),
      repair_(std::move(repair)) {
  StorePlaces::StartOf start_of;
  if (repair_.places == Places::Anywhere)
    start_of = [this](const std::string& file, std::uint32_t line, std::uint32_t column) {
      return this->start_of(file, line, column);
    };
  places_ = std::make_shared<StorePlaces>(std::move(start_of));
}

std::optional<StorePlaces::Start> IrSubject::start_of(const std::string& file, std::uint32_t line,
                                                      std::uint32_t column) const {
  const auto& source = text(file);
  const auto s = source ? find_start(*source, line, column) : std::nullopt;
  if (!s) return std::nullopt;
  return StorePlaces::Start{s->line, s->column};
}

std::unique_ptr<Automata> IrSubject::automata(const std::vector<Placement>& fences) const {
  return std::make_unique<OwningIrAutomata>(
      std::make_unique<ir::Program>(clear_registers(with_fences(program_, *places_, fences))),
      places_, value_bits_, extents_);
}

ir::Program IrSubject::fenced(const std::vector<Placement>& fences) const {
  ir::Program program = with_fences(program_, *places_, fences);
  ir::mark_spins(program);
  return program;
}

ElementSet IrSubject::preventing(const ir::Program& fenced, const memory::Replay& run,
                                 Model model) const {
  return fences::preventing(fenced, run, model, *places_, *this);
}

ElementSet IrSubject::preventing(const ir::Program& fenced, const memory::Replay& run, Model model,
                                 std::span<const Unseen> unseen) const {
  return fences::preventing(fenced, run, model, *places_, *this, unseen);
}

std::vector<std::function<Subject::Flat()>> IrSubject::flattened(
    std::uint32_t, const std::vector<Placement>&) const {
  throw InputError("only guarded commands can be flattened");
}

const std::optional<std::string>& IrSubject::text(const std::string& file) const {
  const auto [it, added] = texts_.try_emplace(file);
  if (added) {
    std::ifstream in(file, std::ios::binary);
    if (in) it->second = std::string(std::istreambuf_iterator<char>(in), {});
  }
  return it->second;
}

bool IrSubject::possible(PositionId p) const {
  const StorePlaces::Place& place = (*places_)[p];
  if (place.file.empty()) return false;
  if (place.before) return true;
  const auto& source = text(place.file);
  return source && find_statement(*source, place.line, place.column).has_value();
}

std::string IrSubject::order_instead(const Placement& placement) const {
  if (repair_.style != PatchStyle::Order) return {};
  const StorePlaces::Place& place = (*places_)[placement.position];
  const auto& source = text(place.file);
  if (!source) return {};
  return fences::order_instead(*source, place.line, place.column, placement.kind,
                               place.before ? FenceWhere::Before : FenceWhere::After);
}

std::uint32_t IrSubject::dislike(const Placement& placement) const {
  if (!order_instead(placement).empty()) return 0;
  return (*places_)[placement.position].before ? 2 : 1;
}

std::vector<Fence> IrSubject::describe(const Placement& placement) const {
  const StorePlaces::Place& place = (*places_)[placement.position];
  Fence fence{.kind = placement.kind,
              .where = place.before ? FenceWhere::Before : FenceWhere::After,
              .thread = place.function,
              .after = {},
              .file = place.file,
              .line = place.line,
              .column = place.column,
              .order = order_instead(placement)};
  if (const auto& source = text(place.file)) {
    if (const auto s = find_statement(*source, place.line, place.column))
      fence.after = trimmed(source->substr(s->begin, s->end - s->begin));
    else if (place.before)
      fence.after = line_of(*source, place.line);
  }
  return {fence};
}

memory::Replay IrSubject::replay(const Automata& automata, const explicit_state::Search& search,
                                 const std::vector<explicit_state::Step>& steps,
                                 Model model) const {
  const auto& ir = dynamic_cast<const IrAutomata&>(automata);
  memory::ThreadNames names;
  for (const auto& [parent, number] : ir.spawned_as()) names.child(parent, number);
  memory::Schedule schedule;
  State state = search.initial();
  for (const explicit_state::Step& step : steps) {
    memory::Step s{.thread = step.thread};
    if (step.drain) {
      const Buffers::Entry e = search.buffers().entries(state.buffer(step.thread))[step.index];
      s.drain = true;
      // A part begins where its lowest bit is.
      const int first = std::countr_zero(ir.mask(e.value)) / 8;
      s.address = model == Model::PSO ? ir.address(e.cell) + static_cast<Address>(first) : 0;
    } else {
      s.choice = ir.choice(step.thread, state.local(step.thread), step.index);
    }
    schedule.push_back(s);
    search.apply(state, step);
  }
  const exec::Executor executor(program_);
  return memory::replay(executor, {{model, pso_rmw_}}, schedule, names);
}

}  // namespace overtake::fences
