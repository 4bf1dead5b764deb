#include "fuzz/naive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <unordered_set>

#include "base/error.h"
#include "fuzz/naive_program.h"
#include "fuzz/naive_state.h"

namespace overtake::fuzz {

namespace {

using namespace naive;

class Machine {
 public:
  Machine(const Sketch& sketch, const NaiveOptions& options) : sketch_(sketch), options_(options) {
    Program program = flatten(sketch);
    cells_ = program.cells;
    code_ = std::move(program.code);
    for (const Block& thread : sketch.threads) registers_.push_back(register_count(thread));
    if (sketch.threads.size() > kMaxThreads || cells_ > kMaxCells ||
        *std::max_element(registers_.begin(), registers_.end()) > kMaxRegisters ||
        std::max({std::size_t{sketch.mutexes}, sketch.semaphores.size(),
                  std::size_t{sketch.conditions}, sketch.barriers.size()}) > kMaxObjects)
      throw InputError("sketch is too large for the naive machine");
  }

  NaiveResult run() {
    State initial;
    for (std::size_t i = 0; i < sketch_.locations.size(); ++i)
      write(initial, {static_cast<std::uint8_t>(4 * i), 4, sketch_.locations[i]});
    for (std::size_t i = 0; i < sketch_.semaphores.size(); ++i)
      initial.semaphores[i] = static_cast<std::uint8_t>(sketch_.semaphores[i]);
    initial.threads[0].status = Status::Running;
    local_work(initial, 0);
    visit(initial);
    while (!todo_.empty()) {
      const State state = todo_.back();
      todo_.pop_back();
      if (options_.max_states != 0 && seen_.size() > options_.max_states) {
        result_.finished = false;
        break;
      }
      expand(state);
    }
    result_.states = seen_.size();
    return std::move(result_);
  }

 private:
  std::size_t thread_count() const { return code_.size(); }

  void visit(const State& state) {
    if (seen_.insert(key(state)).second) todo_.push_back(state);
  }

  void expand(const State& state) {
    bool maximal = true;
    for (std::uint8_t t = 0; t < thread_count(); ++t) {
      if (state.section != kNobody && state.section != t) continue;
      if (state.threads[t].status == Status::Running) {
        const std::uint32_t choices = alternatives(state, t);
        for (std::uint32_t choice = 0; choice < choices; ++choice) {
          State next = state;
          if (!step(next, t, choice)) continue;
          maximal = false;
          visit(next);
        }
      }
      for (std::uint8_t i = 0; i < state.threads[t].buffered; ++i) {
        if (!may_drain(state.threads[t], i)) continue;
        State next = state;
        drain(next, t, i);
        maximal = false;
        visit(next);
      }
    }
    if (!maximal) return;
    result_.outcomes.insert(outcome(state));
    if (options_.classes) result_.classes.insert(class_of(state));
  }

  // --- buffers ---

  bool may_drain(const ThreadState& thread, std::uint8_t i) const {
    if (options_.model == Model::TSO) return i == 0;
    if (thread.buffer[i].size == 0) return false;
    for (std::uint8_t older = 0; older < i; ++older)
      if (thread.buffer[older].size == 0 || thread.buffer[older].overlaps(thread.buffer[i]))
        return false;
    return true;
  }

  static void drain(State& state, std::uint8_t t, std::uint8_t i) {
    ThreadState& thread = state.threads[t];
    write(state, thread.buffer[i]);
    remove(thread, i);
    while (thread.buffered > 0 && thread.buffer[0].size == 0) remove(thread, 0);
  }

  static void remove(ThreadState& thread, std::uint8_t i) {
    for (std::uint8_t j = i + 1; j < thread.buffered; ++j) thread.buffer[j - 1] = thread.buffer[j];
    thread.buffer[--thread.buffered] = Entry{};
  }

  static void push(ThreadState& thread, Entry entry) {
    if (thread.buffered == kMaxBuffer) throw InputError("too many stores for the naive machine");
    thread.buffer[thread.buffered++] = entry;
  }

  static void write(State& state, Entry e) {
    for (std::uint32_t i = 0; i < e.size; ++i) {
      state.memory[e.address + i] = static_cast<std::uint8_t>(e.value >> (8 * i));
      state.writers[e.address + i] = e.writer;
    }
  }

  static std::uint32_t value_of(const State& state, std::uint32_t address, std::uint32_t size) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i)
      value |= std::uint32_t{state.memory[address + i]} << (8 * i);
    return value;
  }

  // What an atomic access obtains: memory, whatever is buffered.
  std::uint32_t read_memory(State& state, std::uint8_t t, std::uint32_t address,
                            std::uint32_t size) const {
    for (std::uint32_t i = 0; i < size; ++i) reads_from(state, t, state.writers[address + i]);
    return value_of(state, address, size);
  }

  // What a load obtains: byte by byte the newest own buffered store, else memory.
  std::uint32_t read(State& state, std::uint8_t t, std::uint32_t address,
                     std::uint32_t size) const {
    const ThreadState& thread = state.threads[t];
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      std::uint8_t byte = state.memory[address + i];
      EventName writer = state.writers[address + i];
      for (std::uint8_t e = 0; e < thread.buffered; ++e) {
        const Entry& entry = thread.buffer[e];
        if (!entry.covers(address + i)) continue;
        byte = static_cast<std::uint8_t>(entry.value >> (8 * (address + i - entry.address)));
        writer = entry.writer;
      }
      reads_from(state, t, writer);
      value |= std::uint32_t{byte} << (8 * i);
    }
    return value;
  }

  // --- classes ---

  EventName event(const State& state, std::uint8_t t) const {
    return static_cast<EventName>((t + 1u) << 8 | state.threads[t].pc);
  }
  void note(State& state, std::uint8_t t, std::uint32_t what) const {
    if (!options_.classes) return;
    state.histories[t].push_back(static_cast<char>(what));
    state.histories[t].push_back(static_cast<char>(what >> 8));
  }
  void reads_from(State& state, std::uint8_t t, EventName writer) const { note(state, t, writer); }

  std::string class_of(const State& state) const {
    std::string name;
    for (std::size_t t = 0; t < thread_count(); ++t) {
      name += static_cast<char>(state.threads[t].status == Status::NotStarted);
      name += state.histories[t];
      name += "|";
    }
    return name;
  }

  // --- steps ---

  // In an atomic section stores reach memory at once.
  void store(State& state, std::uint8_t t, Entry entry) const {
    entry.writer = event(state, t);
    if (options_.model == Model::SC || state.section == t) {
      write(state, entry);
    } else {
      push(state.threads[t], entry);
    }
  }

  // Whether an atomic access to the bytes of `entry` must still wait for the thread's own stores.
  bool rmw_waits(const ThreadState& thread, const Entry& entry, ir::Order order,
                 bool writes) const {
    if (thread.buffered == 0) return false;
    if (!options_.model.drains_location_only()) return true;
    if (order == ir::Order::SeqCst) return true;
    const bool release = order == ir::Order::Release || order == ir::Order::AcqRel;
    if (release && writes) return true;
    for (std::uint8_t i = 0; i < thread.buffered; ++i)
      if (thread.buffer[i].overlaps(entry) || (thread.buffer[i].size == 0 && writes)) return true;
    return false;
  }

  std::uint32_t alternatives(const State& state, std::uint8_t t) const {
    const Micro& m = code_[t][state.threads[t].pc];
    if (m.what == Do::Choose) return m.from->value.constant;
    if (m.what == Do::Signal)
      return std::max(1u, static_cast<std::uint32_t>(std::popcount(state.waiters[m.number])));
    return 1;
  }

  static std::uint32_t evaluate(const ThreadState& thread, const Value& v) {
    return v.computed() ? thread.registers[v.reg] + v.constant : v.constant;
  }
  static bool holds(const ThreadState& thread, const Condition& c) {
    return (thread.registers[c.reg] == c.constant) == c.equal;
  }
  static std::uint32_t truncated(std::uint32_t value, std::uint32_t size) {
    return size == 4 ? value : value & ((1u << (8 * size)) - 1);
  }

  void fail(State& state, std::uint8_t t, ir::ErrorKind kind) const {
    note(state, t, 0x8000u + static_cast<std::uint32_t>(kind));
    state.threads[t].status = Status::Failed;
    state.threads[t].error = kind;
    if (state.section == t) state.section = kNobody;
  }

  // The thread's next step, and the local work after it. False if it cannot happen now.
  bool step(State& state, std::uint8_t t, std::uint32_t choice) const {
    ThreadState& thread = state.threads[t];
    const Micro& m = code_[t][thread.pc];
    note(state, t, thread.pc);
    if (!perform(state, t, m, choice)) return false;
    if (thread.status != Status::Running) return true;
    ++thread.pc;
    local_work(state, t);
    return true;
  }

  bool perform(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const {
    switch (m.what) {
      case Do::Load:
      case Do::Store:
      case Do::Add:
      case Do::Exchange:
      case Do::Cas:
        return access(state, t, m);
      case Do::StorePointer:
      case Do::LoadPointer:
      case Do::HeapLoad:
      case Do::HeapStore:
      case Do::HeapFree:
        return heap_access(state, t, m);
      case Do::StoreFence: {
        ThreadState& thread = state.threads[t];
        // Only PSO has them, and two in a row, or one before all stores, say nothing new.
        if (options_.model == Model::PSO && thread.buffered > 0 &&
            thread.buffer[thread.buffered - 1].size != 0)
          push(thread, Entry{});
        return true;
      }
      case Do::SectionEnd:
        state.section = kNobody;
        return true;
      case Do::Choose:
        note(state, t, choice);
        state.threads[t].registers[m.from->dst] = choice;
        return true;
      // Everything else is a full fence.
      default:
        return state.threads[t].buffered == 0 && synchronize(state, t, m, choice);
    }
  }

  bool access(State& state, std::uint8_t t, const Micro& m) const {
    ThreadState& thread = state.threads[t];
    const Statement& s = *m.from;
    Entry entry{static_cast<std::uint8_t>(4 * s.target + s.offset), s.size,
                truncated(evaluate(thread, s.value), s.size)};
    if (m.what == Do::Load) {
      thread.registers[s.dst] = read(state, t, entry.address, s.size);
      return true;
    }
    if (m.what == Do::Store) {
      store(state, t, entry);
      return true;
    }
    const std::uint32_t old = read_memory(state, t, entry.address, s.size);
    const bool writes = m.what != Do::Cas || old == truncated(evaluate(thread, s.expected), s.size);
    if (rmw_waits(thread, entry, s.order, writes)) return false;
    if (m.what == Do::Add) entry.value = truncated(old + entry.value, s.size);
    entry.writer = event(state, t);
    if (writes) write(state, entry);
    thread.registers[s.dst] = old;
    return true;
  }

  bool heap_access(State& state, std::uint8_t t, const Micro& m) const {
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
      if (freed) fail(state, t, ir::ErrorKind::DoubleFree);
      if (cell != 0) state.freed |= 1u << cell;
    } else if (cell == 0) {
      fail(state, t, ir::ErrorKind::NullDereference);
    } else if (freed) {
      fail(state, t, ir::ErrorKind::UseAfterFree);
    } else if (m.what == Do::HeapLoad) {
      thread.registers[m.from->dst] = read(state, t, 4u * cell, 4);
    } else {
      store(state, t, {static_cast<std::uint8_t>(4 * cell), 4, evaluate(thread, m.from->value)});
    }
    thread.scratch = 0;
    return true;
  }

  bool synchronize(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const {
    ThreadState& thread = state.threads[t];
    auto result = [&](std::uint32_t value) { thread.registers[m.from->dst] = value; };
    const std::uint8_t self = static_cast<std::uint8_t>(1u << t);
    // A read, and perhaps a write, of a primitive.
    auto touch = [&](std::array<EventName, kMaxObjects>& writers, bool writes) {
      reads_from(state, t, writers[m.number]);
      if (writes) writers[m.number] = event(state, t);
    };
    switch (m.what) {
      case Do::FullFence:
        return true;
      case Do::SectionBegin:
        state.section = t;
        return true;
      case Do::Await: {
        const Statement& s = *m.from;
        const std::uint32_t now = read_memory(state, t, 4u * s.target + s.offset, s.size);
        if (now == truncated(evaluate(thread, s.value), s.size)) return false;
        result(now);
        return true;
      }
      case Do::Lock:
        if (state.holder[m.number] != 0) return false;
        touch(state.mutex_writers, true);
        state.holder[m.number] = t + 1;
        return true;
      case Do::TryLock:
        touch(state.mutex_writers, state.holder[m.number] == 0);
        result(state.holder[m.number] == 0);
        if (state.holder[m.number] == 0) state.holder[m.number] = t + 1;
        return true;
      case Do::Unlock:
        if (state.holder[m.number] != t + 1) {
          fail(state, t, ir::ErrorKind::UnlockNotHeld);
        } else {
          state.holder[m.number] = 0;
          state.mutex_writers[m.number] = event(state, t);  // what it reads is its own
        }
        return true;
      case Do::SemWait:
        if (state.semaphores[m.number] == 0) return false;
        touch(state.semaphore_writers, true);
        --state.semaphores[m.number];
        return true;
      case Do::SemTryWait:
        touch(state.semaphore_writers, state.semaphores[m.number] != 0);
        result(state.semaphores[m.number] != 0);
        if (state.semaphores[m.number] != 0) --state.semaphores[m.number];
        return true;
      case Do::SemPost:
        touch(state.semaphore_writers, true);
        ++state.semaphores[m.number];
        return true;
      case Do::Enqueue:
        touch(state.condition_writers, true);
        state.waiters[m.number] |= self;
        return true;
      case Do::Woken:
        return (state.waiters[m.number] & self) == 0;
      case Do::Signal: {
        touch(state.condition_writers, true);
        note(state, t, choice);
        std::uint8_t& waiters = state.waiters[m.number];
        std::uint32_t left = choice;
        for (std::uint8_t bit = 0; bit < 8; ++bit)
          if ((waiters >> bit & 1) != 0 && left-- == 0) {
            waiters = static_cast<std::uint8_t>(waiters & ~(1u << bit));
            break;
          }
        return true;
      }
      case Do::Broadcast:
        touch(state.condition_writers, true);
        state.waiters[m.number] = 0;
        return true;
      case Do::Arrive:
        note(state, t, state.round[m.number]);  // the order of arrivals does not matter
        thread.scratch = state.round[m.number];
        if (++state.arrived[m.number] == sketch_.barriers[m.number]) {
          state.arrived[m.number] = 0;
          ++state.round[m.number];
        }
        return true;
      case Do::Round:
        if (state.round[m.number] <= thread.scratch) return false;
        thread.scratch = 0;
        return true;
      case Do::Spawn: {
        ThreadState& child = state.threads[m.number];
        child.status = Status::Running;
        child.parent = t;
        child.number = ++thread.children;
        local_work(state, static_cast<std::uint8_t>(m.number));
        return true;
      }
      case Do::Join:
        if (state.threads[m.number].status != Status::Ended) return false;
        if (m.from != nullptr) result(static_cast<std::uint32_t>(thread_result(state, m.number)));
        return true;
      case Do::Finish:
        thread.status = Status::Ended;
        return true;
      default:
        throw InternalError("naive machine: unexpected step");
    }
  }

  void local_work(State& state, std::uint8_t t) const {
    ThreadState& thread = state.threads[t];
    auto stop = [&](Status status) {
      thread.status = status;
      if (state.section == t) state.section = kNobody;
    };
    while (thread.status == Status::Running && is_local(code_[t][thread.pc].what)) {
      const Micro& m = code_[t][thread.pc++];
      switch (m.what) {
        case Do::Branch:
          if (!holds(thread, m.from->condition)) thread.pc = static_cast<std::uint16_t>(m.number);
          break;
        case Do::Jump:
          thread.pc = static_cast<std::uint16_t>(m.number);
          break;
        case Do::Assume:
          if (!holds(thread, m.from->condition)) stop(Status::Assumed);
          break;
        case Do::Assert:
          if (!holds(thread, m.from->condition)) fail(state, t, ir::ErrorKind::Assertion);
          break;
        default:
          stop(Status::Exited);
          break;
      }
    }
  }

  // --- outcomes ---

  std::uint64_t thread_result(const State& state, std::size_t t) const {
    std::uint64_t result = t;
    for (std::uint32_t r = 0; r < registers_[t]; ++r)
      result = result * 256 + state.threads[t].registers[r];
    return result;
  }

  static std::string name(const State& state, std::size_t t) {
    if (t == 0) return "main";
    const ThreadState& thread = state.threads[t];
    if (thread.parent == 0) return "T" + std::to_string(thread.number);
    return name(state, thread.parent) + "." + std::to_string(thread.number);
  }

  Outcome outcome(const State& state) const {
    Outcome o;
    for (std::size_t t = 0; t < thread_count(); ++t) {
      const ThreadState& thread = state.threads[t];
      ThreadOutcome to{.name = name(state, t)};
      switch (thread.status) {
        case Status::NotStarted:
          continue;
        case Status::Running:
          to.ending = Ending::Stuck;
          break;
        case Status::Ended:
          to.result = thread_result(state, t);
          break;
        case Status::Failed:
          to.ending = Ending::Failed;
          to.error = thread.error;
          break;
        case Status::Assumed:
          to.ending = Ending::Assumed;
          break;
        case Status::Exited:
          to.ending = Ending::Exited;
          break;
      }
      o.threads.push_back(std::move(to));
    }
    std::sort(o.threads.begin(), o.threads.end());
    const auto cells = static_cast<std::uint32_t>(sketch_.locations.size() + sketch_.slots);
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t v = value_of(state, 4 * i, 4);
      o.memory.push_back(i < sketch_.locations.size() ? v : v != 0);
    }
    return o;
  }

  // All that distinguishes a state.
  std::string key(const State& state) const {
    std::string k;
    k.reserve(128);
    auto bytes = [&](const auto& data, std::size_t count) {
      k.append(reinterpret_cast<const char*>(data.data()), count * sizeof(data[0]));
    };
    auto number = [&](std::uint64_t v, unsigned size) {
      for (unsigned i = 0; i < size; ++i) k.push_back(static_cast<char>(v >> (8 * i)));
    };
    bytes(state.memory, 4 * cells_);
    bytes(state.holder, sketch_.mutexes);
    bytes(state.semaphores, sketch_.semaphores.size());
    bytes(state.waiters, sketch_.conditions);
    bytes(state.arrived, sketch_.barriers.size());
    bytes(state.round, sketch_.barriers.size());
    number(state.freed, 4);
    number(state.section, 1);
    for (std::size_t t = 0; t < thread_count(); ++t) {
      const ThreadState& thread = state.threads[t];
      number(static_cast<std::uint8_t>(thread.status), 1);
      if (thread.status == Status::NotStarted) continue;
      number(static_cast<std::uint8_t>(thread.error), 1);
      number(thread.number, 1);
      number(thread.children, 1);
      number(thread.scratch, 1);
      number(thread.pc, 2);
      bytes(thread.registers, registers_[t]);
      number(thread.buffered, 1);
      for (std::uint8_t i = 0; i < thread.buffered; ++i) {
        number(thread.buffer[i].address, 1);
        number(thread.buffer[i].size, 1);
        number(thread.buffer[i].value, 4);
        if (options_.classes) number(thread.buffer[i].writer, 2);
      }
    }
    if (!options_.classes) return k;
    bytes(state.writers, 4 * cells_);
    bytes(state.mutex_writers, sketch_.mutexes);
    bytes(state.semaphore_writers, sketch_.semaphores.size());
    bytes(state.condition_writers, sketch_.conditions);
    return k + class_of(state);
  }

  const Sketch& sketch_;
  NaiveOptions options_;
  std::vector<std::vector<Micro>> code_;
  std::vector<std::uint32_t> registers_;  // by thread: how many it uses
  std::size_t cells_ = 0;
  std::unordered_set<std::string> seen_;
  std::vector<State> todo_;
  NaiveResult result_;
};

}  // namespace

NaiveResult naive_outcomes(const Sketch& sketch, const NaiveOptions& options) {
  return Machine(sketch, options).run();
}

}  // namespace overtake::fuzz
