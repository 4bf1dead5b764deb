// Memory, buffers and accesses.
#include "fuzz/naive_machine.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"

namespace overtake::fuzz::naive {

Machine::Machine(const Sketch& sketch, const NaiveOptions& options)
    : sketch_(sketch), options_(options), program_(flatten(sketch)) {
  const std::size_t objects = std::max({std::size_t{sketch.mutexes}, sketch.semaphores.size(),
                                        std::size_t{sketch.conditions}, sketch.barriers.size()});
  bool fits = program_.threads <= kMaxThreads && program_.cells <= kMaxCells &&
              objects <= kMaxObjects && program_.routines.size() < 256;
  for (const Routine& r : program_.routines)
    fits = fits && r.registers <= kRegisters && r.variables <= kMaxVariables &&
           r.loops <= kMaxLoops && r.code.size() < 4096;
  for (const Function& f : sketch.functions) fits = fits && f.pointers <= kMaxPointers;
  if (!fits) throw TooLarge{};
}

State Machine::initial() const {
  State state;
  state.threads.resize(program_.threads);
  if (keeps_past()) {
    state.past.histories.resize(program_.threads);
    state.past.wakers.resize(program_.threads);
    state.past.writers.resize(condition_place(kMaxObjects));
  }
  for (std::size_t i = 0; i < sketch_.locations.size(); ++i)
    for (std::size_t b = 0; b < 4; ++b)
      state.memory[4 * i + b] = static_cast<std::uint8_t>(sketch_.locations[i] >> (8 * b));
  for (std::size_t i = 0; i < sketch_.semaphores.size(); ++i)
    state.semaphores[i] = static_cast<std::uint8_t>(sketch_.semaphores[i]);
  for (std::size_t t = 0; t < program_.threads; ++t)
    state.threads[t].frames = {{.routine = static_cast<std::uint8_t>(t)}};
  state.threads[0].status = Status::Running;
  local_work(state, 0);
  return state;
}

void Machine::for_each_step(const State& state, const std::function<void(State)>& visit) const {
  for (std::size_t i = 0; i < program_.threads; ++i) {
    const auto t = static_cast<std::uint8_t>(i);
    if (state.section != kNobody && state.section != t) continue;
    if (state.threads[t].status == Status::Running) {
      const std::uint32_t choices = alternatives(state, t);
      for (std::uint32_t choice = 0; choice < choices; ++choice) {
        State next = state;
        if (step(next, t, choice)) visit(std::move(next));
      }
    }
    for (std::size_t i = 0; i < state.threads[t].buffer.size(); ++i) {
      if (!may_drain(state.threads[t], i)) continue;
      State next = state;
      drain(next, t, i);
      visit(std::move(next));
    }
  }
}

// --- buffers -----------------------------------------------------------------------------------

bool Machine::may_drain(const ThreadState& thread, std::size_t i) const {
  if (options_.model == Model::TSO) return i == 0;
  if (thread.buffer[i].size == 0) return false;
  for (std::size_t older = 0; older < i; ++older)
    if (thread.buffer[older].size == 0 || thread.buffer[older].overlaps(thread.buffer[i]))
      return false;
  return true;
}

void Machine::drain(State& state, std::uint8_t t, std::size_t i) const {
  std::vector<Entry>& buffer = state.threads[t].buffer;
  write(state, buffer[i]);
  buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(i));
  while (!buffer.empty() && buffer.front().size == 0) buffer.erase(buffer.begin());
}

void Machine::push(ThreadState& thread, Entry entry) const {
  if (thread.buffer.size() == kMaxBuffer) throw TooLarge{};
  thread.buffer.push_back(entry);
}

void Machine::write(State& state, const Entry& e) const {
  for (std::uint32_t i = 0; i < e.size; ++i) {
    state.memory[e.address + i] = static_cast<std::uint8_t>(e.value >> (8 * i));
    writes(state, e.address + i, e.writer);
  }
}

// What an atomic access obtains: memory, whatever is buffered.
std::uint32_t Machine::read_memory(State& state, std::uint8_t t, std::uint32_t address,
                                   std::uint32_t size) const {
  if (keeps_past())
    reads_from(state, t, address, std::span(state.past.writers).subspan(address, size));
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < size; ++i)
    value |= std::uint32_t{state.memory[address + i]} << (8 * i);
  return value;
}

// What a load obtains: byte by byte the newest own buffered store, else memory.
std::uint32_t Machine::read(State& state, std::uint8_t t, std::uint32_t address,
                            std::uint32_t size) const {
  std::uint32_t value = 0;
  std::array<EventName, 4> writers{};
  for (std::uint32_t i = 0; i < size; ++i) {
    std::uint8_t byte = state.memory[address + i];
    EventName writer = keeps_past() ? state.past.writers[address + i] : kInitialWrite;
    for (const Entry& entry : state.threads[t].buffer) {
      if (!entry.covers(address + i)) continue;
      byte = static_cast<std::uint8_t>(entry.value >> (8 * (address + i - entry.address)));
      writer = entry.writer;
    }
    writers[i] = writer;
    value |= std::uint32_t{byte} << (8 * i);
  }
  reads_from(state, t, address, std::span(writers).first(size));
  return value;
}

// In an atomic section stores reach memory at once.
void Machine::store(State& state, std::uint8_t t, Entry entry) const {
  entry.writer = event(state, t);
  note_effect(state, t);
  if (options_.model == Model::SC || state.section == t) {
    write(state, entry);
  } else {
    push(state.threads[t], entry);
  }
}

namespace {

bool releases(ir::Order order) { return order == ir::Order::Release || order == ir::Order::AcqRel; }

}  // namespace

// Only PSO has such fences, and two in a row, or one before all stores, say nothing new.
void Machine::fence_stores(ThreadState& thread) const {
  if (options_.model == Model::PSO && !thread.buffer.empty() && thread.buffer.back().size != 0)
    push(thread, Entry{});
}

// Whether an atomic access to the bytes of `entry` must still wait for the thread's own stores. A
// compare-and-swap that fails does not; if it releases, it leaves a fence between stores, since
// that is compiled before it, whether it succeeds or not.
bool Machine::rmw_waits(const ThreadState& thread, const Entry& entry, ir::Order order,
                        bool writes) const {
  if (thread.buffer.empty()) return false;
  if (!options_.model.drains_location_only()) return true;
  if (order == ir::Order::SeqCst) return true;
  if (releases(order) && writes) return true;
  return std::ranges::any_of(
      thread.buffer, [&](const Entry& e) { return e.overlaps(entry) || (e.size == 0 && writes); });
}

// --- steps -------------------------------------------------------------------------------------

std::uint32_t Machine::alternatives(const State& state, std::uint8_t t) const {
  const Micro& m = next(state.threads[t]);
  if (m.what == Do::Choose) return m.from->value.constant;
  if (m.what == Do::Signal)
    return std::max(1u, static_cast<std::uint32_t>(std::popcount(state.waiters[m.number])));
  return 1;
}

void Machine::fail(State& state, std::uint8_t t, ir::ErrorKind kind) const {
  note(state, t, kError | static_cast<std::uint32_t>(kind));
  state.threads[t].error = kind;
  stop(state, t, Status::Failed);
}

// The thread's next step, and the local work after it. False if it cannot happen now.
bool Machine::step(State& state, std::uint8_t t, std::uint32_t choice) const {
  ThreadState& thread = state.threads[t];
  const Micro& m = next(thread);
  note_event(state, t);
  if (!perform(state, t, m, choice)) return false;
  if (thread.status != Status::Running) return true;
  ++thread.frame().pc;
  local_work(state, t);
  return true;
}

bool Machine::perform(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const {
  ThreadState& thread = state.threads[t];
  switch (m.what) {
    case Do::Load:
    case Do::Store:
    case Do::Add:
    case Do::Exchange:
    case Do::Or:
    case Do::And:
    case Do::Cas:
      return access(state, t, m);
    case Do::StorePointer:
    case Do::LoadPointer:
    case Do::HeapLoad:
    case Do::HeapStore:
    case Do::HeapFree:
      return heap_access(state, t, m);
    case Do::StoreFence:
      fence_stores(thread);
      return true;
    case Do::SectionEnd:
      state.section = kNobody;
      return true;
    case Do::Choose:
      note(state, t, kChoice | choice);
      note_effect(state, t);
      thread.frame().registers[m.from->dst] = choice;
      return true;
    // Everything else is a full fence.
    default:
      return thread.buffer.empty() && synchronize(state, t, m, choice);
  }
}

Target Machine::target_of(const ThreadState& thread, Space space, std::uint8_t number) const {
  switch (space) {
    case Space::Shared:
      return {true, 0, number};
    case Space::Variable:
      return {false, static_cast<std::uint8_t>(thread.frames.size() - 1), number};
    case Space::Pointer:
      return thread.frame().pointers[number];
  }
  throw InternalError("naive machine: no such space");
}

// What a read-modify-write leaves in its word.
static std::uint32_t result_of(Do what, std::uint32_t old, std::uint32_t value) {
  switch (what) {
    case Do::Add:
      return old + value;
    case Do::Or:
      return old | value;
    case Do::And:
      return old & value;
    default:
      return value;
  }
}

bool Machine::access(State& state, std::uint8_t t, const Micro& m) const {
  ThreadState& thread = state.threads[t];
  const Statement& s = *m.from;
  const Target target = target_of(thread, s.space, s.target);
  if (!target.shared) return local_access(state, t, m, target);
  Frame& frame = thread.frame();
  Entry entry{static_cast<std::uint8_t>(4 * target.number + s.offset), s.size,
              truncated(evaluate(frame, s.value), s.size)};
  if (m.what == Do::Load) {
    frame.registers[s.dst] = read(state, t, entry.address, s.size);
    return true;
  }
  if (m.what == Do::Store) {
    store(state, t, entry);
    return true;
  }
  const std::uint32_t old = read_memory(state, t, entry.address, s.size);
  const bool writes = m.what != Do::Cas || old == truncated(evaluate(frame, s.expected), s.size);
  if (rmw_waits(thread, entry, s.order, writes)) return false;
  if (m.what != Do::Cas) entry.value = truncated(result_of(m.what, old, entry.value), s.size);
  entry.writer = event(state, t);
  if (writes && entry.value != old) note_effect(state, t);
  if (writes) write(state, entry);
  if (!writes && releases(s.order)) fence_stores(thread);
  frame.registers[s.dst] = old;
  return true;
}

// Variables are not shared: no other thread sees what is stored in them. Atomic operations on
// them drain the buffers like any other.
bool Machine::local_access(State& state, std::uint8_t t, const Micro& m,
                           const Target& target) const {
  ThreadState& thread = state.threads[t];
  const Statement& s = *m.from;
  Frame& frame = thread.frame();
  std::uint32_t& variable = thread.frames[target.frame].variables[target.number];
  const std::uint32_t value = evaluate(frame, s.value);
  const std::uint32_t old = variable;
  switch (m.what) {
    case Do::Load:
      frame.registers[s.dst] = old;
      return true;
    case Do::Store:
      variable = value;
      return true;
    default: {
      const bool writes = m.what != Do::Cas || old == evaluate(frame, s.expected);
      if (rmw_waits(thread, Entry{}, s.order, writes)) return false;
      if (writes) variable = result_of(m.what, old, value);
      if (!writes && releases(s.order)) fence_stores(thread);
      frame.registers[s.dst] = old;
      return true;
    }
  }
}

bool Machine::heap_access(State& state, std::uint8_t t, const Micro& m) const {
  ThreadState& thread = state.threads[t];
  if (m.what == Do::StorePointer) {
    store(state, t, {static_cast<std::uint8_t>(4 * (m.number & 0xff)), 4, m.number >> 8});
    return true;
  }
  if (m.what == Do::LoadPointer) {
    thread.scratch = static_cast<std::uint8_t>(read(state, t, 4 * m.number, 4));
    return true;
  }
  const std::uint8_t cell = thread.scratch;  // 0 is null: objects come after the slots
  const bool freed = (state.freed >> cell & 1) != 0;
  if (m.what == Do::HeapFree) {
    note_effect(state, t);
    if (freed) fail(state, t, ir::ErrorKind::DoubleFree);
    if (cell != 0) state.freed |= 1u << cell;
  } else if (cell == 0) {
    fail(state, t, ir::ErrorKind::NullDereference);
  } else if (freed) {
    fail(state, t, ir::ErrorKind::UseAfterFree);
  } else if (m.what == Do::HeapLoad) {
    thread.frame().registers[m.from->dst] = read(state, t, 4u * cell, 4);
  } else {
    store(state, t,
          {static_cast<std::uint8_t>(4 * cell), 4, evaluate(thread.frame(), m.from->value)});
  }
  thread.scratch = 0;
  return true;
}

}  // namespace overtake::fuzz::naive
