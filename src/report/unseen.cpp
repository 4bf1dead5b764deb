#include "report/unseen.h"

#include <algorithm>

#include "report/places.h"

namespace overtake::report {
namespace {

using exec::OpKind;
using memory::kNoStep;
using memory::Record;

// An update is a read and a write close together; replays can be long.
constexpr std::uint32_t kUpdateSteps = 1000;

// A later store of the same thread that reached memory before step `end`.
std::uint32_t store_that_overtook(const memory::Replay& replay,
                                  const std::vector<std::uint32_t>& issued_by, std::uint32_t store,
                                  std::uint32_t end) {
  if (store == kNoStep) return kNoStep;
  for (std::uint32_t i = store + 1; i < end; ++i) {
    const memory::Step& step = replay.records[i].step;
    if (step.drain && step.thread == replay.records[store].step.thread && issued_by[i] != kNoStep &&
        issued_by[i] > store)
      return issued_by[i];
  }
  return kNoStep;
}

std::vector<MissedStore> all_missed_stores(const memory::Replay& replay,
                                           const std::vector<std::uint32_t>& issued_by) {
  std::vector<MissedStore> missed;
  std::vector<const std::vector<memory::BufferedStore>*> buffer;  // by ThreadId
  for (std::uint32_t i = 0; i < replay.records.size(); ++i) {
    const Record& r = replay.records[i];
    const std::size_t thread = r.step.thread.index();
    buffer.resize(std::max(buffer.size(), thread + 1), nullptr);
    for (std::size_t t = 0; t < buffer.size(); ++t) {
      const bool reads = !r.step.drain && r.op.kind == OpKind::Load && !r.from_own_buffer;
      if (!reads || t == thread || buffer[t] == nullptr) continue;
      const auto store = std::ranges::find_if(*buffer[t], [&](const memory::BufferedStore& s) {
        return overlap(s.address, s.size, r.op.address, r.op.size);
      });
      if (store != buffer[t]->end())
        missed.push_back(
            {i, store->issued_at, store_that_overtook(replay, issued_by, store->issued_at, i)});
    }
    buffer[thread] = &r.buffer;
  }
  return missed;
}

// In one call of one of the user's functions: what it writes it decided after what it read.
bool same_call(const Names& names, const Record& a, const Record& b) {
  const std::vector<std::string> x = names.stack(a.op.source, a.calls);
  const std::vector<std::string> y = names.stack(b.op.source, b.calls);
  return !x.empty() && x.size() == y.size() && function_of(x.front()) == function_of(y.front()) &&
         std::equal(x.begin() + 1, x.end(), y.begin() + 1);
}

bool same_line(const ir::Program& program, const Record& a, const Record& b) {
  return shown_place(program, a.op.source, a.calls).line ==
         shown_place(program, b.op.source, b.calls).line;
}

}  // namespace

// A store is to blame only if the value would have made a difference. If no single one does, all
// together may.
std::vector<MissedStore> missed_stores(const memory::Replay& replay,
                                       const std::vector<std::uint32_t>& issued_by,
                                       Causes& causes) {
  std::vector<MissedStore> all = all_missed_stores(replay, issued_by);
  if (!replay.error || !replay.valid) return all;
  std::vector<MissedStore> blamed, different;
  for (const MissedStore& m : all) {
    const Record& read = replay.records[m.read];
    const Record* store = m.store != kNoStep ? &replay.records[m.store] : nullptr;
    const bool known =
        store != nullptr && store->op.address == read.op.address && store->op.size == read.op.size;
    if (known && store->op.operand == read.read) continue;
    different.push_back(m);
    if (!known || !causes.fails_anyway(m.read, store->op.operand)) blamed.push_back(m);
  }
  return blamed.empty() ? different : blamed;
}

// T reads x, U's write of x reaches memory, T's own write of x (which it decided on from the old
// value) follows.
std::vector<LostUpdate> lost_updates(const ir::Program& program, const memory::Replay& replay,
                                     const std::vector<std::uint32_t>& issued_by,
                                     const Names& names) {
  std::vector<LostUpdate> found;
  for (std::uint32_t w = 0; w < replay.records.size(); ++w) {
    const Record& write = replay.records[w];
    if (write.step.drain || write.op.kind != OpKind::Store) continue;
    const auto same_place = [&](const Record& r) {
      return overlap(r.op.address, r.op.size, write.op.address, write.op.size);
    };
    std::uint32_t lost = kNoStep;
    const std::uint32_t first = w - std::min(w, kUpdateSteps - 1);
    for (std::uint32_t i = w; i-- > first;) {
      const Record& r = replay.records[i];
      if (!same_place(r) || !r.op.is_access()) continue;
      if (r.step.thread != write.step.thread) {
        if (r.wrote_memory) lost = r.step.drain ? issued_by[i] : i;
        continue;
      }
      if (r.step.drain) continue;
      if (lost != kNoStep && r.op.kind == OpKind::Load && r.op.source.valid() &&
          (same_line(program, r, write) || same_call(names, r, write)))
        found.push_back({i, lost, w});
      break;
    }
  }
  return found;
}

}  // namespace overtake::report
