#include "report/causes.h"

#include <algorithm>

#include "report/places.h"

namespace overtake::report {

using exec::OpKind;
using memory::Record;
using memory::Replay;

Causes::Causes(const ir::Program& program, const Replay& replay)
    : program_(program),
      executor_(program),
      replay_(replay),
      possible_(program.entry.valid() && replay.valid) {}

Replay Causes::instead(const memory::Pretence& pretence) {
  steps_ += replay_.records.size();
  return memory::replay(executor_, replay_, pretence);
}

bool Causes::same_failure(const Replay& other) const {
  return other.error && replay_.error && other.error->kind == replay_.error->kind &&
         other.error->source == replay_.error->source &&
         other.error_thread == replay_.error_thread && other.error_calls == replay_.error_calls;
}

bool Causes::fails_anyway(std::uint32_t read, const exec::Value& value) {
  if (value == replay_.records[read].read) return true;
  if (!possible_ || steps_ > kMostSteps) return false;
  return same_failure(instead({{read}, value}));
}

// Something depends on memory that was never set, on the failing line or in what it calls.
bool Causes::stops_where_it_failed(const Replay& other) const {
  if (!other.error || other.error->kind != ir::ErrorKind::Uninitialized ||
      other.error_thread != replay_.error_thread)
    return false;
  const Place failure = shown_place(program_, replay_.error->source, replay_.error_calls);
  const auto here = [&](ir::SourceId source, std::span<const ir::SourceId> calls) {
    const Place place = shown_place(program_, source, calls);
    return place.file == failure.file && place.line == failure.line;
  };
  if (here(other.error->source, other.error_calls)) return true;
  for (std::size_t i = 1; i < other.error_calls.size(); ++i)
    if (here(other.error_calls[i], std::span(other.error_calls).subspan(i))) return true;
  return false;
}

std::optional<Feeder> Causes::feeds(std::uint32_t read) {
  const Record& r = replay_.records[read];
  exec::Value never_set = r.read;
  never_set.undefined = static_cast<std::uint16_t>((1u << r.op.size) - 1);
  // A condition may look at a variable twice, and one look alone decide nothing.
  memory::Pretence pretence{{}, never_set};
  for (std::uint32_t i = read; i < replay_.records.size(); ++i) {
    const Record& same = replay_.records[i];
    if (!same.step.drain && same.reads && same.step.thread == r.step.thread &&
        same.op.address == r.op.address && same.op.size == r.op.size && same.op.source.valid() &&
        same.reads_from == r.reads_from && same.op.kind == r.op.kind)
      pretence.steps.push_back(i);
  }
  const Replay other = instead(pretence);
  if (!stops_where_it_failed(other)) return std::nullopt;
  const bool again =
      std::any_of(other.records.begin() + read + 1, other.records.end(), [&](const Record& later) {
        return later.step.thread == replay_.error_thread && later.reads &&
               later.read.undefined != 0 && later.op.address != r.op.address;
      });
  return Feeder{read, r.step.thread == replay_.error_thread && !again};
}

std::vector<Feeder> Causes::feeders() {
  std::vector<Feeder> found;
  if (!possible_ || !replay_.error || !replay_.error_thread.valid()) return found;
  std::size_t asked = 0;
  for (auto i = static_cast<std::uint32_t>(replay_.records.size()); i-- > 0;) {
    const Record& r = replay_.records[i];
    if (r.step.drain || !r.reads || r.op.size > 8 || r.op.kind == OpKind::Sync ||
        r.read.undefined != 0)
      continue;
    if (++asked > kMostReads || steps_ > kMostSteps) break;
    if (const std::optional<Feeder> feeder = feeds(i)) found.push_back(*feeder);
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace overtake::report
