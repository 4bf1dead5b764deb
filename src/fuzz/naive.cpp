#include "fuzz/naive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <unordered_set>

#include "base/error.h"

namespace overtake::fuzz {

namespace {

// --- the program, flattened -------------------------------------------------------------------

// One step, or one piece of local work, of a thread. `from` is the statement it belongs to.
enum class Do : std::uint8_t {
  Load,
  Store,
  FullFence,
  StoreFence,
  Add,
  Exchange,
  Cas,
  Await,
  Lock,
  TryLock,
  Unlock,
  SemWait,
  SemTryWait,
  SemPost,
  Enqueue,
  Woken,
  Signal,
  Broadcast,
  Arrive,
  Round,
  SectionBegin,
  SectionEnd,
  Choose,
  Spawn,
  Join,
  StorePointer,
  LoadPointer,
  HeapLoad,
  HeapStore,
  HeapFree,
  Finish,
  // Local work, done at once after the step before it:
  Branch,
  Jump,
  Assume,
  Assert,
  Exit,
};

struct Micro {
  Do what;
  const Statement* from = nullptr;
  std::uint32_t number = 0;  // Branch (if the condition is false), Jump: where to; else the object
};

bool is_local(Do what) { return what >= Do::Branch; }

constexpr std::size_t kMaxThreads = 6;
constexpr std::size_t kMaxRegisters = 8;
constexpr std::size_t kMaxBuffer = 16;
constexpr std::size_t kMaxCells = 20;   // of 4 bytes: locations, then slots, then heap objects
constexpr std::size_t kMaxObjects = 4;  // mutexes, semaphores, conditions, barriers

class Flattener {
 public:
  explicit Flattener(const Sketch& sketch)
      : sketch_(sketch), cells_(sketch.locations.size() + sketch.slots) {
    for (std::size_t t = 0; t < sketch.threads.size(); ++t) {
      code_.emplace_back();
      const std::vector<std::uint8_t> spawned =
          t == 0 ? roots(sketch) : std::vector<std::uint8_t>{};
      for (std::uint8_t child : spawned) add(Do::Spawn, nullptr, child);
      block(sketch.threads[t]);
      if (sketch.join_all)
        for (std::uint8_t child : spawned) add(Do::Join, nullptr, child);
      add(Do::Finish, nullptr);
    }
  }

  std::vector<std::vector<Micro>> code() && { return std::move(code_); }
  std::size_t cells() const { return cells_; }

 private:
  std::size_t add(Do what, const Statement* from, std::size_t number = 0) {
    code_.back().push_back({what, from, static_cast<std::uint32_t>(number)});
    return code_.back().size() - 1;
  }
  void to_here(std::size_t jump) {
    code_.back()[jump].number = static_cast<std::uint32_t>(code_.back().size());
  }

  void block(const Block& block) {
    for (const Statement& s : block) statement(s);
  }

  void statement(const Statement& s) {
    const std::size_t slot = sketch_.locations.size() + s.target;
    switch (s.kind) {
      case Kind::Load:
        add(Do::Load, &s);
        break;
      case Kind::Store:
        if (s.order == ir::Order::Release || s.order == ir::Order::SeqCst) add(Do::StoreFence, &s);
        add(Do::Store, &s);
        if (s.order == ir::Order::SeqCst) add(Do::FullFence, &s);
        break;
      case Kind::Add:
        add(Do::Add, &s);
        break;
      case Kind::Exchange:
        add(Do::Exchange, &s);
        break;
      case Kind::Cas:
        add(Do::Cas, &s);
        break;
      case Kind::Await:
        add(Do::Await, &s);
        break;
      case Kind::Fence:
        add(Do::FullFence, &s);
        break;
      case Kind::StoreFence:
        add(Do::StoreFence, &s);
        break;
      case Kind::Lock:
        add(Do::Lock, &s, s.target);
        break;
      case Kind::TryLock:
        add(Do::TryLock, &s, s.target);
        break;
      case Kind::Unlock:
        add(Do::Unlock, &s, s.target);
        break;
      case Kind::Locked:
        add(Do::Lock, &s, s.target);
        held_.push_back(s.target);
        block(s.body);
        held_.pop_back();
        add(Do::Unlock, &s, s.target);
        break;
      case Kind::SemWait:
        add(Do::SemWait, &s, s.target);
        break;
      case Kind::SemTryWait:
        add(Do::SemTryWait, &s, s.target);
        break;
      case Kind::SemPost:
        add(Do::SemPost, &s, s.target);
        break;
      case Kind::CondWait:
        add(Do::Enqueue, &s, s.target);
        add(Do::Unlock, &s, held_.back());
        add(Do::Woken, &s, s.target);
        add(Do::Lock, &s, held_.back());
        break;
      case Kind::CondSignal:
        add(Do::Signal, &s, s.target);
        break;
      case Kind::CondBroadcast:
        add(Do::Broadcast, &s, s.target);
        break;
      case Kind::Barrier:
        add(Do::Arrive, &s, s.target);
        add(Do::Round, &s, s.target);
        break;
      case Kind::If: {
        const std::size_t branch = add(Do::Branch, &s);
        block(s.body);
        const std::size_t jump = add(Do::Jump, &s);
        to_here(branch);
        block(s.otherwise);
        to_here(jump);
        break;
      }
      case Kind::Atomic:
        add(Do::SectionBegin, &s);
        block(s.body);
        add(Do::SectionEnd, &s);
        break;
      case Kind::Assume:
        add(Do::Assume, &s);
        break;
      case Kind::Assert:
        add(Do::Assert, &s);
        break;
      case Kind::Choose:
        add(Do::Choose, &s);
        break;
      case Kind::Exit:
        add(Do::Exit, &s);
        break;
      case Kind::Spawn:
        add(Do::Spawn, &s, s.target);
        break;
      case Kind::Join:
        add(Do::Join, &s, s.target);
        break;
      case Kind::Allocate:  // each is executed at most once: its object is a cell of its own
        add(Do::StorePointer, &s, slot);
        code_.back().back().number |= static_cast<std::uint32_t>(cells_++ << 8);
        break;
      case Kind::HeapLoad:
      case Kind::HeapStore:
      case Kind::HeapFree:
        add(Do::LoadPointer, &s, slot);
        add(s.kind == Kind::HeapLoad    ? Do::HeapLoad
            : s.kind == Kind::HeapStore ? Do::HeapStore
                                        : Do::HeapFree,
            &s);
        break;
    }
  }

  const Sketch& sketch_;
  std::vector<std::vector<Micro>> code_;
  std::vector<std::uint8_t> held_;
  std::size_t cells_;
};

// --- the machine --------------------------------------------------------------------------------

enum class Status : std::uint8_t { NotStarted, Running, Ended, Failed, Assumed, Exited };

// A store in a buffer, or (size 0) a store-store fence between stores.
struct Entry {
  std::uint8_t address = 0;  // of a byte: cell * 4 + offset
  std::uint8_t size = 0;
  std::uint32_t value = 0;

  bool covers(std::uint32_t byte) const { return byte >= address && byte < address + size; }
  bool overlaps(const Entry& e) const {
    return size > 0 && e.size > 0 && address < e.address + e.size && e.address < address + size;
  }
};

struct ThreadState {
  Status status = Status::NotStarted;
  ir::ErrorKind error{};
  std::uint8_t parent = 0;
  std::uint8_t number = 0;  // the how-manieth child of its parent
  std::uint8_t children = 0;
  std::uint8_t scratch = 0;  // the cell that LoadPointer found; the round of a barrier
  std::uint8_t buffered = 0;
  std::uint16_t pc = 0;
  std::array<std::uint32_t, kMaxRegisters> registers{};
  std::array<Entry, kMaxBuffer> buffer{};
};

constexpr std::uint8_t kNobody = 0xff;

struct State {
  std::array<std::uint8_t, kMaxCells * 4> memory{};
  std::array<std::uint8_t, kMaxObjects> holder{};  // of a mutex: thread + 1, or 0
  std::array<std::uint8_t, kMaxObjects> semaphores{};
  std::array<std::uint8_t, kMaxObjects> waiters{};  // of a condition: a bit for each thread
  std::array<std::uint8_t, kMaxObjects> arrived{};
  std::array<std::uint8_t, kMaxObjects> round{};
  std::uint32_t freed = 0;         // a bit for each cell
  std::uint8_t section = kNobody;  // the thread in an atomic section
  std::array<ThreadState, kMaxThreads> threads{};
};

class Machine {
 public:
  Machine(const Sketch& sketch, const NaiveOptions& options) : sketch_(sketch), options_(options) {
    Flattener flattener(sketch);
    cells_ = flattener.cells();
    code_ = std::move(flattener).code();
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
    if (maximal) result_.outcomes.insert(outcome(state));
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
    for (std::uint32_t i = 0; i < e.size; ++i)
      state.memory[e.address + i] = static_cast<std::uint8_t>(e.value >> (8 * i));
  }

  static std::uint32_t read_memory(const State& state, std::uint32_t address, std::uint32_t size) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i)
      value |= std::uint32_t{state.memory[address + i]} << (8 * i);
    return value;
  }

  // What a load obtains: byte by byte the newest own buffered store, else memory.
  static std::uint32_t read(const State& state, std::uint8_t t, std::uint32_t address,
                            std::uint32_t size) {
    const ThreadState& thread = state.threads[t];
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      std::uint8_t byte = state.memory[address + i];
      for (std::uint8_t e = 0; e < thread.buffered; ++e) {
        const Entry& entry = thread.buffer[e];
        if (entry.covers(address + i))
          byte = static_cast<std::uint8_t>(entry.value >> (8 * (address + i - entry.address)));
      }
      value |= std::uint32_t{byte} << (8 * i);
    }
    return value;
  }

  // In an atomic section stores reach memory at once.
  void store(State& state, std::uint8_t t, Entry entry) const {
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
    if (options_.model != Model::PSO || options_.pso_rmw == PsoRmw::All) return true;
    if (order == ir::Order::SeqCst) return true;
    const bool release = order == ir::Order::Release || order == ir::Order::AcqRel;
    if (release && writes) return true;
    for (std::uint8_t i = 0; i < thread.buffered; ++i)
      if (thread.buffer[i].overlaps(entry) || (thread.buffer[i].size == 0 && writes)) return true;
    return false;
  }

  // --- steps ---

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

  static void fail(State& state, std::uint8_t t, ir::ErrorKind kind) {
    state.threads[t].status = Status::Failed;
    state.threads[t].error = kind;
    if (state.section == t) state.section = kNobody;
  }

  // The thread's next step, and the local work after it. False if it cannot happen now.
  bool step(State& state, std::uint8_t t, std::uint32_t choice) const {
    ThreadState& thread = state.threads[t];
    const Micro& m = code_[t][thread.pc];
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
    const std::uint32_t old = read_memory(state, entry.address, s.size);
    const bool writes = m.what != Do::Cas || old == truncated(evaluate(thread, s.expected), s.size);
    if (rmw_waits(thread, entry, s.order, writes)) return false;
    if (m.what == Do::Add) entry.value = truncated(old + entry.value, s.size);
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
    switch (m.what) {
      case Do::FullFence:
        return true;
      case Do::SectionBegin:
        state.section = t;
        return true;
      case Do::Await: {
        const Statement& s = *m.from;
        const std::uint32_t now = read_memory(state, 4u * s.target + s.offset, s.size);
        if (now == truncated(evaluate(thread, s.value), s.size)) return false;
        result(now);
        return true;
      }
      case Do::Lock:
        if (state.holder[m.number] != 0) return false;
        state.holder[m.number] = t + 1;
        return true;
      case Do::TryLock:
        result(state.holder[m.number] == 0);
        if (state.holder[m.number] == 0) state.holder[m.number] = t + 1;
        return true;
      case Do::Unlock:
        if (state.holder[m.number] != t + 1) {
          fail(state, t, ir::ErrorKind::UnlockNotHeld);
        } else {
          state.holder[m.number] = 0;
        }
        return true;
      case Do::SemWait:
        if (state.semaphores[m.number] == 0) return false;
        --state.semaphores[m.number];
        return true;
      case Do::SemTryWait:
        result(state.semaphores[m.number] != 0);
        if (state.semaphores[m.number] != 0) --state.semaphores[m.number];
        return true;
      case Do::SemPost:
        ++state.semaphores[m.number];
        return true;
      case Do::Enqueue:
        state.waiters[m.number] |= self;
        return true;
      case Do::Woken:
        return (state.waiters[m.number] & self) == 0;
      case Do::Signal: {
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
        state.waiters[m.number] = 0;
        return true;
      case Do::Arrive:
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
      const std::uint32_t v = read_memory(state, 4 * i, 4);
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
      }
    }
    return k;
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
