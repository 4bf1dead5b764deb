#include "smc/trace_questions.h"

#include <algorithm>
#include <vector>

#include "smc/sources_of_run.h"

namespace overtake::smc {
namespace {

using exec::OpKind;
using memory::kNoStep;
using memory::Record;
using memory::Replay;

ClassName class_by_values(const Replay& run, bool causality) {
  // By thread: how many of each thread's reads are in the causal past of its last event.
  const std::size_t threads = run.thread_names.size();
  std::vector<std::vector<std::uint32_t>> past(threads, std::vector<std::uint32_t>(threads, 0));
  std::vector<std::vector<std::uint32_t>> past_of(run.records.size());
  std::vector<Hash128> history(threads);
  // The names of other runs' threads are known, too.
  std::vector<bool> started(threads, false);
  started[0] = true;
  SourcesOfRun sources(threads);
  const auto merge = [](std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    for (std::size_t t = 0; t < a.size(); ++t) a[t] = std::max(a[t], b[t]);
  };
  // Threads have other numbers in other runs.
  std::vector<std::uint64_t> thread_hash(threads, 0);
  for (std::size_t t = 0; t < threads; ++t)
    for (char c : run.thread_names[t])
      thread_hash[t] = combine(thread_hash[t], static_cast<unsigned char>(c));
  const auto sum_of = [&](const std::vector<std::uint32_t>& counts) {
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < threads; ++t)
      if (counts[t] != 0) sum += combine(thread_hash[t], counts[t]);
    return sum;
  };
  for (std::uint32_t i = 0; i < run.records.size(); ++i) {
    const Record& r = run.records[i];
    const std::size_t t = r.step.thread.index();
    // A torn read has a causal past for each of its bytes.
    std::vector<std::uint32_t> read;
    for (unsigned k = 0; r.reads && !r.step.drain && k < r.op.size; ++k)
      read.push_back(sources.of(t, r.op.address + k));
    const bool torn = std::ranges::any_of(read, [&](std::uint32_t s) { return s != read.front(); });
    sources.note(i, r);
    if (r.step.drain) continue;
    Hash128& h = history[t];
    h.add(static_cast<std::uint64_t>(r.op.kind) << 8 | r.op.sub);
    h.add(r.step.choice);
    if (r.op.kind == OpKind::AtomicBegin) ++past[t][t];  // counts as a read
    if (r.op.kind == OpKind::Join) merge(past[t], past[r.op.operand.lo]);
    for (const std::uint32_t s : read) {
      if (torn && causality) h.add(s == kNoStep ? 0 : 1 + sum_of(past_of[s]));
      if (s != kNoStep) merge(past[t], past_of[s]);
    }
    if (records_result(r.op)) {
      h.add(exec::apply(r.op, r.read, r.step.thread).result.lo);
      ++past[t][t];  // counts as a read
    }
    if (r.reads && records_source(r.op)) {
      h.add(r.read.lo);
      h.add(r.read.hi);
      h.add(r.read.undefined);
      if (causality) h.add(sum_of(past[t]));
      ++past[t][t];
    }
    if (r.op.kind == OpKind::Store) {
      h.add(r.op.operand.lo);
      h.add(r.op.operand.hi);
      h.add(r.op.operand.undefined);
    }
    if (r.spawned.valid()) {
      started[r.spawned.index()] = true;
      past[r.spawned.index()] = past[t];
    }
    past_of[i] = past[t];
  }
  Hash128 sum;
  for (std::size_t t = 0; t < threads; ++t) {
    if (!started[t]) continue;
    Hash128 h = history[t];
    h.add(thread_hash[t]);
    sum.lo += h.lo;
    sum.hi += h.hi;
  }
  return sum;
}

}  // namespace

ClassName rvf_class(const Replay& run) { return class_by_values(run, true); }

ClassName value_class(const Replay& run) { return class_by_values(run, false); }

}  // namespace overtake::smc
