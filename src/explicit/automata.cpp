#include "explicit/automata.h"

#include <optional>
#include <utility>

namespace overtake::explicit_state {
namespace {

constexpr std::uint32_t kUnknown = 0xffffffffu;

}  // namespace

const Outcome& Automata::outcome(ThreadId t, LocalId l, std::uint32_t action, ValueId found) {
  Code& code = codes_[code_of(t)];
  const std::size_t place = found.valid() ? found.index() + 1 : 0;
  {
    const std::vector<std::uint32_t>& known = code.records[l.index()].known[action];
    if (place < known.size() && known[place] != kUnknown) return code.outcomes[known[place]];
  }
  if (frozen_) throw NotYetKnown{};
  Outcome computed;
  if (const LocalId next = after_added_fence(t, l); next.valid())
    computed.successors = {{next, {}}};
  else
    computed = compute(t, l, action, found);
  if (has_fences()) put_fences(code_of(t), computed);
  std::vector<std::uint32_t>& known = code.records[l.index()].known[action];
  if (place >= known.size()) known.resize(place + 1, kUnknown);
  known[place] = static_cast<std::uint32_t>(code.outcomes.size());
  code.outcomes.push_back(std::move(computed));
  return code.outcomes.back();
}

LocalId Automata::after_added_fence(ThreadId t, LocalId l) const {
  const auto& known = codes_[code_of(t)].behind_fence;
  const auto it = known.find(l.value);
  return it == known.end() ? LocalId::none() : it->second;
}

void Automata::add_fence(PositionId p, ActionKind kind) {
  ActionKind& there = fences_.try_emplace(p.value, kind).first->second;
  if (kind == ActionKind::Fence) there = kind;
}

// Local work after a fence might as well stand before it, so that one fence at the end of the
// path does for all on it.
void Automata::put_fences(std::uint32_t code, Outcome& outcome) {
  for (Successor& s : outcome.successors) {
    std::optional<ActionKind> kind;
    for (const PositionId p : s.path)
      if (const auto it = fences_.find(p.value); it != fences_.end())
        if (!kind || it->second == ActionKind::Fence) kind = it->second;
    if (!kind) continue;
    Code& c = codes_[code];
    const std::uint64_t key = std::uint64_t{s.next.value} << 8 | static_cast<std::uint64_t>(*kind);
    const auto [it, added] = c.fenced.try_emplace(key);
    if (added) {
      it->second = add_record(code, LocalStatus::Ready, {Action{.kind = *kind}});
      c.behind_fence.emplace(it->second.value, s.next);
    }
    s.next = it->second;
  }
}

ValueId Automata::intern(std::int64_t value) {
  const auto [it, added] = value_ids_.try_emplace(value, ValueId{values_.size()});
  if (added) values_.push_back(value);
  return it->second;
}

ValueId Automata::intern_part(std::int64_t value, std::uint64_t mask) {
  if (mask == kWholeCell) return intern(value);
  if (const auto it = parts_.find({value, mask}); it != parts_.end()) return it->second;
  if (frozen_) throw NotYetKnown{};
  const ValueId id{values_.size()};
  parts_.emplace(std::pair(value, mask), id);
  values_.push_back(value);
  masks_.resize(values_.size(), kWholeCell);
  masks_.back() = mask;
  return id;
}

ValueId Automata::merged(ValueId old, ValueId stored) {
  const std::uint64_t set = mask(stored);
  if (set == kWholeCell) return stored;
  const auto bits = [&](ValueId v) { return static_cast<std::uint64_t>(value(v)); };
  const auto both = static_cast<std::int64_t>((bits(old) & ~set) | (bits(stored) & set));
  const std::uint64_t known = mask(old);
  if (known != kWholeCell) return intern_part(both, known | set);
  if (const auto it = value_ids_.find(both); it != value_ids_.end()) return it->second;
  if (frozen_) throw NotYetKnown{};
  return intern(both);
}

ThreadId Automata::add_thread(std::uint32_t code, LocalId initial) {
  code_of_.push_back(code);
  initial_.push_back(initial);
  return ThreadId{code_of_.size() - 1};
}

CellId Automata::add_cell(std::int64_t initial) {
  cells_.push_back(intern(initial));
  return CellId{cells_.size() - 1};
}

LocalId Automata::add_record(std::uint32_t code, LocalStatus status, std::vector<Action> actions) {
  Code& c = codes_[code];
  std::vector<std::vector<std::uint32_t>> known(actions.size());
  c.records.push_back({status, std::move(actions), std::move(known)});
  return LocalId{c.records.size() - 1};
}

std::uint32_t Automata::add_code() {
  codes_.emplace_back();
  return static_cast<std::uint32_t>(codes_.size() - 1);
}

}  // namespace overtake::explicit_state
