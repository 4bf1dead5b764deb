#include "simulator.h"

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace overtake::bench {
namespace {

struct Pending {
  EventId event;
  LocationId location;
  std::uint32_t epoch;
};

class Simulator {
 public:
  Simulator(const TraceShape& shape, Model model, std::uint64_t seed)
      : shape_(shape),
        model_(model),
        random_(seed),
        buffers_(shape.threads),
        epochs_(shape.threads, 0),
        memory_(shape.locations, kInitialWrite) {
    x_.threads.resize(shape.threads);
    x_.thread_count = shape.threads;
    x_.location_count = shape.locations;
  }

  Execution run() {
    while (x_.events.size() < shape_.events) {
      const auto t = static_cast<std::uint32_t>(random_() % shape_.threads);
      if (!buffers_[t].empty() && (buffers_[t].size() >= shape_.buffer || random_() % 3 == 0))
        flush_one(t);
      else
        act(t);
    }
    return std::move(x_);
  }

 private:
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }

  void flush_one(std::uint32_t t) {
    auto& buffer = buffers_[t];
    std::size_t i = 0;
    if (model_ == Model::PSO) {
      i = random_() % buffer.size();
      for (std::size_t j = 0; j < i; ++j) {  // the oldest of its location and epoch
        if (buffer[j].location == buffer[i].location || buffer[j].epoch < buffer[i].epoch) {
          i = j;
          j = static_cast<std::size_t>(-1);
        }
      }
    }
    memory_[buffer[i].location.index()] = buffer[i].event;
    buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(i));
  }

  void act(std::uint32_t t) {
    Event e;
    e.thread = ThreadId{t};
    const LocationId location{random_() % shape_.locations};
    double dice = uniform();
    const auto falls = [&](double share) {
      dice -= share;
      return dice < 0;
    };
    if (falls(shape_.fences)) {
      while (!buffers_[t].empty()) flush_one(t);
      e.kind = EventKind::Fence;
      x_.add(e);
    } else if (falls(shape_.store_fences)) {
      e.kind = EventKind::StoreFence;
      x_.add(e);
      ++epochs_[t];
    } else if (falls(shape_.rmws)) {
      while (!buffers_[t].empty()) flush_one(t);
      e.kind = EventKind::Rmw;
      e.location = location;
      const EventId id = x_.add(e);
      x_.reads_from[id.index()] = memory_[location.index()];
      memory_[location.index()] = id;
    } else if (falls(shape_.writes)) {
      e.kind = EventKind::Write;
      e.location = location;
      const EventId id = x_.add(e);
      if (model_ == Model::SC)
        memory_[location.index()] = id;
      else
        buffers_[t].push_back({id, location, epochs_[t]});
    } else {
      e.kind = EventKind::Read;
      e.location = location;
      EventId from = memory_[location.index()];
      for (const Pending& p : buffers_[t])
        if (p.location == location) from = p.event;
      x_.reads_from[x_.add(e).index()] = from;
    }
  }

  const TraceShape shape_;
  const Model model_;
  std::mt19937_64 random_;
  std::vector<std::deque<Pending>> buffers_;
  std::vector<std::uint32_t> epochs_;
  std::vector<EventId> memory_;
  Execution x_;
};

Execution numbered_by_thread(const Execution& x) {
  std::vector<EventId> renamed(x.events.size());
  Execution y;
  for (const auto& thread : x.threads)
    for (EventId e : thread) renamed[e.index()] = y.add(x.events[e.index()]);
  for (std::size_t e = 0; e < x.events.size(); ++e)
    if (x.reads_from[e] != kInitialWrite)
      y.reads_from[renamed[e].index()] = renamed[x.reads_from[e].index()];
  y.threads.resize(x.threads.size());
  y.thread_count = x.thread_count;
  y.location_count = x.location_count;
  return y;
}

}  // namespace

Execution simulate(const TraceShape& shape, Model model, std::uint64_t seed, bool by_thread) {
  Execution x = Simulator(shape, model, seed).run();
  return by_thread ? numbered_by_thread(x) : x;
}

void break_one_read(Execution& execution, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int tries = 0; tries < 100000; ++tries) {
    const auto& thread = execution.threads[random() % execution.threads.size()];
    const auto& other = execution.threads[random() % execution.threads.size()];
    if (&other == &thread || thread.empty() || other.empty()) continue;
    // A read in the second half, and another thread's write in its first quarter.
    const std::size_t half = thread.size() / 2;
    const EventId read = thread[half + random() % (thread.size() - half)];
    const EventId write = other[random() % (other.size() / 4 + 1)];
    const Event& r = execution.events[read.index()];
    const Event& w = execution.events[write.index()];
    if (r.kind != EventKind::Read || !w.writes() || r.location != w.location) continue;
    if (execution.reads_from[read.index()] == write) continue;
    execution.reads_from[read.index()] = write;
    return;
  }
}

}  // namespace overtake::bench
