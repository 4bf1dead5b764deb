// When two states of VerifyPSO are the same, and why that is enough: see verify_pso.cpp.
#include <algorithm>

#include "consistency/verify_pso.h"

namespace overtake::consistency {

// Once a run, and only if it has to turn back: which thread drains last, which reads what, what
// sources wait for.
void VerifyPso::prepare_key() {
  const Instance& in = *instance_;
  last_drain_.assign(in.threads, kNone);
  readers_head_.assign(in.write_count, kNone);
  readers_links_.clear();
  awaited_.assign(in.write_count, 0);
  for (std::uint32_t w = 0; w < in.write_count; ++w)
    for (std::uint32_t l = in.wait_head[w]; l != kNone; l = in.links[l].next)
      awaited_[in.links[l].value] = 1;
  const auto add_reader = [&](std::uint32_t source, std::uint32_t step) {
    readers_links_.push_back({step, readers_head_[source]});
    readers_head_[source] = static_cast<std::uint32_t>(readers_links_.size() - 1);
  };
  for (std::uint32_t s = 0; s < in.steps.size(); ++s) {
    const Step& step = in.steps[s];
    if (step.wait != Wait::Nothing) last_drain_[step.thread] = s;
    if (step.kind == StepKind::Read) add_reader(step.write, s);
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a)
      if (in.accesses[a].source != kNone) add_reader(in.accesses[a].source, s);
  }
}

// Thread events, fence map, and blocked writes that a read waits for; for threads that order their
// stores, their buffers.
Hash128 VerifyPso::key() {
  const Instance& in = *instance_;
  const std::uint32_t k = in.threads;
  if (last_drain_.empty()) prepare_key();
  Hash128 h;
  for (std::uint32_t next : cells_.cells(kNext, k)) h.add(next);
  for (std::uint32_t t = 0; t < k; ++t) {
    if (in.orders_stores[t]) {
      for (std::uint32_t b = in.buffer_begin[t]; b < in.buffer_begin[t + 1]; ++b)
        h.add(cells_[front_ + b]);
      continue;
    }
    if (cells_[pending_ + t] == 0) continue;
    const bool fence_ahead = last_drain_[t] != kNone && last_drain_[t] >= cells_[kNext + t];
    holder_reader_.assign(k, 0);
    for (std::uint32_t b = in.buffer_begin[t]; b < in.buffer_begin[t + 1]; ++b) {
      const std::uint32_t front = cells_[front_ + b];
      const std::uint32_t location = in.buffers[b].location;
      const std::uint32_t holder = cells_[active_ + location];
      if (front == kNone || !issued(front) || !held(location) || in.writes[holder].thread == t)
        continue;
      for (std::uint32_t w = front; w != kNone && issued(w); w = in.writes[w].next_in_buffer)
        if (awaited_[w] != 0) {
          h.add(kNone - 1 - b);
          h.add(front);
          break;
        }
      if (!fence_ahead) continue;
      for (std::uint32_t l = readers_head_[holder]; l != kNone; l = readers_links_[l].next) {
        const std::uint32_t reader = readers_links_[l].value;
        const std::uint32_t other = in.steps[reader].thread;
        if (reader >= cells_[kNext + other])
          holder_reader_[other] = std::max(holder_reader_[other], reader + 1);
      }
    }
    for (std::uint32_t t2 = 0; t2 < k; ++t2)
      if (holder_reader_[t2] != 0) {
        h.add(t * std::uint64_t{k} + t2);
        h.add(holder_reader_[t2]);
      }
    h.add(kNone);
  }
  return h;
}

}  // namespace overtake::consistency
