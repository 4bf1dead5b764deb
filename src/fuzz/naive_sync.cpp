// Synchronization: mutexes, semaphores, conditions, barriers, threads. All of them are full fences.
#include "base/error.h"
#include "fuzz/naive_machine.h"

namespace overtake::fuzz::naive {

bool Machine::synchronize(State& state, std::uint8_t t, const Micro& m,
                          std::uint32_t choice) const {
  ThreadState& thread = state.threads[t];
  switch (m.what) {
    case Do::FullFence:
      return true;
    case Do::SectionBegin:
      state.section = t;
      return true;
    case Do::Await: {
      const Statement& s = *m.from;
      const std::uint32_t now = read_memory(state, t, 4u * s.target + s.offset, s.size);
      if (now == truncated(evaluate(thread.frame(), s.value), s.size)) return false;
      thread.frame().registers[s.dst] = now;
      return true;
    }
    case Do::Lock:
    case Do::TryLock:
    case Do::Unlock:
      return mutex(state, t, m);
    case Do::SemWait:
    case Do::SemTryWait:
    case Do::SemPost:
      return semaphore(state, t, m);
    case Do::Enqueue:
    case Do::Woken:
    case Do::Signal:
    case Do::Broadcast:
      return condition(state, t, m, choice);
    case Do::Arrive:
    case Do::Round:
      return barrier(state, t, m);
    case Do::Spawn: {
      note_effect(state, t);
      ThreadState& child = state.threads[m.number];
      child.status = Status::Running;
      child.parent = t;
      child.number = ++thread.children;
      local_work(state, static_cast<std::uint8_t>(m.number));
      return true;
    }
    case Do::Join:
      if (state.threads[m.number].status != Status::Ended) return false;
      note_effect(state, t);
      if (m.from != nullptr)
        thread.frame().registers[m.from->dst] =
            static_cast<std::uint32_t>(thread_result(state, m.number));
      return true;
    case Do::Finish:
      thread.status = Status::Ended;
      return true;
    default:
      throw InternalError("naive machine: unexpected step");
  }
}

// Each primitive is a word: an operation reads it, and most write it.
bool Machine::mutex(State& state, std::uint8_t t, const Micro& m) const {
  std::uint8_t& holder = state.holder[m.number];
  const std::size_t place = mutex_place(m.number);
  const auto read = [&] {
    if (keeps_past()) reads_from(state, t, place, 1, state.past.writers[place]);
  };
  const auto written = [&] {
    note_effect(state, t);
    writes(state, place, event(state, t));
  };
  switch (m.what) {
    case Do::Lock:
      if (holder != 0) return false;
      read();
      written();
      holder = t + 1;
      return true;
    case Do::TryLock:
      read();
      state.threads[t].frame().registers[m.from->dst] = holder == 0;
      if (holder != 0) return true;
      written();
      holder = t + 1;
      return true;
    default:
      if (holder != t + 1) {
        fail(state, t, ir::ErrorKind::UnlockNotHeld);
      } else {
        holder = 0;
        written();  // what it reads is its own
      }
      return true;
  }
}

bool Machine::semaphore(State& state, std::uint8_t t, const Micro& m) const {
  std::uint8_t& count = state.semaphores[m.number];
  const std::size_t place = semaphore_place(m.number);
  if (m.what == Do::SemWait && count == 0) return false;
  if (keeps_past()) reads_from(state, t, place, 1, state.past.writers[place]);
  if (m.what == Do::SemTryWait) {
    state.threads[t].frame().registers[m.from->dst] = count != 0;
    if (count == 0) return true;
  }
  note_effect(state, t);
  writes(state, place, event(state, t));
  if (m.what == Do::SemPost && count == 0xff) throw TooLarge{};
  count = static_cast<std::uint8_t>(m.what == Do::SemPost ? count + 1 : count - 1);
  return true;
}

bool Machine::condition(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const {
  std::uint8_t& waiters = state.waiters[m.number];
  const std::size_t place = condition_place(m.number);
  const auto self = static_cast<std::uint8_t>(1u << t);
  note_effect(state, t);
  if (m.what == Do::Woken) {
    if ((waiters & self) != 0) return false;
    if (keeps_past()) note(state, t, kWoken | state.past.wakers[t]);
    return true;
  }
  if (keeps_past()) reads_from(state, t, place, 1, state.past.writers[place]);
  writes(state, place, event(state, t));
  const std::uint8_t before = waiters;
  if (m.what == Do::Enqueue) {
    waiters |= self;
  } else if (m.what == Do::Broadcast) {
    waiters = 0;
  } else {
    note(state, t, kChoice | choice);
    std::uint32_t left = choice;
    for (std::uint8_t bit = 0; bit < 8; ++bit)
      if ((waiters >> bit & 1) != 0 && left-- == 0) {
        waiters = static_cast<std::uint8_t>(waiters & ~(1u << bit));
        break;
      }
  }
  for (std::size_t other = 0; keeps_past() && other < program_.threads; ++other)
    if (((before & ~waiters) >> other & 1) != 0) state.past.wakers[other] = event(state, t);
  return true;
}

bool Machine::barrier(State& state, std::uint8_t t, const Micro& m) const {
  ThreadState& thread = state.threads[t];
  note_effect(state, t);
  if (m.what == Do::Round) {
    if (state.round[m.number] <= thread.scratch) return false;
    thread.scratch = 0;
    return true;
  }
  // The order of arrivals does not matter.
  note(state, t, kRound | state.round[m.number]);
  thread.scratch = state.round[m.number];
  if (++state.arrived[m.number] == sketch_.barriers[m.number]) {
    state.arrived[m.number] = 0;
    if (++state.round[m.number] == 0xff) throw TooLarge{};
  }
  return true;
}

}  // namespace overtake::fuzz::naive
