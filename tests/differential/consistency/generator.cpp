#include "generator.h"

#include <fmt/format.h>

#include <algorithm>

#include "small_machine.h"

namespace overtake::test {
namespace {

class Generator {
 public:
  Generator(std::mt19937_64& random, bool good) : random_(random) { instance_.good = good; }

  Instance make() {
    do {
      instance_.execution = Execution{};
      threads_ = 2 + pick(3);
      locations_ = 1 + pick(3);
      flavour_ = pick(9);
      add_events();
      if (chance(3)) add_order();
      while (execution().threads.size() < threads_) execution().threads.emplace_back();
      execution().thread_count = threads_;
      execution().location_count = std::max<std::uint32_t>(execution().location_count, 1);
    } while (!read_something());
    if (instance_.good) choose_good_writes();
    return instance_;
  }

 private:
  Execution& execution() { return instance_.execution; }
  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
  bool chance(unsigned one_in) { return pick(one_in) == 0; }

  EventId add(EventKind kind, unsigned thread, unsigned location) {
    Event e;
    e.kind = kind;
    e.thread = ThreadId{thread};
    const bool accesses =
        kind != EventKind::Fence && kind != EventKind::StoreFence && kind != EventKind::Local;
    if (accesses) e.location = LocationId{location};
    if ((flavour_ == 4 || flavour_ >= 6) && chance(2)) e.drain = Drain::Location;
    if (kind == EventKind::Rmw && chance(4)) e.buffered = true;
    return execution().add(e);
  }

  EventKind random_kind() {
    const unsigned k = pick(100);
    switch (flavour_) {
      case 0:
        return k < 50 ? EventKind::Read : EventKind::Write;
      case 1:
        return k < 40 ? EventKind::Read : k < 85 ? EventKind::Write : EventKind::Fence;
      case 2:
        return k < 38 ? EventKind::Read : k < 75 ? EventKind::Write : EventKind::StoreFence;
      case 5:
        return k < 25   ? EventKind::Read
               : k < 50 ? EventKind::Write
               : k < 80 ? EventKind::Rmw
               : k < 90 ? EventKind::AtomicWrite
                        : EventKind::Fence;
      case 3:
      case 4:
        return k < 30   ? EventKind::Read
               : k < 65 ? EventKind::Write
               : k < 75 ? EventKind::Fence
               : k < 90 ? EventKind::StoreFence
                        : EventKind::AtomicRead;
      default:
        return k < 25   ? EventKind::Read
               : k < 52 ? EventKind::Write
               : k < 59 ? EventKind::Fence
               : k < 69 ? EventKind::StoreFence
               : k < 80 ? EventKind::Rmw
               : k < 88 ? EventKind::AtomicRead
               : k < 96 ? EventKind::AtomicWrite
                        : EventKind::Local;
    }
  }

  void add_events() {
    const unsigned count = 4 + pick(11);
    const bool blocks = chance(4);
    const bool locks = chance(6);
    const unsigned lock = locations_;  // a location of its own
    std::vector<unsigned> thread_of;
    while (thread_of.size() < count) thread_of.push_back(pick(threads_));
    std::sort(thread_of.begin(), thread_of.end());
    for (unsigned i = 0; i < count; ++i) {
      const unsigned t = thread_of[i];
      const bool last = i + 1 == count || thread_of[i + 1] != t;
      if (locks && !last && chance(4) && execution().events.size() + 3 < kMaxEvents) {
        add(EventKind::Rmw, t, lock);
        add(random_kind(), t, pick(locations_));
        add(EventKind::AtomicWrite, t, lock);
        ++i;
        continue;
      }
      const EventId e = add(random_kind(), t, pick(locations_));
      if (blocks && chance(3)) execution().events[e.index()].glued = true;
    }
    shuffle_ids();
  }

  // Event numbers must not tell the threads apart.
  void shuffle_ids() {
    Execution& x = execution();
    std::vector<std::uint32_t> renamed(x.events.size());
    for (std::uint32_t i = 0; i < renamed.size(); ++i) renamed[i] = i;
    std::shuffle(renamed.begin(), renamed.end(), random_);
    std::vector<Event> events(x.events.size());
    for (std::uint32_t i = 0; i < renamed.size(); ++i) events[renamed[i]] = x.events[i];
    x.events = std::move(events);
    for (auto& thread : x.threads)
      for (EventId& e : thread) e = EventId{renamed[e.index()]};
  }

  // Spawn and join edges, and now and then an edge between any two events.
  void add_order() {
    Execution& x = execution();
    for (unsigned t = 1; t < x.threads.size(); ++t) {
      if (x.threads[0].empty() || x.threads[t].empty()) continue;
      if (chance(2)) x.order.push_back({x.threads[0][pick(size(0))], x.threads[t].front()});
      if (chance(3)) x.order.push_back({x.threads[t].back(), x.threads[0][pick(size(0))]});
    }
    if (chance(4)) {
      const EventId a{pick(static_cast<unsigned>(x.events.size()))};
      const EventId b{pick(static_cast<unsigned>(x.events.size()))};
      if (a != b) x.order.push_back({a, b});
    }
  }
  unsigned size(unsigned t) { return static_cast<unsigned>(execution().threads[t].size()); }

  bool read_something() {
    Execution& x = execution();
    if (x.events.size() > kMaxEvents) return false;
    static constexpr Model kModels[] = {Model::SC, Model::TSO, Model::PSO, Model::PSO};
    SmallMachine machine(x, kModels[pick(4)]);
    if (!machine.random_run(random_, x.reads_from)) {
      if (!chance(8)) return false;  // cyclic order: keep a few
    }
    std::vector<EventId> reads;
    for (std::uint32_t e = 0; e < x.events.size(); ++e)
      if (x.events[e].reads()) reads.push_back(EventId{e});
    if (reads.empty()) return false;
    if (chance(4)) {
      for (EventId e : reads) x.reads_from[e.index()] = random_source(e);
    } else if (!chance(5)) {
      for (unsigned i = 0; i <= pick(4); ++i) {
        const EventId e = reads[pick(static_cast<unsigned>(reads.size()))];
        x.reads_from[e.index()] = random_source(e);
      }
    }
    return true;
  }

  // Any write of the location, rarely one that is plainly impossible (a later or hidden own one).
  EventId random_source(EventId read) {
    const Execution& x = execution();
    const ThreadId thread = x.events[read.index()].thread;
    EventId own = kInitialWrite;  // the last own write before the read
    for (EventId e : x.threads[thread.index()]) {
      if (e == read) break;
      if (x.events[e.index()].writes() &&
          x.events[e.index()].location == x.events[read.index()].location)
        own = e;
    }
    std::vector<EventId> sources;
    if (own != kInitialWrite) sources.push_back(own);
    if (own == kInitialWrite || chance(10)) sources.push_back(kInitialWrite);
    for (std::uint32_t w = 0; w < x.events.size(); ++w)
      if (x.events[w].writes() && x.events[w].location == x.events[read.index()].location &&
          w != read.value && (x.events[w].thread != thread || chance(20)))
        sources.push_back(EventId{w});
    return sources[pick(static_cast<unsigned>(sources.size()))];
  }

  // By values, as a trace gives them, or as arbitrary sets.
  void choose_good_writes() {
    const Execution& x = execution();
    GoodWrites& good = instance_.good_writes;
    good.read_class.assign(x.events.size(), GoodWrites::kNoClass);
    good.classes.clear();
    if (chance(3)) {
      for (std::uint32_t e = 0; e < x.events.size(); ++e) {
        if (!x.events[e].reads()) continue;
        good.read_class[e] = static_cast<std::uint32_t>(good.classes.size());
        std::vector<EventId> set{x.reads_from[e]};
        while (chance(2)) set.push_back(random_source(EventId{e}));
        if (chance(12)) set.clear();
        good.classes.push_back(set);
      }
      return;
    }
    const unsigned values = 2 + pick(2);
    std::vector<unsigned> value(x.events.size());
    for (unsigned& v : value) v = pick(values);
    for (std::uint32_t l = 0; l < x.location_count; ++l) {
      for (unsigned v = 0; v < values; ++v) {
        std::vector<EventId> set;
        if (v == 0) set.push_back(kInitialWrite);
        for (std::uint32_t w = 0; w < x.events.size(); ++w)
          if (x.events[w].writes() && x.events[w].location.value == l && value[w] == v)
            set.push_back(EventId{w});
        for (std::uint32_t e = 0; e < x.events.size(); ++e) {
          if (!x.events[e].reads() || x.events[e].location.value != l) continue;
          const EventId from = x.reads_from[e];
          if ((from == kInitialWrite ? 0 : value[from.index()]) == v)
            good.read_class[e] = static_cast<std::uint32_t>(good.classes.size());
        }
        good.classes.push_back(set);
      }
    }
  }

  std::mt19937_64& random_;
  Instance instance_;
  unsigned threads_ = 0, locations_ = 0, flavour_ = 0;
};

Instance without_event(const Instance& from, std::uint32_t gone) {
  Instance to;
  to.good = from.good;
  const auto rename = [&](EventId e) {
    if (e == kInitialWrite || e.value == gone) return kInitialWrite;
    return EventId{e.value - (e.value > gone ? 1 : 0)};
  };
  const Execution& x = from.execution;
  Execution& y = to.execution;
  y.thread_count = x.thread_count;
  y.location_count = x.location_count;
  y.threads.resize(x.threads.size());
  for (std::uint32_t e = 0; e < x.events.size(); ++e) {
    if (e == gone) continue;
    y.events.push_back(x.events[e]);
    y.reads_from.push_back(rename(x.reads_from[e]));
    if (from.good) to.good_writes.read_class.push_back(from.good_writes.read_class[e]);
  }
  for (std::size_t t = 0; t < x.threads.size(); ++t)
    for (EventId e : x.threads[t])
      if (e.value != gone) y.threads[t].push_back(rename(e));
  for (auto [a, b] : x.order)
    if (a.value != gone && b.value != gone) y.order.push_back({rename(a), rename(b)});
  for (const auto& set : from.good_writes.classes) {
    std::vector<EventId> kept;
    for (EventId w : set)
      if (w == kInitialWrite || w.value != gone) kept.push_back(rename(w));
    to.good_writes.classes.push_back(kept);
  }
  return to;
}

}  // namespace

Instance random_instance(std::mt19937_64& random, bool good) {
  return Generator(random, good).make();
}

Instance shrink(Instance instance, const std::function<bool(const Instance&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    const auto attempt = [&](Instance candidate) {
      if (!fails(candidate)) return false;
      instance = std::move(candidate);
      smaller = true;
      return true;
    };
    for (std::uint32_t e = 0; e < instance.execution.events.size(); ++e)
      if (attempt(without_event(instance, e))) break;
    for (std::size_t i = 0; i < instance.execution.order.size(); ++i) {
      Instance candidate = instance;
      candidate.execution.order.erase(candidate.execution.order.begin() +
                                      static_cast<std::ptrdiff_t>(i));
      if (attempt(candidate)) break;
    }
    for (std::uint32_t e = 0; e < instance.execution.events.size(); ++e) {
      const Event& event = instance.execution.events[e];
      Instance candidate = instance;
      Event& plain = candidate.execution.events[e];
      if (event.glued) {
        plain.glued = false;
        if (attempt(candidate)) break;
      }
      if (event.drain == Drain::Location) {
        candidate = instance;
        candidate.execution.events[e].drain = Drain::All;
        if (attempt(candidate)) break;
      }
      if (event.buffered) {
        candidate = instance;
        candidate.execution.events[e].buffered = false;
        if (attempt(candidate)) break;
      }
    }
  }
  return instance;
}

std::string as_code(const Instance& instance) {
  static constexpr const char* kKinds[] = {"Read",       "Write",       "Fence", "StoreFence",
                                           "AtomicRead", "AtomicWrite", "Rmw",   "Local"};
  const Execution& x = instance.execution;
  const auto name = [](EventId e) {
    return e == kInitialWrite ? std::string("kInitialWrite")
                              : fmt::format("EventId{{{}}}", e.value);
  };
  std::string code = "  Execution x;\n";
  code += fmt::format("  x.threads.resize({});\n", x.threads.size());
  for (std::uint32_t e = 0; e < x.events.size(); ++e) {
    const Event& event = x.events[e];
    code += fmt::format("  x.add({{.kind = EventKind::{}", kKinds[static_cast<int>(event.kind)]);
    if (event.drain == Drain::Location) code += ", .drain = Drain::Location";
    if (event.glued) code += ", .glued = true";
    if (event.buffered) code += ", .buffered = true";
    code += fmt::format(", .thread = ThreadId{{{}}}", event.thread.value);
    if (event.location.valid())
      code += fmt::format(", .location = LocationId{{{}}}", event.location.value);
    code += fmt::format("}});  // {}\n", e);
  }
  for (std::size_t t = 0; t < x.threads.size(); ++t) {
    code += fmt::format("  x.threads[{}] = {{", t);
    for (std::size_t i = 0; i < x.threads[t].size(); ++i)
      code += (i ? ", " : "") + name(x.threads[t][i]);
    code += "};\n";
  }
  for (auto [a, b] : x.order)
    code += fmt::format("  x.order.push_back({{{}, {}}});\n", name(a), name(b));
  if (!instance.good) {
    for (std::uint32_t e = 0; e < x.events.size(); ++e)
      if (x.events[e].reads() && x.reads_from[e] != kInitialWrite)
        code += fmt::format("  x.reads_from[{}] = {};\n", e, name(x.reads_from[e]));
    return code;
  }
  code += "  GoodWrites good;\n  good.read_class.assign(x.events.size(), GoodWrites::kNoClass);\n";
  for (std::uint32_t e = 0; e < x.events.size(); ++e) {
    if (!x.events[e].reads()) continue;
    code += fmt::format("  good.read_class[{}] = {};  good.classes.push_back({{", e,
                        "good.classes.size()");
    const auto& set = instance.good_writes.classes[instance.good_writes.read_class[e]];
    for (std::size_t i = 0; i < set.size(); ++i) code += (i ? ", " : "") + name(set[i]);
    code += "});\n";
  }
  return code;
}

}  // namespace overtake::test
