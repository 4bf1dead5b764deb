// What states remember of the past, and what distinguishes them.
//
// A reads-from class is, for each thread, the sequence of its operations with the event that each
// read obtains its value from, and the outcome of each choice. An event is named by its thread and
// its number there.
//
// Programs that wait have infinitely many executions: a thread may look as often as it likes
// whether what it waits for has come. Executions that differ only in *rounds without effect* are
// the same to us, and are named without these rounds. A round without effect is a part of a
// thread's run from one visit of a loop's head to a later one of the same head, by the same call of
// the same function,
//   - after which the thread is in the same local state: the same calls are active, with the same
//     registers and variables, except for registers of the innermost one whose values cannot be
//     asked for any more, and
//   - in which it had no effect: it only loaded, fenced, waited for a change, failed to
//     compare-and-swap, to lock and to decrement, and did read-modify-writes and compare-and-swaps
//     that put back the value that they found.
// Without such a round the execution is one as well: nothing depends on loads and failed attempts;
// the buffers that a fence or an atomic operation found empty may be emptied without it; and a
// thread that read a value that was put back might have read it where the thread that put it back
// found it. So that is what the name says then (`forget`). Complete executions without any such
// round are what an exploration that stops spinning threads is to visit, each class once.
//
// A thread is a deterministic function of what it obtains, so the marks are a function of the
// history and no part of what distinguishes states.
#include <algorithm>

#include "fuzz/naive_machine.h"

namespace overtake::fuzz::naive {

EventName Machine::event(const State& state, std::uint8_t t) const {
  if (!keeps_past()) return kInitialWrite;
  return static_cast<EventName>((t + 1u) << 8 | state.past.histories[t].events);
}

void Machine::note(State& state, std::uint8_t t, std::uint32_t item) const {
  if (keeps_past()) state.past.histories[t].items.push_back(item);
}

void Machine::note_event(State& state, std::uint8_t t) const {
  if (!keeps_past()) return;
  const Frame& frame = state.threads[t].frame();
  note(state, t, kEvent | static_cast<std::uint32_t>(frame.routine) << 12 | frame.pc);
  if (++state.past.histories[t].events == 0xff) throw TooLarge{};
}

void Machine::note_effect(State& state, std::uint8_t t) const {
  if (keeps_past()) ++state.past.histories[t].effects;
}

void Machine::reads_from(State& state, std::uint8_t t, std::size_t place, std::size_t count,
                         EventName writer) const {
  if (!keeps_past()) return;
  note(state, t, kPlace | static_cast<std::uint32_t>(count << 16 | place));
  note(state, t, kSource | writer);
}

void Machine::reads_from(State& state, std::uint8_t t, std::size_t place,
                         std::span<const EventName> writers) const {
  if (!keeps_past()) return;
  if (std::ranges::all_of(writers, [&](EventName w) { return w == writers[0]; }))
    return reads_from(state, t, place, writers.size(), writers[0]);
  for (std::size_t i = 0; i < writers.size(); ++i) reads_from(state, t, place + i, 1, writers[i]);
}

void Machine::writes(State& state, std::size_t place, EventName writer) const {
  if (!keeps_past()) return;
  state.past.writers[place] = writer;
  if (!options_.traces) return;
  std::vector<std::uint32_t>& written = state.past.written;
  const auto next = static_cast<std::uint32_t>(place + 1) << 16;  // the first of the next place
  written.insert(
      std::ranges::lower_bound(written, next, {}, [](std::uint32_t w) { return w & 0xffff0000u; }),
      static_cast<std::uint32_t>(place) << 16 | writer);
}

// --- rounds without effect ---------------------------------------------------------------------

std::string Machine::local_state(const ThreadState& thread) const {
  std::string s;
  const auto number = [&](std::uint64_t v) {
    s.append(reinterpret_cast<const char*>(&v), sizeof v);
  };
  for (const Frame& f : thread.frames) {
    const Routine& routine = program_.routines[f.routine];
    const bool innermost = &f == &thread.frames.back();
    number(f.routine);
    number(f.pc);
    for (std::uint32_t r = 0; r < routine.registers; ++r)
      if (!innermost || (routine.live[f.pc] >> r & 1) != 0) number(f.registers[r]);
    for (std::uint32_t v = 0; v < routine.variables; ++v) number(f.variables[v]);
    for (const Target& p : f.pointers) number(p.shared << 16 | p.frame << 8 | p.number);
  }
  return s;
}

void Machine::at_head(State& state, std::uint8_t t) const {
  if (!options_.classes) return;
  const ThreadState& thread = state.threads[t];
  History& history = state.past.histories[t];
  const auto depth = static_cast<std::uint16_t>(thread.frames.size());
  const std::uint16_t pc = thread.frame().pc;
  std::vector<Mark>& marks = history.marks;
  const auto here =
      std::ranges::find_if(marks, [&](const Mark& m) { return m.frame == depth && m.pc == pc; });
  const Mark now{.frame = depth,
                 .pc = pc,
                 .items = static_cast<std::uint32_t>(history.items.size()),
                 .events = history.events,
                 .effects = history.effects,
                 .local = local_state(thread)};
  if (here == marks.end()) {
    while (!marks.empty() && marks.back().frame > depth) marks.pop_back();
    marks.push_back(now);
    return;
  }
  marks.erase(here + 1, marks.end());
  Mark& mark = marks.back();
  if (mark.effects != now.effects || mark.local != now.local) {
    mark = now;
    return;
  }
  forget(state, t, Mark(mark));
}

// Takes the thread's events since the mark out of everything that is remembered.
void Machine::forget(State& state, std::uint8_t t, const Mark& mark) const {
  History& history = state.past.histories[t];
  // Where those that put back a value had found it: one word, written by one event.
  std::vector<EventName> sources(history.events + std::size_t{1}, kInitialWrite);
  std::size_t event = mark.events;
  for (std::size_t i = mark.items; i < history.items.size(); ++i) {
    const std::uint32_t item = history.items[i];
    if ((item & kItemKind) == kEvent) ++event;
    if ((item & kItemKind) == kSource) sources[event] = static_cast<EventName>(item & 0xffffu);
  }
  const auto original = [&](EventName name) {
    while (name >> 8 == t + 1u && (name & 0xffu) > mark.events) name = sources[name & 0xffu];
    return name;
  };
  for (EventName& w : state.past.writers) w = original(w);
  for (History& h : state.past.histories)
    for (std::uint32_t& item : h.items)
      if ((item & kItemKind) == kSource)
        item = kSource | original(static_cast<EventName>(item & 0xffffu));
  history.items.resize(mark.items);
  history.events = mark.events;
}

// --- names -------------------------------------------------------------------------------------

std::string Machine::class_of(const State& state) const {
  std::string name;
  for (std::size_t t = 0; t < program_.threads; ++t) {
    const History& h = state.past.histories[t];
    name += static_cast<char>(state.threads[t].status == Status::NotStarted);
    name.append(reinterpret_cast<const char*>(h.items.data()), h.items.size() * sizeof(h.items[0]));
    name += "||||";
  }
  return name;
}

std::string Machine::trace_of(const State& state) const {
  const std::vector<std::uint32_t>& written = state.past.written;
  return class_of(state).append(reinterpret_cast<const char*>(written.data()),
                                written.size() * sizeof(written[0]));
}

std::string Machine::key(const State& state) const {
  std::string k;
  k.reserve(160);
  const auto bytes = [&](const auto& data, std::size_t count) {
    k.append(reinterpret_cast<const char*>(data.data()), count * sizeof(data[0]));
  };
  const auto number = [&](std::uint64_t v, unsigned size) {
    for (unsigned i = 0; i < size; ++i) k.push_back(static_cast<char>(v >> (8 * i)));
  };
  bytes(state.memory, 4 * program_.cells);
  bytes(state.holder, sketch_.mutexes);
  bytes(state.semaphores, sketch_.semaphores.size());
  bytes(state.waiters, sketch_.conditions);
  bytes(state.arrived, sketch_.barriers.size());
  bytes(state.round, sketch_.barriers.size());
  number(state.freed, 4);
  number(state.section, 1);
  for (const ThreadState& thread : state.threads) {
    number(static_cast<std::uint8_t>(thread.status), 1);
    if (thread.status == Status::NotStarted) continue;
    number(static_cast<std::uint8_t>(thread.error), 1);
    number(thread.number, 1);
    number(thread.children, 1);
    number(thread.scratch, 1);
    number(thread.frames.size(), 1);
    for (const Frame& f : thread.frames) {
      const Routine& routine = program_.routines[f.routine];
      number(f.routine, 1);
      number(f.dst, 1);
      number(f.pc, 2);
      bytes(f.registers, routine.registers);
      bytes(f.variables, routine.variables);
      if (f.routine >= program_.threads)
        for (const Target& p : f.pointers) number(p.shared << 16 | p.frame << 8 | p.number, 3);
      if (options_.unroll != 0) bytes(f.iterations, routine.loops);
    }
    number(thread.buffer.size(), 1);
    for (const Entry& e : thread.buffer) {
      number(e.address, 1);
      number(e.size, 1);
      number(e.value, 4);
      if (keeps_past()) number(e.writer, 2);
    }
  }
  if (!keeps_past()) return k;
  bytes(state.past.writers, state.past.writers.size());
  bytes(state.past.wakers, state.past.wakers.size());
  return k + trace_of(state);
}

}  // namespace overtake::fuzz::naive
