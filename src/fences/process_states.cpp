#include "fences/process_states.h"

#include <algorithm>
#include <utility>

#include "gcl/evaluate.h"
#include "gcl/live_registers.h"

namespace overtake::fences {
namespace {

constexpr std::size_t kMostCellValues = 32;      // that are told apart
constexpr std::size_t kMostRegisterValues = 64;  // likewise
constexpr std::size_t kMostOfAll = 1'000'000;
constexpr std::uint32_t kMostNestedLocks = 16;  // as explicit/gcl_automata.cpp
constexpr std::size_t kLookAfter = 1u << 10;

}  // namespace

bool ProcessStates::is_local(gcl::StatementKind kind) {
  return kind == gcl::StatementKind::Skip || kind == gcl::StatementKind::Assume ||
         kind == gcl::StatementKind::Assert || kind == gcl::StatementKind::Assign;
}

bool ProcessStates::Values::add(Known v, std::size_t most) {
  if (contains(v)) return false;
  if (!v || known.size() >= most)
    any = true;
  else
    known.insert(*v);
  return true;
}

ProcessStates::ProcessStates(const gcl::Program& program, std::uint32_t value_bits,
                             const std::atomic<bool>* stop)
    : program_(program), value_bits_(value_bits), stop_(stop) {
  find_writers();
  explore();
  if (refine_writers()) explore();
}

// By the text; a write whose address is computed may be to any cell.
void ProcessStates::find_writers() {
  writers_.resize(program_.variables.size());
  for (std::uint32_t p = 0; p < program_.processes.size(); ++p)
    for (const gcl::Instruction& i : program_.processes[p].instructions) {
      if (i.statement.kind != gcl::StatementKind::Write &&
          i.statement.kind != gcl::StatementKind::Arw)
        continue;
      if (const auto v = i.statement.variable(); v && v->index() < writers_.size())
        writers_[v->index()].insert(p);
      else
        for (auto& writers : writers_) writers.insert(p);
    }
}

// What was never written to a cell is not: true if that makes a difference.
bool ProcessStates::refine_writers() {
  bool better = false;
  for (std::size_t c = 0; c < cells_.size(); ++c)
    better = std::erase_if(writers_[c],
                           [&](std::uint32_t p) {
                             const Values& w = cells_[c].written_by[p];
                             return !w.any && w.known.empty();
                           }) > 0 ||
             better;
  return better;
}

void ProcessStates::explore() {
  const std::size_t processes = program_.processes.size();
  own_number_.assign(processes, {});
  cells_.assign(program_.variables.size(), {});
  processes_.assign(processes, {});
  std::vector<std::vector<Known>> own(processes);
  for (auto& numbers : own_number_) numbers.resize(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    cells_[c].initial = wrap(program_.variables[c].initial);
    cells_[c].written_by.resize(processes);
    for (const std::uint32_t p : writers_[c]) {
      own_number_[p][c] = own[p].size();
      own[p].push_back(cells_[c].initial);
    }
  }
  for (std::uint32_t p = 0; p < processes; ++p) {
    const gcl::Process& process = program_.processes[p];
    processes_[p].registers.resize(process.registers.size());
    processes_[p].live = gcl::live_registers(process);
    add(p, {process.init, 0, std::vector<Known>(process.registers.size(), 0), own[p]});
  }
  std::size_t look_next = 0;
  while (!new_.empty() || !found_.empty()) {
    if (transitions_ >= look_next) {
      look_next = transitions_ + kLookAfter;
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw NotByItself{};
    }
    if (!new_.empty()) {
      const auto [process, local] = new_.front();
      new_.pop_front();
      expand(process, local);
    } else {
      const Found f = found_.front();
      found_.pop_front();
      act(f.site, f.value);
    }
  }
}

void ProcessStates::add(std::uint32_t process, Local local) {
  Process& p = processes_[process];
  const std::vector<bool>& live = p.live[local.label.index()];
  for (std::size_t r = 0; r < local.registers.size(); ++r)
    if (!live[r]) local.registers[r] = 0;
  ++transitions_;
  const auto [it, is_new] = p.ids.emplace(local, static_cast<std::uint32_t>(p.locals.size()));
  if (!is_new) return;
  if (++states_ > kMostOfAll) throw NotByItself{};
  p.locals.push_back(std::move(local));
  new_.emplace_back(process, it->second);
}

void ProcessStates::expand(std::uint32_t process, std::uint32_t number) {
  const gcl::Process& text = program_.processes[process];
  const Local local = processes_[process].locals[number];
  for (const gcl::InstructionId id : text.label(local.label).instructions) {
    const gcl::Instruction& i = text.instruction(id);
    const gcl::Statement& s = i.statement;
    Local next = local;
    next.label = i.to;
    if (is_local(s.kind)) {
      if (auto done = do_locally(process, i, local)) add(process, std::move(*done));
    } else if (s.kind == gcl::StatementKind::Write) {
      const auto c = cell(s, local);
      if (!c) continue;
      const auto value = written(s.value, *c, local);
      if (!value) continue;
      write(process, *c, *value);
      add(process, wrote(process, i, local, *c, *value));
    } else if (s.accesses()) {
      const auto c = cell(s, local);
      if (!c) continue;
      const Site site{process, number, id};
      cells_[*c].sites.push_back(site);
      for (const Known v : found_in(process, *c, local)) act(site, v);
    } else {
      if (s.kind == gcl::StatementKind::Lock && next.locks < kMostNestedLocks) ++next.locks;
      if (s.kind == gcl::StatementKind::Unlock && next.locks > 0) --next.locks;
      add(process, std::move(next));
    }
  }
}

void ProcessStates::act(const Site& site, Known found) {
  const gcl::Instruction& i = program_.processes[site.process].instruction(site.instruction);
  const gcl::Statement& s = i.statement;
  const Local local = processes_[site.process].locals[site.local];
  if (s.kind == gcl::StatementKind::Read) {
    add(site.process, read(site.process, i, local, found));
    return;
  }
  const std::uint32_t c = *cell(s, local);
  const auto expected = gcl::evaluate_partly(s.value, local.registers);
  const auto value = written(s.desired, c, local);
  if (!value || expected.fails) return;
  if (found && expected.value && *found != *expected.value) return;
  write(site.process, c, *value);
  add(site.process, wrote(site.process, i, local, c, *value));
}

void ProcessStates::write(std::uint32_t process, std::uint32_t cell, Known value) {
  Cell& c = cells_[cell];
  Values& written = c.written_by[process];
  if (!written.add(value, kMostCellValues)) return;
  for (const Site& site : c.sites)
    if (site.process != process) found_.push_back({site, written.any ? Known{} : value});
}

// --- single steps --------------------------------------------------------------------------------

std::optional<std::uint32_t> ProcessStates::cell(const gcl::Statement& s,
                                                 const Local& local) const {
  const gcl::Partly address = gcl::evaluate_partly(s.address, local.registers);
  if (address.fails) return std::nullopt;
  if (!address.value) throw NotByItself{};
  if (static_cast<std::uint64_t>(*address.value) >= program_.variables.size()) return std::nullopt;
  return static_cast<std::uint32_t>(*address.value);
}

std::optional<Known> ProcessStates::written(const gcl::Expr& e, std::uint32_t cell,
                                            const Local& local) const {
  const gcl::Partly v = gcl::evaluate_partly(e, local.registers);
  if (v.fails) return std::nullopt;
  const auto& range = program_.variables[cell].range;
  if (range && v.value && (*v.value < range->least || *v.value > range->greatest))
    return std::nullopt;
  return wrap(v.value);
}

std::optional<ProcessStates::Local> ProcessStates::do_locally(std::uint32_t process,
                                                              const gcl::Instruction& i,
                                                              const Local& local) {
  const gcl::Statement& s = i.statement;
  const gcl::Partly v = gcl::evaluate_partly(s.value, local.registers);
  if (v.fails) return std::nullopt;
  const bool asks = s.kind == gcl::StatementKind::Assume || s.kind == gcl::StatementKind::Assert;
  if (asks && v.value && *v.value == 0) return std::nullopt;
  Local next = local;
  next.label = i.to;
  if (s.kind == gcl::StatementKind::Assign)
    next.registers[s.reg.index()] = assigned(process, s.reg, wrap(v.value));
  return next;
}

ProcessStates::Local ProcessStates::read(std::uint32_t process, const gcl::Instruction& i,
                                         const Local& local, Known found) {
  Local next = local;
  next.label = i.to;
  next.registers[i.statement.reg.index()] = assigned(process, i.statement.reg, found);
  return next;
}

ProcessStates::Local ProcessStates::wrote(std::uint32_t process, const gcl::Instruction& i,
                                          const Local& local, std::uint32_t cell,
                                          Known value) const {
  Local next = local;
  next.label = i.to;
  if (const auto number = own_number_[process][cell])
    next.own[*number] = cells_[cell].written_by[process].any ? Known{} : value;
  return next;
}

Known ProcessStates::assigned(std::uint32_t process, gcl::RegisterId reg, Known value) {
  if (!value) return value;
  std::set<std::int64_t>& known = processes_[process].registers[reg.index()];
  if (known.contains(*value)) return value;
  if (known.size() >= kMostRegisterValues) {
    processes_[process].bounded = false;
    return {};  // one of many
  }
  known.insert(*value);
  return value;
}

bool ProcessStates::bounded() const {
  const auto any = [](const Values& v) { return v.any; };
  return std::ranges::none_of(
             cells_, [&](const Cell& c) { return std::ranges::any_of(c.written_by, any); }) &&
         std::ranges::all_of(processes_, [](const Process& p) { return p.bounded; });
}

std::vector<Known> ProcessStates::found_in(std::uint32_t process, std::uint32_t cell,
                                           const Local& local) const {
  const Cell& c = cells_[cell];
  const auto number = own_number_[process][cell];
  const Known own = number ? local.own[*number] : Known{c.initial};
  if (!own) return {own};
  std::set<std::int64_t> values{*own};
  for (std::uint32_t q = 0; q < c.written_by.size(); ++q) {
    if (q == process) continue;
    const Values& written = c.written_by[q];
    if (written.any) return {Known{}};
    values.insert(written.known.begin(), written.known.end());
  }
  return {values.begin(), values.end()};
}

bool ProcessStates::others_write(std::uint32_t process, std::uint32_t cell, Known than) const {
  const Cell& c = cells_[cell];
  for (std::uint32_t q = 0; q < c.written_by.size(); ++q) {
    if (q == process) continue;
    const Values& w = c.written_by[q];
    if (w.any || w.known.size() > 1) return true;
    if (w.known.size() == 1 && (!than || *w.known.begin() != *than)) return true;
  }
  return false;
}

std::int64_t ProcessStates::wrap(std::int64_t v) const {
  if (value_bits_ == 0 || value_bits_ >= 64) return v;
  const std::uint32_t shift = 64 - value_bits_;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << shift) >> shift;
}

}  // namespace overtake::fences
