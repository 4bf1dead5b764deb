#include "naive_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <tuple>

#include "naive_steps.h"

namespace overtake::timed {

namespace {

struct Buffered {
  std::uint8_t location, value, time;
  auto operator<=>(const Buffered&) const = default;
};

struct Word {  // a location, or a primitive
  std::uint8_t value = 0;
  std::uint8_t time = 0;
  auto operator<=>(const Word&) const = default;
};

struct ThreadState {
  enum Status : std::uint8_t { NotStarted, Running, Ended } status = NotStarted;
  std::uint16_t pc = 0;
  std::uint8_t time = 0;
  std::uint8_t woken_at = 0;
  std::uint8_t round = 0;
  std::uint8_t last_clock = 0;
  std::array<std::uint8_t, kRegisters + 1> registers{};
  std::vector<Buffered> buffer;
  auto operator<=>(const ThreadState&) const = default;
};

struct State {
  std::array<Word, 2> locations{}, mutexes{};
  Word semaphore, condition,
      barrier;  // the barrier's: how many have arrived, and the latest of them
  std::uint8_t round = 0;
  std::array<std::uint8_t, 4> round_times{};
  std::vector<ThreadState> threads;
  auto operator<=>(const State&) const = default;
};

class Machine {
 public:
  Machine(const TimedProgram& program, Model model) : program_(program), model_(model) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      Flattener f;
      if (t == 0)
        for (std::size_t c = 1; c < program.threads.size(); ++c) {
          f.add({Do::Sleep, 0, 0, program.delay});
          f.add({Do::Spawn, static_cast<std::uint8_t>(c)});
        }
      f.block(program.threads[t], 0);
      if (t == 0)
        for (std::size_t c = 1; c < program.threads.size(); ++c)
          f.add({Do::Join, static_cast<std::uint8_t>(c)});
      f.add({Do::LastClock});
      f.add({Do::Finish});
      code_.push_back(std::move(f.code));
    }
  }

  std::set<std::string> run() {
    State start;
    start.threads.resize(code_.size());
    begin(start, 0, 0);
    visit(std::move(start));
    while (!todo_.empty()) {
      const State state = todo_.back();
      todo_.pop_back();
      expand(state);
    }
    return std::move(outcomes_);
  }

 private:
  void visit(State state) {
    if (seen_.insert(state).second) todo_.push_back(std::move(state));
  }

  void expand(const State& state) {
    bool maximal = true;
    const auto go = [&](State next) {
      maximal = false;
      visit(std::move(next));
    };
    for (std::size_t t = 0; t < code_.size(); ++t) {
      const ThreadState& thread = state.threads[t];
      for (std::size_t e = 0; e < thread.buffer.size(); ++e) {
        bool first = true;
        for (std::size_t older = 0; older < e; ++older)
          first = first && model_ == Model::PSO &&
                  thread.buffer[older].location != thread.buffer[e].location;
        if (!first) continue;
        State next = state;
        const Buffered b = thread.buffer[e];
        next.locations[b.location] = {b.value, b.time};
        next.threads[t].buffer.erase(next.threads[t].buffer.begin() + static_cast<long>(e));
        go(std::move(next));
      }
      if (thread.status != ThreadState::Running) continue;
      const std::uint32_t choices = code_[t][thread.pc].what == Do::Signal
                                        ? std::max(1, std::popcount(state.condition.value))
                                        : 1;
      for (std::uint32_t c = 0; c < choices; ++c) {
        State next = state;
        if (!step(next, t, c)) continue;
        ++next.threads[t].pc;
        local(next.threads[t], t);
        go(std::move(next));
      }
    }
    if (maximal) outcomes_.insert(outcome(state));
  }

  void begin(State& state, std::size_t t, std::uint8_t time) {
    state.threads[t].status = ThreadState::Running;
    state.threads[t].time = time;
    local(state.threads[t], t);
  }

  void local(ThreadState& t, std::size_t number) const {
    for (;; ++t.pc) {
      const Step& s = code_[number][t.pc];
      const auto skip = [&] { t.pc = static_cast<std::uint16_t>(s.to - 1); };
      switch (s.what) {
        case Do::Sleep:
          t.time = static_cast<std::uint8_t>(t.time + s.value);
          break;
        case Do::SleepUntil:
          t.time = std::max(t.time, s.value);
          break;
        case Do::Clock:
          t.registers[s.dst] = t.time;
          break;
        case Do::LastClock:
          t.last_clock = t.time;
          break;
        case Do::Increment:
          ++t.registers[s.dst];
          break;
        case Do::SkipUnlessLess:
          if (t.registers[s.dst] >= s.value) skip();
          break;
        case Do::SkipIfZero:
          if (t.registers[s.dst] == 0) skip();
          break;
        case Do::SkipIfOne:
          if (t.registers[s.dst] == 1) skip();
          break;
        case Do::Jump:
          skip();
          break;
        default:
          return;
      }
    }
  }

  // False: it cannot happen now.
  bool step(State& state, std::size_t number, std::uint32_t choice) {
    ThreadState& t = state.threads[number];
    const Step& s = code_[number][t.pc];
    const auto me = static_cast<std::uint8_t>(1u << number);
    const auto learn = [&](const Word& w) { t.time = std::max(t.time, w.time); };
    const auto set = [&](Word& w, std::uint32_t value) {
      learn(w);
      w = {static_cast<std::uint8_t>(value), t.time};
    };
    if (s.what == Do::Load) {
      const auto own = std::find_if(t.buffer.rbegin(), t.buffer.rend(),
                                    [&](const Buffered& b) { return b.location == s.target; });
      if (own == t.buffer.rend()) learn(state.locations[s.target]);
      t.registers[s.dst] = own == t.buffer.rend() ? state.locations[s.target].value : own->value;
      return true;
    }
    if (s.what == Do::Store) {
      if (model_ == Model::SC)
        state.locations[s.target] = {s.value, t.time};
      else
        t.buffer.push_back({s.target, s.value, t.time});
      return true;
    }
    if (!t.buffer.empty()) return false;  // everything else is a full fence
    Word& mutex = state.mutexes[s.target % 2];
    switch (s.what) {
      case Do::Add: {
        Word& x = state.locations[s.target];
        t.registers[s.dst] = x.value;
        set(x, x.value + 1u);
        return true;
      }
      case Do::Fence:
        return true;
      case Do::Lock:
        if (mutex.value != 0) return false;
        set(mutex, 1);
        return true;
      case Do::TryLock:
        t.registers[s.dst] = mutex.value == 0 ? 1 : 0;
        if (mutex.value == 0)
          set(mutex, 1);
        else
          learn(mutex);
        return true;
      case Do::Unlock:
        mutex = {0, t.time};
        return true;
      case Do::SemPost:
        set(state.semaphore, state.semaphore.value + 1u);
        return true;
      case Do::SemWait:
        if (state.semaphore.value == 0) return false;
        set(state.semaphore, state.semaphore.value - 1u);
        return true;
      case Do::TrySem:
        t.registers[s.dst] = state.semaphore.value == 0 ? 0 : 1;
        if (state.semaphore.value != 0)
          set(state.semaphore, state.semaphore.value - 1u);
        else
          learn(state.semaphore);
        return true;
      case Do::Enqueue:
        set(state.condition, state.condition.value | me);
        return true;
      case Do::Woken:
        if ((state.condition.value & me) != 0) return false;
        t.time = std::max(t.time, t.woken_at);
        t.woken_at = 0;
        return true;
      case Do::Cancel: {
        const bool waits = (state.condition.value & me) != 0;
        t.registers[s.dst] = waits ? 1 : 0;
        if (waits)
          set(state.condition, state.condition.value & static_cast<std::uint8_t>(~me));
        else
          learn(state.condition);
        t.woken_at = 0;
        return true;
      }
      case Do::Signal: {
        std::uint32_t woken = state.condition.value;
        for (std::uint32_t i = 0; i < choice; ++i) woken &= woken - 1;
        woken &= ~(woken - 1);
        set(state.condition, state.condition.value & ~woken);
        wake(state, woken, t.time);
        return true;
      }
      case Do::Broadcast: {
        const std::uint32_t woken = state.condition.value;
        set(state.condition, 0);
        wake(state, woken, t.time);
        return true;
      }
      case Do::Arrive:
        t.round = state.round;
        state.barrier.time = std::max(state.barrier.time, t.time);
        if (++state.barrier.value == program_.barrier) {
          state.round_times[state.round++] = state.barrier.time;
          state.barrier = {};
        }
        return true;
      case Do::Leave:
        if (state.round <= t.round) return false;
        t.time = std::max(t.time, state.round_times[t.round]);
        return true;
      case Do::Spawn:
        begin(state, s.target, t.time);
        return true;
      case Do::Join:
        if (state.threads[s.target].status != ThreadState::Ended) return false;
        t.time = std::max(t.time, state.threads[s.target].time);
        return true;
      case Do::Finish:
        t.status = ThreadState::Ended;
        --t.pc;
        return true;
      default:
        throw std::logic_error("a step of no kind");
    }
  }

  static void wake(State& state, std::uint32_t woken, std::uint8_t time) {
    for (std::size_t t = 0; t < state.threads.size(); ++t)
      if ((woken >> t & 1) != 0) state.threads[t].woken_at = time;
  }

  static std::string outcome(const State& state) {
    std::string out;
    for (const ThreadState& t : state.threads) {
      if (t.status == ThreadState::NotStarted) continue;
      if (t.status != ThreadState::Ended) {
        out += "stuck ";
        continue;
      }
      std::uint64_t result = 1;
      for (std::uint8_t r = 0; r < kRegisters; ++r) result = result * 256 + t.registers[r];
      out += fmt::format("{:x} ", result * 256 + t.last_clock);
    }
    return out;
  }

  const TimedProgram& program_;
  const Model model_;
  std::vector<std::vector<Step>> code_;
  std::set<State> seen_;
  std::vector<State> todo_;
  std::set<std::string> outcomes_;
};

}  // namespace

std::set<std::string> naive_outcomes(const TimedProgram& program, Model model) {
  return Machine(program, model).run();
}

}  // namespace overtake::timed
