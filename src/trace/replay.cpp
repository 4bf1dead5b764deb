// The store-buffer machines of SC, TSO and PSO, driven by a given witness: nothing is searched,
// every step is only checked. Written to be read against the definition of the memory models.
#include "trace/replay.h"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

namespace overtake {
namespace {

struct BufferedWrite {
  EventId event;
  std::uint32_t epoch;  // store-store fences before it in its thread
};

// The pending writes of one thread: per location oldest first, and all of them by number.
struct Buffers {
  std::unordered_map<std::uint32_t, std::deque<BufferedWrite>> by_location;
  std::deque<EventId> fifo;                     // TSO: all, oldest first
  std::map<std::uint32_t, std::size_t> epochs;  // how many there are of each epoch
  std::size_t size = 0;

  const std::deque<BufferedWrite>* at(LocationId location) const {
    const auto found = by_location.find(location.value);
    return found == by_location.end() || found->second.empty() ? nullptr : &found->second;
  }
};

class Machine {
 public:
  Machine(const Execution& execution, Model model)
      : execution_(execution),
        model_(model),
        next_(execution.threads.size(), 0),
        epoch_(execution.threads.size(), 0),
        buffers_(execution.threads.size()),
        memory_(execution.location_count, kInitialWrite),
        executed_(execution.events.size(), false),
        in_block_(execution.events.size(), false),
        predecessors_(execution.events.size()) {
    result_.obtained.assign(execution.events.size(), kInitialWrite);
    for (const auto& thread : execution.threads) {
      for (std::size_t i = 0; i < thread.size(); ++i) {
        const bool after_glue = i > 0 && execution.events[thread[i - 1].index()].glued;
        in_block_[thread[i].index()] = after_glue || execution.events[thread[i].index()].glued;
      }
    }
    for (auto [before, after] : execution.order) predecessors_[after.index()].push_back(before);
  }

  Replay run(const Witness& witness) {
    for (const WitnessStep& step : witness) {
      if (!step.event.valid() || step.event.index() >= execution_.events.size())
        return fail("a step names no event of the execution");
      result_.error = step.memory_write ? memory_write(step.event) : execute(step.event);
      if (!result_.error.empty()) return std::move(result_);
    }
    for (std::size_t e = 0; e < executed_.size(); ++e)
      if (!executed_[e]) return fail(fmt::format("event {} is never executed", e));
    for (const auto& buffer : buffers_)
      for (const auto& [location, writes] : buffer.by_location)
        if (!writes.empty())
          return fail(fmt::format("the write of event {} never reaches memory",
                                  writes.front().event.index()));
    return std::move(result_);
  }

 private:
  Replay fail(std::string message) {
    result_.error = std::move(message);
    return std::move(result_);
  }

  // The oldest buffered write to its location, and nothing that must reach memory before it.
  std::string memory_write(EventId id) {
    const Event& event = execution_.events[id.index()];
    if (open_block_.valid())
      return fmt::format("the memory-write of event {} comes inside an atomic block", id.index());
    if (!event.location.valid()) return fmt::format("event {} writes nothing", id.index());
    Buffers& buffers = buffers_[event.thread.index()];
    auto& oldest_first = buffers.by_location[event.location.value];
    if (oldest_first.empty()) return fmt::format("event {} has no write in its buffer", id.index());
    const BufferedWrite write = oldest_first.front();
    if (write.event != id || (model_ == Model::TSO && buffers.fifo.front() != id))
      return fmt::format("the memory-write of event {} is not the oldest in its buffer",
                         id.index());
    if (model_ == Model::PSO && buffers.epochs.begin()->first < write.epoch)
      return fmt::format("the memory-write of event {} overtakes a store-store fence", id.index());
    oldest_first.pop_front();
    if (model_ == Model::TSO) buffers.fifo.pop_front();
    if (--buffers.epochs[write.epoch] == 0) buffers.epochs.erase(write.epoch);
    --buffers.size;
    memory_[event.location.index()] = id;
    return {};
  }

  std::string execute(EventId id) {
    const Event& event = execution_.events[id.index()];
    const std::size_t t = event.thread.index();
    const auto& thread = execution_.threads[t];
    if (next_[t] >= thread.size() || thread[next_[t]] != id)
      return fmt::format("event {} is not the next one of its thread", id.index());
    if (open_block_.valid() && open_block_ != event.thread)
      return fmt::format("event {} comes inside an atomic block of another thread", id.index());
    for (EventId before : predecessors_[id.index()])
      if (!executed_[before.index()])
        return fmt::format("event {} comes before event {}, which is ordered before it", id.index(),
                           before.index());
    const bool block = in_block_[id.index()];
    const bool starts_block = block && !open_block_.valid();
    if (starts_block && buffers_[t].size != 0)
      return fmt::format("the atomic block at event {} starts with a buffered write", id.index());
    const bool immediate = block || model_ == Model::SC;
    if (!immediate && !drained(event))
      return fmt::format("event {} does not wait for the buffered writes it drains", id.index());

    if (event.reads())
      result_.obtained[id.index()] = event.kind == EventKind::Read
                                         ? newest(t, event.location)
                                         : memory_[event.location.index()];
    if (event.writes()) {
      const bool buffered =
          event.kind == EventKind::Write || (event.kind == EventKind::Rmw && event.buffered);
      if (buffered && !immediate)
        buffer_write(t, id, event.location);
      else
        memory_[event.location.index()] = id;
    }
    if (event.kind == EventKind::StoreFence) ++epoch_[t];
    executed_[id.index()] = true;
    ++next_[t];
    const bool goes_on = event.glued && next_[t] < thread.size();
    open_block_ = goes_on ? event.thread : ThreadId::none();
    return {};
  }

  void buffer_write(std::size_t thread, EventId id, LocationId location) {
    Buffers& buffers = buffers_[thread];
    buffers.by_location[location.value].push_back({id, epoch_[thread]});
    buffers.fifo.push_back(id);
    ++buffers.epochs[epoch_[thread]];
    ++buffers.size;
  }

  EventId newest(std::size_t thread, LocationId location) const {
    const auto* own = buffers_[thread].at(location);
    return own != nullptr ? own->back().event : memory_[location.index()];
  }

  bool drained(const Event& event) const {
    const Buffers& buffers = buffers_[event.thread.index()];
    switch (event.kind) {
      case EventKind::Fence:
        return buffers.size == 0;
      case EventKind::AtomicRead:
      case EventKind::AtomicWrite:
      case EventKind::Rmw:
        break;
      default:
        return true;
    }
    if (event.drain == Drain::All || model_ == Model::TSO) return buffers.size == 0;
    if (buffers.at(event.location) != nullptr) return false;
    const bool writes_at_once = event.writes() && !event.buffered;
    return !writes_at_once || buffers.size == 0 ||
           buffers.epochs.begin()->first >= epoch_[event.thread.index()];
  }

  const Execution& execution_;
  const Model model_;
  std::vector<std::size_t> next_;                   // by thread: how many events it executed
  std::vector<std::uint32_t> epoch_;                // by thread: store-store fences executed
  std::vector<Buffers> buffers_;                    // by thread
  std::vector<EventId> memory_;                     // by location: the write it holds
  std::vector<bool> executed_, in_block_;           // by event
  std::vector<std::vector<EventId>> predecessors_;  // by event: order edges
  ThreadId open_block_;                             // whose atomic block has begun and not ended
  Replay result_;
};

std::string name(EventId write) {
  return write == kInitialWrite ? "the initial value" : fmt::format("event {}", write.index());
}

}  // namespace

Replay replay(const Execution& execution, Model model, const Witness& witness) {
  return Machine(execution, model).run(witness);
}

std::string replay_witness(const Execution& execution, Model model, const Witness& witness) {
  const Replay run = replay(execution, model, witness);
  if (!run.error.empty()) return run.error;
  for (std::size_t e = 0; e < execution.events.size(); ++e) {
    if (execution.events[e].reads() && run.obtained[e] != execution.reads_from[e])
      return fmt::format("event {} obtains {} and not {}", e, name(run.obtained[e]),
                         name(execution.reads_from[e]));
  }
  return {};
}

std::string replay_witness(const Execution& execution, const GoodWrites& good_writes, Model model,
                           const Witness& witness) {
  const Replay run = replay(execution, model, witness);
  if (!run.error.empty()) return run.error;
  for (std::size_t e = 0; e < execution.events.size(); ++e) {
    if (execution.events[e].reads() && !good_writes.contains(EventId{e}, run.obtained[e]))
      return fmt::format("event {} obtains {}, which is not good", e, name(run.obtained[e]));
  }
  return {};
}

}  // namespace overtake
