// Hangs: threads spin, and nothing that is left to happen can end it.
//
// A spinning thread has read certain values in its last iteration. It spins for ever if these are
// the values that memory holds at the end of the execution. What is last in memory may depend on
// the run within the class, so the question is whether some run ends like that: the events of the
// execution, then a fence in every thread, then one more read of each of those locations that
// obtains the same value. That is a question of good writes.
#include <algorithm>

#include "smc/run.h"

namespace overtake::smc {

// Whether there is a run of τ after which each of these locations holds a value that fits.
bool Run::ends_with(std::span<const FinalRead> reads, StepOrder& order) {
  hang_instance_.events.clear();
  hang_instance_.reads_from.clear();
  hang_instance_.order.clear();
  for (auto& t : hang_instance_.threads) t.clear();
  GoodWrites good;
  std::vector<consistency::ReadParts> parts = parts_;  // of careful explorations
  const auto add = [&](const Event& e, std::vector<EventId> sources) {
    const EventId id = hang_instance_.add(e);
    good.read_class.push_back(GoodWrites::kNoClass);
    if (!e.reads()) return id;
    good.read_class.back() = static_cast<std::uint32_t>(good.classes.size());
    good.classes.push_back(std::move(sources));
    return id;
  };
  for (Position p = 0; p < trace_.size(); ++p) {
    const TraceEvent& e = trace_[p];
    const Event x = event_at(p);
    std::vector<EventId> sources;
    if (x.reads()) add_sources(p, sources);
    add(x, std::move(sources));
    if (e.index == 0 && e.predecessor != kInitial)
      hang_instance_.order.emplace_back(EventId{e.predecessor}, EventId{p});
  }
  for (const auto& [from, to] : trace_.edges())
    hang_instance_.order.emplace_back(EventId{from}, EventId{to});

  const ThreadId observer{threads_.size()};
  std::vector<EventId> ends;
  for (std::size_t i = 0; i < threads_.size(); ++i)
    if (started(ThreadId{i}))
      ends.push_back(add({.kind = EventKind::Fence, .thread = ThreadId{i}}, {}));
  const EventId all_done = add({.kind = EventKind::Fence, .thread = observer}, {});
  for (EventId end : ends) hang_instance_.order.emplace_back(end, all_done);
  for (const FinalRead& r : reads) {
    std::vector<EventId> sources;
    if (careful_) {
      parts.resize(hang_instance_.events.size());
      parts.push_back(parts_that_fit(r));
    }
    if (r.fits(value_at(r.location, kInitial))) sources.push_back(kInitialWrite);
    for (Position w : trace_.writes_on(r.location))
      if (r.fits(trace_[w].written)) sources.push_back(EventId{w});
    add({.kind = EventKind::Read, .thread = observer, .location = LocationId{r.location}},
        std::move(sources));
  }
  hang_instance_.thread_count = static_cast<std::uint32_t>(hang_instance_.threads.size());
  hang_instance_.location_count = static_cast<std::uint32_t>(locations_.size());
  if (careful_) {
    parts.resize(hang_instance_.events.size());
    if (!overlaps_.realizable(hang_instance_, extents(), parts, options_.model.base)) return false;
  } else if (!verifier_.realizable(hang_instance_, good, options_.model.base)) {
    return false;
  }
  order.clear();
  for (const WitnessStep& s : careful_ ? overlaps_.witness() : verifier_.witness())
    if (s.event.index() < trace_.size()) order.push_back(RunStep(s));
  return true;
}

// What the threads that have stopped as spinning read: they go on unless memory ends like that.
// False: some of it is not there any more.
bool Run::add_spin_reads(std::vector<FinalRead>& reads) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const ThreadId t{i};
    if (!started(t) || thread(t).status() != exec::Status::Spinning) continue;
    for (const exec::SpinRead& r : thread(t).spin_reads()) {
      const Resolved at =
          resolve(t, {.kind = exec::OpKind::Load, .size = r.size, .address = r.address});
      if (!at.ok) return false;
      reads.push_back({t, at.location, [&r, t](const exec::Value& v) { return r.same(v, t); }});
    }
  }
  return true;
}

// For explorations in which threads that spin stop (trace_classes.h).
void Run::check_hang() {
  std::vector<FinalRead> reads;
  if (!add_spin_reads(reads)) return;
  StepOrder order;
  if (ends_with(reads, order)) report_stuck(memory::Ending::Hang, schedule_of(order));
}

// --- explorations in which waiting threads are at the head of their loop ------------------------

// One thread after the other does an iteration on what memory may hold at the end, which is chosen
// as they look at it.
struct Run::StuckSearch {
  std::span<const ThreadId> waiting;
  std::vector<std::pair<std::uint32_t, exec::Value>> memory;  // by location, as far as chosen
  std::vector<exec::Thread> threads;                          // that are through
  OwnMemory own;                                              // of the thread that is under way
  memory::Schedule iterations;
  std::uint32_t steps = 0;
  bool realizable = true;  // whether a run is asked for that ends like that
  StepOrder order;
};

std::optional<Run::Stuck> Run::find_stuck(std::span<const ThreadId> waiting) {
  StuckSearch search{.waiting = waiting};
  if (!all_stuck(search)) return std::nullopt;
  Stuck stuck{std::move(search.threads), schedule_of(search.order)};
  stuck.schedule.insert(stuck.schedule.end(), search.iterations.begin(), search.iterations.end());
  return stuck;
}

const exec::Thread* Run::Stuck::spins() const {
  const auto spins = std::ranges::find_if(threads, [](const exec::Thread& t) {
    return t.status() == exec::Status::Spinning || is_await(t.next());
  });
  return spins == threads.end() ? nullptr : &*spins;
}

bool Run::may_be_stuck(ThreadId t) {
  StuckSearch search{.waiting = {&t, 1}, .realizable = false};
  return all_stuck(search);
}

bool Run::all_stuck(StuckSearch& search) {
  if (search.threads.size() < search.waiting.size())
    return stuck_from(search, thread(search.waiting[search.threads.size()]), 0);
  if (!search.realizable) return true;
  std::vector<FinalRead> reads;
  if (!add_spin_reads(reads)) return false;
  for (const auto& [location, value] : search.memory)
    reads.push_back(
        {ThreadId{0}, location, [&value](const exec::Value& v) { return v == value; }, &value});
  return ends_with(reads, search.order);
}

namespace {

// An attempt that is taken back (run_put_back.cpp), or what takes it back.
bool may_change(const exec::Thread& thread) {
  return thread.next().kind == exec::OpKind::Rmw && thread.may_put_back() &&
         (thread.at_loop_head() || thread.supposes());
}

}  // namespace

// Goes on with the iteration of the thread that is next.
bool Run::stuck_from(StuckSearch& search, exec::Thread thread, std::size_t looked) {
  constexpr std::uint32_t kManySteps = 100'000;
  const std::size_t chosen = search.memory.size();
  const std::size_t steps = search.iterations.size();
  const OwnMemory own = search.own;
  std::vector<std::pair<std::size_t, exec::Value>> changed;  // of the memory, and what was there
  const auto give_up = [&] {
    for (; !changed.empty(); changed.pop_back())
      search.memory[changed.back().first].second = changed.back().second;
    search.memory.resize(chosen);
    search.iterations.resize(steps);
    search.own = own;
    return false;
  };
  while (thread.status() != exec::Status::Spinning) {
    if (!thread.ready() || ++search.steps > kManySteps) return give_up();
    if (thread.supposes() && !executor_.is_in_round(thread)) return give_up();
    const exec::Op op = thread.next();
    if (thread.is_own(op.address) && !op.is_fence()) {
      if (!do_own(thread, search.own)) return give_up();
      search.iterations.push_back({thread.id(), false, 0, 0});
      // What it writes reaches memory before the next operation of another thread.
      if (op.kind == exec::OpKind::Store && options_.model != Model::SC)
        search.iterations.push_back(
            {thread.id(), true, options_.model == Model::PSO ? op.address : 0, 0});
      continue;
    }
    const bool looks = op.is_access() && op.kind != exec::OpKind::Store;
    if (!looks && !op.is_fence()) return give_up();
    exec::Value result;
    if (looks) {
      const Resolved at = resolve(thread.id(), op);
      if (!at.ok) return give_up();
      const auto known = std::ranges::find(search.memory, at.location,
                                           &std::pair<std::uint32_t, exec::Value>::first);
      if (known == search.memory.end()) {
        for (const exec::Value& v : final_values(at.location)) {
          search.memory.emplace_back(at.location, v);
          if (stuck_from(search, thread, looked)) return true;
          search.memory.resize(chosen);
        }
        return give_up();
      }
      const exec::Value found = known->second;
      const exec::Effect effect = exec::apply(op, found, thread.id());
      // One that it only comes to after it has read something is found where it has read that.
      if (effect.blocked && (is_await(op) || (careful_ && may_block(op))) && looked == 0) break;
      if (effect.blocked || effect.error) return give_up();
      if (effect.writes && effect.written != found) {
        if (!may_change(thread)) return give_up();
        if (!thread.supposes()) executor_.suppose(thread);
        changed.emplace_back(known - search.memory.begin(), found);
        known->second = effect.written;
      }
      result = effect.result;
      ++looked;
    }
    search.iterations.push_back({thread.id(), false, 0, 0});
    executor_.resume(thread, result);
  }
  if (thread.owes()) return give_up();
  search.threads.push_back(std::move(thread));
  search.own = {};
  if (finds_the_same(search, 0)) return true;
  search.threads.pop_back();
  return give_up();
}

// An iteration may have begun before: the thread repeats it if it still finds what it found then.
bool Run::finds_the_same(StuckSearch& search, std::size_t read) {
  const exec::Thread& thread = search.threads.back();
  if (thread.status() != exec::Status::Spinning || read == thread.spin_reads().size())
    return all_stuck(search);
  const exec::SpinRead r = thread.spin_reads()[read];
  const ThreadId t = thread.id();
  const Resolved at =
      resolve(t, {.kind = exec::OpKind::Load, .size = r.size, .address = r.address});
  if (!at.ok) return false;
  const auto known =
      std::ranges::find(search.memory, at.location, &std::pair<std::uint32_t, exec::Value>::first);
  if (known != search.memory.end())
    return r.same(known->second, t) && finds_the_same(search, read + 1);
  const std::size_t chosen = search.memory.size();
  for (const exec::Value& v : final_values(at.location)) {
    if (!r.same(v, t)) continue;
    search.memory.emplace_back(at.location, v);
    if (finds_the_same(search, read + 1)) return true;
    search.memory.resize(chosen);
  }
  return false;
}

// The values that the location may hold at the end, as far as causality says.
std::vector<exec::Value> Run::final_values(std::uint32_t location) const {
  if (careful_ && locations_.overlapping(location).size() > 1) return final_bytes(location);
  std::vector<exec::Value> values;
  const std::vector<Position>& writes = trace_.writes_on(location);
  const auto add = [&](const exec::Value& v) {
    if (std::ranges::find(values, v) == values.end()) values.push_back(v);
  };
  // Whether the write reaches memory before another one in every run.
  const auto superseded = [&](Position w) {
    return trace_.writes_on(location, trace_[w].thread).back() != w ||
           std::ranges::any_of(
               writes, [&](Position other) { return other != w && comes_before(w, other); });
  };
  if (writes.empty()) add(value_at(location, kInitial));
  for (Position w : writes)
    if (!superseded(w)) add(trace_[w].written);
  return values;
}

}  // namespace overtake::smc
