// Local work: control, loops, calls, and accesses to a thread's own variables. It is done at once
// after the step before it.
#include <algorithm>

#include "fuzz/naive_machine.h"

namespace overtake::fuzz::naive {

// A fence of which the machine knows nothing.
bool Machine::is_idle_fence(Do what) const {
  return (what == Do::StoreFence && options_.model != Model::PSO) ||
         (what == Do::FullFence && options_.model == Model::SC);
}

bool Machine::is_local_work(const State& state, std::uint8_t t) const {
  const ThreadState& thread = state.threads[t];
  const Micro& m = next(thread);
  // The thread alone knows that it does not have the mutex. Where atomic operations drain their
  // location only, a fence comes first.
  if (m.what == Do::Unlock)
    return state.holder[m.number] != t + 1 && !options_.model.drains_location_only();
  if (m.what == Do::Load || m.what == Do::Store)
    return !target_of(thread, m.from->space, m.from->target).shared;
  return is_local(m.what) || is_idle_fence(m.what);
}

void Machine::local_work(State& state, std::uint8_t t) const {
  ThreadState& thread = state.threads[t];
  while (thread.status == Status::Running && is_local_work(state, t)) {
    const Micro& m = next(thread);
    if (m.what == Do::Unlock) {
      note_event(state, t);
      fail(state, t, ir::ErrorKind::UnlockNotHeld);
    } else if (is_idle_fence(m.what)) {
      note_event(state, t);  // traces of all machines have it
      ++thread.frame().pc;
    } else if (is_local(m.what)) {
      ++thread.frame().pc;
      control(state, t, m);
    } else {
      access(state, t, m);
      ++thread.frame().pc;
    }
  }
}

void Machine::control(State& state, std::uint8_t t, const Micro& m) const {
  ThreadState& thread = state.threads[t];
  Frame& frame = thread.frame();
  const auto jump = [&] { frame.pc = static_cast<std::uint16_t>(m.number); };
  switch (m.what) {
    case Do::Branch:
      if (!holds(frame, m.from->condition)) jump();
      return;
    case Do::Jump:
      return jump();
    case Do::Assume:
      if (!holds(frame, m.from->condition)) stop(state, t, Status::Assumed);
      return;
    case Do::Assert:
      if (!holds(frame, m.from->condition)) fail(state, t, ir::ErrorKind::Assertion);
      return;
    case Do::Set:
      frame.registers[m.from->dst] = evaluate(frame, m.from->value);
      return;
    case Do::Mask:
      frame.registers[m.from->dst] = evaluate(frame, m.from->value) & m.from->expected.constant;
      return;
    case Do::Zero:
      frame.registers[m.from->dst] = 0;
      return;
    case Do::Reached:
      if (frame.registers[m.from->dst] == m.from->value.constant) jump();
      return;
    case Do::Next:
      ++frame.registers[m.from->dst];
      return;
    case Do::Enter:
      frame.iterations[m.number] = 0;
      return;
    case Do::Head:
      return at_head(state, t);
    case Do::Count:
      return count_iteration(state, t, m);
    case Do::Guard:
      if (frame.registers[0] == 0) jump();
      return;
    case Do::Call:
    case Do::CallSelf:
      return call(thread, m);
    case Do::Return:
      return return_from(thread, m.from == nullptr ? 0 : evaluate(frame, m.from->value));
    default:
      return stop(state, t, Status::Exited);
  }
}

// The thread that would begin more iterations than it may stops. A For has a bound of its own.
void Machine::count_iteration(State& state, std::uint8_t t, const Micro& m) const {
  if (options_.unroll == 0 || m.from->kind == Kind::For) return;
  Frame& frame = state.threads[t].frame();
  if (frame.iterations[m.number] == options_.unroll) return stop(state, t, Status::Bounded);
  ++frame.iterations[m.number];
}

void Machine::call(ThreadState& thread, const Micro& m) const {
  if (thread.frames.size() == kMaxFrames) throw TooLarge{};
  const Statement& s = *m.from;
  Frame callee{.routine = static_cast<std::uint8_t>(m.number), .dst = s.dst};
  for (std::size_t i = 0; i < s.arguments.size(); ++i)
    callee.registers[i] = evaluate(thread.frame(), s.arguments[i]);
  if (m.what == Do::CallSelf) callee.registers[0] = thread.frame().registers[0] - 1;
  for (std::size_t i = 0; i < s.pointers.size(); ++i)
    callee.pointers[i] = target_of(thread, s.pointers[i].space, s.pointers[i].target);
  thread.frames.push_back(callee);
}

void Machine::return_from(ThreadState& thread, std::uint32_t value) const {
  const std::uint8_t dst = thread.frame().dst;
  thread.frames.pop_back();
  thread.frame().registers[dst] = value;
}

void Machine::stop(State& state, std::uint8_t t, Status status) const {
  state.threads[t].status = status;
  // Nothing comes after a false assume, or exit, in an atomic section.
  if (state.section == t && status != Status::Assumed && status != Status::Exited)
    state.section = kNobody;
}

// --- what is left at the end -------------------------------------------------------------------

std::uint64_t Machine::thread_result(const State& state, std::size_t t) const {
  std::uint64_t result = t;
  for (std::uint32_t r = 0; r < program_.routines[t].results; ++r)
    result = result * 256 + state.threads[t].frames.front().registers[r];
  return result;
}

namespace {

std::string name(const State& state, std::size_t t) {
  if (t == 0) return "main";
  const ThreadState& thread = state.threads[t];
  if (thread.parent == 0) return "T" + std::to_string(thread.number);
  return name(state, thread.parent) + "." + std::to_string(thread.number);
}

Ending ending_of(Status status) {
  switch (status) {
    case Status::Running:
      return Ending::Stuck;
    case Status::Failed:
      return Ending::Failed;
    case Status::Assumed:
      return Ending::Assumed;
    case Status::Exited:
      return Ending::Exited;
    case Status::Bounded:
      return Ending::Bounded;
    default:
      return Ending::Ended;
  }
}

}  // namespace

bool Machine::awaits(const State& state) const {
  const auto awaits = [&](const ThreadState& t) {
    return t.status == Status::Running && next(t).what == Do::Await;
  };
  if (state.section != kNobody) return awaits(state.threads[state.section]);
  return std::ranges::any_of(state.threads, awaits);
}

Outcome Machine::outcome(const State& state, bool memory) const {
  Outcome o;
  for (std::size_t t = 0; t < program_.threads; ++t) {
    const ThreadState& thread = state.threads[t];
    if (thread.status == Status::NotStarted) continue;
    ThreadOutcome to{.name = name(state, t), .ending = ending_of(thread.status)};
    if (to.ending == Ending::Ended) to.result = thread_result(state, t);
    if (to.ending == Ending::Failed) to.error = thread.error;
    o.threads.push_back(std::move(to));
  }
  std::sort(o.threads.begin(), o.threads.end());
  const std::size_t cells = memory ? sketch_.locations.size() + sketch_.slots : 0;
  for (std::size_t i = 0; i < cells; ++i) {
    std::uint32_t v = 0;
    for (std::size_t b = 0; b < 4; ++b) v |= std::uint32_t{state.memory[4 * i + b]} << (8 * b);
    o.memory.push_back(i < sketch_.locations.size() ? v : v != 0);
  }
  return o;
}

}  // namespace overtake::fuzz::naive
