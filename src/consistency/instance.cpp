#include "consistency/instance.h"

#include <algorithm>

namespace overtake::consistency {

void Instance::start(const Execution& execution, Model model) {
  execution_ = &execution;
  model_ = model;
  threads = static_cast<std::uint32_t>(execution.threads.size());
  locations = execution.location_count;
  const auto n = static_cast<std::uint32_t>(execution.events.size());
  write_count = locations + n;
  steps.clear();
  accesses.clear();
  memory_events.clear();
  buffers.clear();
  epoch_left.clear();
  links.clear();
  hidden_.clear();
  thread_begin.clear();
  memory_begin.clear();
  buffer_begin.clear();
  epoch_begin.clear();
  orders_stores.assign(threads, 0);
  event_step.resize(n);
  writes.resize(write_count);
  readers.assign(write_count, 0);
  wait_head.assign(write_count, kNone);
  buffers_at.assign(locations, kNone);
  own_.assign(locations, {kNone, kNone, kNone});
  for (std::uint32_t x = 0; x < locations; ++x) writes[x] = {kNone, kNone, x, 0, kNone, kNone, 0};
  order_head.clear();
  buffered_count = 0;
  refuted_read_ = kNone;
}

bool Instance::compile(const Execution& execution, Model model) {
  start(execution, model);
  if (!compile_threads<true>()) return false;
  link_order();
  for (std::uint32_t write : hidden_) {
    if (readers[write] == 0) continue;
    for (std::uint32_t e = 0; e < execution.events.size(); ++e)
      if (execution.events[e].reads() && execution.reads_from[e].value == write_event(write) &&
          event_step[e] != writes[write].step)
        return refute(Rule::ReadsHidden, e);
  }
  return true;
}

void Instance::compile(const Execution& execution, const GoodWrites&, Model model) {
  start(execution, model);
  compile_threads<false>();
  link_order();
}

void Instance::link_order() {
  if (execution_->order.empty()) return;
  order_head.assign(steps.size(), kNone);
  for (auto [before, after] : execution_->order) {
    std::uint32_t from = event_step[before.index()];
    const std::uint32_t to = event_step[after.index()];
    // The order edge of a buffered RMW starts after its buffer-write.
    if (from + 1 < steps.size() && steps[from + 1].silent) ++from;
    if (from ==
        to) {  // inside one atomic block: it holds anyway, or makes the step wait for itself
      const auto& thread = execution_->threads[steps[to].thread];
      const auto begin = thread.begin() + steps[to].position;
      const auto end = begin + steps[to].event_count;
      const auto first = std::find(begin, end, before);
      if (first != std::find(begin, end, after) && std::find(first, end, after) != end) continue;
    }
    links.push_back({from, order_head[to]});
    order_head[to] = static_cast<std::uint32_t>(links.size() - 1);
  }
}

Step& Instance::add_step(StepKind kind, std::uint32_t thread, std::uint32_t event) {
  const auto at = static_cast<std::uint32_t>(accesses.size());
  steps.push_back({kind, Wait::Nothing, false, false, false, thread, event, position_, 1, kNone,
                   kNone, at, at, memory_count_, epoch_});
  return steps.back();
}

void Instance::add_buffered(std::uint32_t thread, std::uint32_t event, std::uint32_t location,
                            bool silent) {
  const std::uint32_t write = locations + event;
  Step& step = add_step(StepKind::Buffer, thread, event);
  step.location = location;
  step.write = write;
  step.silent = silent;
  Own& mine = own(location, thread);
  if (mine.buffer == kNone) {
    mine.buffer = static_cast<std::uint32_t>(buffers.size());
    buffers.push_back({thread, location, write, kNone, buffers_at[location], 0});
    buffers_at[location] = mine.buffer;
  } else {
    writes[buffers[mine.buffer].last].next_in_buffer = write;
  }
  buffers[mine.buffer].last = write;
  ++buffers[mine.buffer].length;
  mine.last_write = write;
  writes[write] = {thread,      static_cast<std::uint32_t>(steps.size() - 1),
                   location,    memory_count_++,
                   mine.buffer, kNone,
                   epoch_};
  memory_events.push_back(static_cast<std::uint32_t>(steps.size() - 1));
  ++epoch_left.back();
  ++buffered_count;
}

std::uint32_t Instance::resolve(std::uint32_t thread, std::uint32_t event) {
  const Event& e = execution_->events[event];
  const EventId from = execution_->reads_from[event];
  const std::uint32_t mine = own(e.location.value, thread).last_write;
  if (from == kInitialWrite) {
    if (mine == kNone) return e.location.value;
    refute(Rule::ReadsOverwritten, event);
    return kNone;
  }
  if (from.index() >= execution_->events.size() || !execution_->events[from.index()].writes() ||
      execution_->events[from.index()].location != e.location || from.value == event) {
    refute(Rule::NotAWrite, event);
    return kNone;
  }
  const std::uint32_t source = locations + from.value;
  if (execution_->events[from.index()].thread.value == thread && source != mine) {
    bool later = true;
    for (EventId before : execution_->threads[thread]) {
      if (before.value == event) break;
      if (before == from) later = false;
    }
    refute(later ? Rule::ReadsFuture : Rule::ReadsOverwritten, event);
    return kNone;
  }
  return source;
}

template <bool kFixed>
bool Instance::add_access(std::uint32_t thread, std::uint32_t event, bool reads, bool writes_too) {
  Step& step = steps.back();
  const std::uint32_t location = execution_->events[event].location.value;
  Access* access = nullptr;
  if constexpr (kFixed) {
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a)
      if (accesses[a].location == location) access = &accesses[a];
  }
  if (access == nullptr) {
    accesses.push_back({event, location, kNone, kNone});
    step.access_end = static_cast<std::uint32_t>(accesses.size());
    access = &accesses.back();
  }
  Own& mine = own(location, thread);
  if (reads) {
    if constexpr (kFixed) {
      const std::uint32_t source = resolve(thread, event);
      if (source == kNone) return false;
      if (access->write == kNone) {  // from outside the block
        if (access->source != kNone && access->source != source)
          return refute(Rule::ReadsOverwritten, event);
        if (access->source == kNone) {
          access->source = source;
          access->event = event;
          ++readers[source];
          if (mine.last_write != kNone && mine.last_write != source) {
            links.push_back({mine.last_write, wait_head[source]});
            wait_head[source] = static_cast<std::uint32_t>(links.size() - 1);
          }
        }
      } else if (access->write != source) {
        return refute(Rule::ReadsOverwritten, event);
      }
    } else {
      access->source = location;  // it reads: the search decides what
    }
  }
  if (writes_too) {
    const std::uint32_t write = locations + event;
    if (access->write != kNone) hidden_.push_back(access->write);
    access->write = write;
    mine.last_write = write;
    if (!step.writes) {
      step.writes = true;
      memory_events.push_back(static_cast<std::uint32_t>(steps.size() - 1));
      ++memory_count_;
    }
    writes[write] = {thread,   static_cast<std::uint32_t>(steps.size() - 1),
                     location, step.memory_before,
                     kNone,    kNone,
                     epoch_};
  }
  return true;
}

// One event outside of atomic blocks, or the next one of the block that is the last step.
template <bool kFixed>
bool Instance::compile_event(std::uint32_t thread, std::uint32_t event, bool in_block) {
  const Event& e = execution_->events[event];
  const bool buffers_writes = model_ != Model::SC && !in_block;
  if (!in_block && e.kind == EventKind::Read) {
    Step& step = add_step(StepKind::Read, thread, event);
    step.location = e.location.value;
    if constexpr (kFixed) {
      const std::uint32_t source = resolve(thread, event);
      if (source == kNone) return false;
      step.write = source;
      ++readers[source];
      const std::uint32_t mine = own(step.location, thread).last_write;
      if (mine != kNone && mine != source) {
        links.push_back({mine, wait_head[source]});
        wait_head[source] = static_cast<std::uint32_t>(links.size() - 1);
      }
    }
    return true;
  }
  if (buffers_writes && e.kind == EventKind::Write) {
    add_buffered(thread, event, e.location.value, false);
    return true;
  }
  if (!in_block) {
    Step& step = add_step(StepKind::Atomic, thread, event);
    const bool drains = e.kind == EventKind::Fence || e.kind == EventKind::AtomicRead ||
                        e.kind == EventKind::AtomicWrite || e.kind == EventKind::Rmw;
    if (buffers_writes && drains) {
      const bool partly =
          model_ == Model::PSO && e.kind != EventKind::Fence && e.drain == Drain::Location;
      step.wait = partly ? Wait::OwnLocation : Wait::AllBuffers;
      step.location = e.location.value;
      if (partly) orders_stores[thread] = 1;
    }
  }
  switch (e.kind) {
    case EventKind::Read:
    case EventKind::AtomicRead:
      return add_access<kFixed>(thread, event, true, false);
    case EventKind::Write:
    case EventKind::AtomicWrite:
      return add_access<kFixed>(thread, event, false, true);
    case EventKind::Rmw: {
      const bool later = buffers_writes && e.buffered;
      if (!add_access<kFixed>(thread, event, true, !later)) return false;
      if (later) add_buffered(thread, event, e.location.value, true);
      return true;
    }
    case EventKind::StoreFence:
      if (model_ == Model::PSO && !in_block) {
        steps.back().store_fence = true;
        ++epoch_;
        epoch_left.push_back(0);
        orders_stores[thread] = 1;
      }
      return true;
    case EventKind::Fence:
    case EventKind::Local:
      return true;
  }
  return true;
}

template <bool kFixed>
bool Instance::compile_threads() {
  for (std::uint32_t t = 0; t < threads; ++t) {
    thread_begin.push_back(static_cast<std::uint32_t>(steps.size()));
    memory_begin.push_back(static_cast<std::uint32_t>(memory_events.size()));
    buffer_begin.push_back(static_cast<std::uint32_t>(buffers.size()));
    epoch_begin.push_back(static_cast<std::uint32_t>(epoch_left.size()));
    epoch_left.push_back(0);
    epoch_ = 0;
    memory_count_ = 0;
    position_ = 0;
    bool in_block = false;
    for (EventId id : execution_->threads[t]) {
      const std::uint32_t event = id.value;
      const bool glued = execution_->events[event].glued;
      if (glued && !in_block) {  // a block begins
        in_block = true;
        Step& block = add_step(StepKind::Atomic, t, event);
        block.wait = model_ == Model::SC ? Wait::Nothing : Wait::AllBuffers;
        block.event_count = 0;
      }
      if (in_block) ++steps.back().event_count;
      const auto next = static_cast<std::uint32_t>(steps.size());
      event_step[event] = in_block ? next - 1 : next;
      if (!compile_event<kFixed>(t, event, in_block)) return false;
      if (!glued) in_block = false;
      ++position_;
    }
  }
  thread_begin.push_back(static_cast<std::uint32_t>(steps.size()));
  memory_begin.push_back(static_cast<std::uint32_t>(memory_events.size()));
  buffer_begin.push_back(static_cast<std::uint32_t>(buffers.size()));
  epoch_begin.push_back(static_cast<std::uint32_t>(epoch_left.size()));
  return true;
}

}  // namespace overtake::consistency
