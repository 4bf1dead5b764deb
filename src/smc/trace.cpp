#include "smc/trace.h"

#include <algorithm>
#include <array>

namespace overtake::smc {

namespace {

constexpr std::size_t kBlock = 8;  // rows of clocks consist of these
using Block = std::array<std::uint16_t, kBlock>;

Block block_of(const std::uint16_t* row) {
  Block block;
  std::copy_n(row, kBlock, block.begin());
  return block;
}

// Sets each number of the row to that of the other one, if that is larger.
void raise(std::uint16_t* row, const std::uint16_t* other, std::size_t size) {
  for (std::size_t begin = 0; begin < size; begin += kBlock) {
    Block own = block_of(row + begin);
    const Block more = block_of(other + begin);
    for (std::size_t i = 0; i < kBlock; ++i) own[i] = std::max(own[i], more[i]);
    std::copy_n(own.begin(), kBlock, row + begin);
  }
}

void copy_row(std::uint16_t* row, const std::uint16_t* other, std::size_t size) {
  for (std::size_t begin = 0; begin < size; begin += kBlock)
    std::copy_n(other + begin, kBlock, row + begin);
}

}  // namespace

void Trace::add_thread(ThreadId t) {
  if (t.index() < of_thread_.size()) return;
  of_thread_.resize(t.index() + 1);
  spawn_.resize(t.index() + 1, kInitial);
  sums_.resize(t.index() + 1, {EventSum{}});
  if (t.index() >= stride_) widen(t.index() + 1);
}

void Trace::widen(std::size_t threads) {
  std::size_t stride = stride_;
  while (stride < threads) stride *= 2;
  const auto spread = [&](std::vector<std::uint16_t>& rows) {
    std::vector<std::uint16_t> wide(rows.size() / stride_ * stride);
    for (std::size_t e = 0; e < events_.size(); ++e)
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(e * stride_), stride_,
                  wide.begin() + static_cast<std::ptrdiff_t>(e * stride));
    rows = std::move(wide);
  };
  spread(clocks_);
  spread(counts_);
  stride_ = stride;
}

// Room for more events.
void Trace::make_rows() {
  constexpr std::size_t kFirst = 64;
  clocks_.resize(std::max(kFirst, 2 * events_.size()) * stride_);
  counts_.resize(clocks_.size());
}

EventSum Trace::term(ThreadId thread, std::uint32_t index, ThreadId source_thread,
                     std::uint32_t source_index, std::uint32_t choice) {
  const std::uint64_t self = std::uint64_t{thread.value} << 32 | index;
  const std::uint64_t source = std::uint64_t{source_thread.value} << 32 | source_index;
  const std::uint64_t a = combine(self, source ^ (std::uint64_t{choice} << 20));
  return {a, combine(a ^ 0x6a09e667f3bcc908ull, self + 3 * source + choice)};
}

EventSum Trace::term_of(Position p) const {
  const TraceEvent& e = events_[p];
  if (e.reads() && e.source != kInitial)
    return term(e.thread, e.index, events_[e.source].thread, events_[e.source].index, e.choice);
  return term(e.thread, e.index, ThreadId::none(), 0, e.choice);
}

Position Trace::push(const TraceEvent& event, std::span<const Position> also_after) {
  const auto p = static_cast<Position>(events_.size());
  if (clocks_.size() <= std::size_t{p} * stride_) make_rows();
  events_.push_back(event);
  TraceEvent& e = events_.back();
  auto& own = of_thread_[e.thread.index()];
  e.predecessor = last(e.thread);
  e.index = static_cast<std::uint32_t>(own.size());
  constexpr std::uint32_t kMaxOperations = 0xffff;
  if (e.index >= kMaxOperations) throw LimitReached{{Limit::Operations, kMaxOperations}};
  own.push_back(p);

  std::uint16_t* clock = clocks_.data() + std::size_t{p} * stride_;
  const auto merge = [&](Position from) {
    raise(clock, this->clock(from), stride_);
    e.time = std::max(e.time, events_[from].time);
  };
  if (e.predecessor != kInitial) {
    copy_row(clock, this->clock(e.predecessor), stride_);
    e.time = std::max(e.time, events_[e.predecessor].time);
  } else {
    std::fill_n(clock, stride_, std::uint16_t{0});
  }
  if (e.reads() && e.source != kInitial) merge(e.source);
  for (Position q : also_after) {
    merge(q);
    edges_.emplace_back(q, p);
  }
  clock[e.thread.index()] = static_cast<std::uint16_t>(e.index + 1);

  std::uint16_t* count = counts_.data() + std::size_t{p} * stride_;
  if (p > 0)
    copy_row(count, counts(p - 1), stride_);
  else
    std::fill_n(count, stride_, std::uint16_t{0});
  count[e.thread.index()] = static_cast<std::uint16_t>(e.index + 1);

  auto& sums = sums_[e.thread.index()];
  EventSum next = sums.back();
  next += term_of(p);
  sums.push_back(next);

  if (e.reads() || e.writes()) {
    if (e.location >= writes_.size()) {
      writes_.resize(e.location + 1);
      thread_writes_.resize(e.location + 1);
      reads_.resize(e.location + 1);
    }
    if (e.writes()) {
      writes_[e.location].push_back(p);
      auto& by_thread = thread_writes_[e.location];
      if (e.thread.index() >= by_thread.size()) by_thread.resize(e.thread.index() + 1);
      by_thread[e.thread.index()].push_back(p);
    }
    if (e.reads()) reads_[e.location].push_back(p);
  }
  return p;
}

std::size_t Trace::writes_before(std::uint32_t location, ThreadId t, std::uint32_t n) const {
  const std::vector<Position>& writes = writes_on(location, t);
  const auto end = std::partition_point(writes.begin(), writes.end(),
                                        [&](Position p) { return events_[p].index < n; });
  return static_cast<std::size_t>(end - writes.begin());
}

void Trace::cut(std::uint32_t length) {
  while (events_.size() > length) {
    const TraceEvent& e = events_.back();
    of_thread_[e.thread.index()].pop_back();
    sums_[e.thread.index()].pop_back();
    if (e.writes()) {
      writes_[e.location].pop_back();
      thread_writes_[e.location][e.thread.index()].pop_back();
    }
    if (e.reads()) reads_[e.location].pop_back();
    events_.pop_back();
  }
  while (!edges_.empty() && edges_.back().second >= length) edges_.pop_back();
}

}  // namespace overtake::smc
