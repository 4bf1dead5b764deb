#include "timed_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "ir/builder.h"

namespace overtake::timed {

namespace {

using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

constexpr std::uint64_t kSecond = 1'000'000'000;

int steps_of(Kind kind) {
  switch (kind) {
    case Kind::Sleep:
    case Kind::SleepUntil:
    case Kind::Clock:
    case Kind::Less:
      return 0;
    case Kind::Locked:
    case Kind::TimedLocked:
    case Kind::Barrier:
      return 2;
    case Kind::CondWait:
    case Kind::TimedWait:
      return 4;
    default:
      return 1;
  }
}

// What a program is about: the kinds of statements that it has, each as often as it stands here.
// Few kinds meet more often. The first list is for statements outside of Locked, the second for
// those inside.
struct Theme {
  std::vector<Kind> outside;
  std::vector<Kind> inside;
};

const std::vector<Theme>& themes() {
  using K = Kind;
  static const std::vector<Theme> all = {
      {{K::Load, K::Load, K::Store, K::Store, K::Add, K::Sleep, K::SleepUntil, K::Clock, K::Less,
        K::Locked, K::TimedLocked, K::SemPost, K::SemWait, K::TimedSemWait, K::Signal, K::Broadcast,
        K::Barrier, K::Fence},
       {K::Load, K::Store, K::Sleep, K::Clock, K::Less, K::CondWait, K::TimedWait, K::Signal}},
      {{K::Load, K::Load, K::Store, K::Store, K::Sleep, K::Clock, K::Less}, {}},
      {{K::Locked, K::Signal, K::Broadcast, K::Sleep, K::Signal},
       {K::CondWait, K::TimedWait, K::CondWait}},
      {{K::Barrier, K::Sleep, K::Store, K::Load, K::Less, K::Clock}, {}},
      {{K::TimedLocked, K::Locked, K::Sleep, K::Clock, K::Less}, {K::Sleep, K::Store, K::Load}},
      {{K::SemPost, K::SemWait, K::TimedSemWait, K::Sleep, K::Clock, K::Less}, {}},
  };
  return all;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  TimedProgram run() {
    TimedProgram program;
    theme_ = &themes()[random_.below(static_cast<std::uint32_t>(themes().size()))];
    program.locations = locations_ = static_cast<std::uint8_t>(random_.between(1, 2));
    const std::uint32_t threads = random_.between(2, 3);
    program.barrier = static_cast<std::uint8_t>(random_.chance(25) ? threads : threads - 1);
    program.delay = static_cast<std::uint8_t>(random_.below(2));
    for (std::uint32_t t = 0; t < threads; ++t) {
      barriers_ = 1;
      looks_ = 4;
      steps_ = threads == 2 ? 10 : 6;
      program.threads.push_back(block(theme_->outside, threads == 2 ? 5 : 4));
    }
    return program;
  }

 private:
  std::vector<Statement> block(const std::vector<Kind>& kinds, std::uint32_t most) {
    std::vector<Statement> block;
    const std::uint32_t count = random_.between(1, most);
    for (std::uint32_t i = 0; i < count && steps_ > 0; ++i) block.push_back(statement(kinds));
    return block;
  }

  Statement statement(const std::vector<Kind>& kinds) {
    Statement s;
    s.kind = kinds[random_.below(static_cast<std::uint32_t>(kinds.size()))];
    s.dst = static_cast<std::uint8_t>(random_.below(kRegisters));
    s.value = static_cast<std::uint8_t>(random_.between(1, 3));
    // A machine that merges must not mind how often a thread looks, and rounds of the barrier are
    // few.
    if (s.kind == Kind::Clock && looks_-- == 0) s.kind = Kind::Sleep;
    if (s.kind == Kind::Barrier && barriers_-- == 0) s.kind = Kind::Sleep;
    steps_ -= steps_of(s.kind);
    looks_ = std::max(looks_, 0);
    barriers_ = std::max(barriers_, 0);
    switch (s.kind) {
      case Kind::Load:
      case Kind::Store:
      case Kind::Add:
        s.target = static_cast<std::uint8_t>(random_.below(locations_));
        break;
      case Kind::Less:
        s.body = block(kinds, 2);
        break;
      case Kind::Locked:
      case Kind::TimedLocked:
        s.target = random_.chance(25) ? 1 : 0;
        s.body = block(theme_->inside.empty() ? kinds : theme_->inside, 2);
        break;
      default:
        break;
    }
    if (s.kind == Kind::TimedLocked || s.kind == Kind::TimedWait || s.kind == Kind::TimedSemWait)
      s.value += 2;
    return s;
  }

  Random random_;
  const Theme* theme_ = nullptr;
  std::uint8_t locations_ = 1;
  int barriers_ = 0;
  int looks_ = 0;
  int steps_ = 0;  // visible ones that the thread may still take
};

struct Globals {
  std::vector<ir::GlobalId> locations, mutexes;
  ir::GlobalId semaphore, condition, barrier;
};

class Emitter {
 public:
  Emitter(const TimedProgram& program, ir::Program& out, const Globals& globals,
          const std::vector<ir::FunctionId>& functions, std::size_t thread)
      : program_(program),
        globals_(globals),
        functions_(functions),
        thread_(thread),
        f_(out, functions[thread]) {}

  void run() {
    for (std::uint32_t& r : registers_) f_.move(r = f_.fresh(), f_.constant(0));
    std::vector<Operand> children;
    if (thread_ == 0)
      for (std::size_t t = 1; t < program_.threads.size(); ++t) {
        f_.sleep(ir::SleepKind::For, f_.constant(program_.delay * kSecond));
        children.push_back(f_.spawn(f_.function(functions_[t]), f_.constant(0)));
      }
    emit(program_.threads[thread_], 0);
    for (const Operand child : children) f_.join(child);
    Operand result = f_.constant(1);
    const auto digit = [&](Operand d) {
      result = f_.binary(Opcode::Add, 64, f_.binary(Opcode::Mul, 64, result, f_.constant(256)), d);
    };
    for (const std::uint32_t r : registers_) digit(Operand::reg(r));
    digit(clock());
    f_.ret(result);
    f_.finish();
  }

 private:
  Operand clock() { return f_.binary(Opcode::UDiv, 64, f_.clock(), f_.constant(kSecond)); }
  Operand seconds(const Statement& s) { return f_.constant(s.value * kSecond); }
  void set(const Statement& s, Operand value) { f_.move(registers_[s.dst], value); }

  void emit(const std::vector<Statement>& block, std::uint8_t mutex) {
    for (const Statement& s : block) emit(s, mutex);
  }

  template <class Then, class Else>
  void if_else(Operand condition, Then then, Else otherwise) {
    const ir::Label yes = f_.label(), no = f_.label(), done = f_.label();
    f_.branch(condition, yes, no);
    f_.bind(yes);
    then();
    f_.jump(done);
    f_.bind(no);
    otherwise();
    f_.jump(done);
    f_.bind(done);
  }

  void emit(const Statement& s, std::uint8_t held) {
    const auto sync = [&](SyncOp op, ir::GlobalId word) { return f_.sync(op, f_.global(word)); };
    const auto mutex = [&](SyncOp op, std::uint8_t m) { return sync(op, globals_.mutexes[m]); };
    const auto address = [&] { return f_.global(globals_.locations[s.target]); };
    const auto give_up = [&] { f_.sleep(ir::SleepKind::Until, seconds(s)); };
    switch (s.kind) {
      case Kind::Load:
        return set(s, f_.load(address(), 4));
      case Kind::Store:
        return f_.store(address(), f_.constant(s.value), 4);
      case Kind::Add:
        return set(s,
                   f_.rmw(ir::RmwFunction::Add, address(), f_.constant(1), 4, ir::Order::Relaxed));
      case Kind::Fence:
        return f_.fence(ir::kFullFence);
      case Kind::Sleep:
        return f_.sleep(ir::SleepKind::For, seconds(s));
      case Kind::SleepUntil:
        return give_up();
      case Kind::Clock:
        return set(s, clock());
      case Kind::Less:
        return if_else(
            f_.binary(Opcode::ULt, 64, Operand::reg(registers_[s.dst]), f_.constant(s.value)),
            [&] { emit(s.body, held); }, [] {});
      case Kind::Locked:
        mutex(SyncOp::MutexLock, s.target);
        emit(s.body, s.target);
        mutex(SyncOp::MutexUnlock, s.target);
        return;
      case Kind::TimedLocked:
        return if_else(
            mutex(SyncOp::MutexTryLock, s.target),
            [&] {
              emit(s.body, s.target);
              mutex(SyncOp::MutexUnlock, s.target);
            },
            [&] {
              give_up();
              set(s, f_.binary(Opcode::Add, 64, Operand::reg(registers_[s.dst]), f_.constant(1)));
            });
      case Kind::SemPost:
        sync(SyncOp::SemPost, globals_.semaphore);
        return;
      case Kind::SemWait:
        sync(SyncOp::SemWait, globals_.semaphore);
        return;
      case Kind::TimedSemWait: {
        const Operand obtained = sync(SyncOp::SemTryWait, globals_.semaphore);
        set(s, obtained);
        return if_else(obtained, [] {}, give_up);
      }
      case Kind::CondWait:
        sync(SyncOp::CondEnqueue, globals_.condition);
        mutex(SyncOp::MutexUnlock, held);
        sync(SyncOp::CondAwait, globals_.condition);
        mutex(SyncOp::MutexLock, held);
        return;
      case Kind::TimedWait: {
        sync(SyncOp::CondEnqueue, globals_.condition);
        mutex(SyncOp::MutexUnlock, held);
        const Operand late = sync(SyncOp::CondCancel, globals_.condition);
        set(s, late);
        if_else(late, give_up, [] {});
        mutex(SyncOp::MutexLock, held);
        return;
      }
      case Kind::Signal:
        sync(SyncOp::CondSignal, globals_.condition);
        return;
      case Kind::Broadcast:
        sync(SyncOp::CondBroadcast, globals_.condition);
        return;
      case Kind::Barrier: {
        const Operand word = f_.global(globals_.barrier);
        const Operand round = f_.sync(SyncOp::BarrierArrive, word, f_.constant(program_.barrier));
        f_.sync(SyncOp::BarrierAwait, word, round);
        return;
      }
    }
  }

  const TimedProgram& program_;
  const Globals& globals_;
  const std::vector<ir::FunctionId>& functions_;
  std::size_t thread_;
  ir::FunctionBuilder f_;
  std::uint32_t registers_[kRegisters] = {};
};

void print(const std::vector<Statement>& block, std::size_t depth, std::string& out) {
  constexpr const char* kNames[] = {
      "load",           "store",     "add",        "fence",      "sleep",     "sleep until",
      "clock",          "if less",   "locked",     "timed lock", "sem post",  "sem wait",
      "timed sem wait", "cond wait", "timed wait", "signal",     "broadcast", "barrier"};
  for (const Statement& s : block) {
    out += fmt::format("{:{}}{} target {} r{} value {}\n", "", 2 * depth,
                       kNames[static_cast<std::size_t>(s.kind)], s.target, s.dst, s.value);
    print(s.body, depth + 1, out);
  }
}

}  // namespace

TimedProgram random_program(std::uint64_t seed) { return Generator(seed).run(); }

ir::Program to_ir(const TimedProgram& program) {
  ir::Program out;
  Globals globals;
  const auto add = [&](const std::string& name, std::uint64_t size) {
    return out.add_global({.name = name, .size = size});
  };
  for (std::size_t i = 0; i < program.locations; ++i)
    globals.locations.push_back(add(fmt::format("x{}", i), 4));
  for (std::size_t i = 0; i < 2; ++i) globals.mutexes.push_back(add(fmt::format("m{}", i), 8));
  globals.semaphore = add("s", 8);
  globals.condition = add("c", 8);
  globals.barrier = add("b", 8);
  std::vector<ir::FunctionId> functions;
  for (std::size_t t = 0; t < program.threads.size(); ++t)
    functions.push_back(ir::declare_function(out, fmt::format("t{}", t), t == 0 ? 0 : 1));
  for (std::size_t t = 0; t < program.threads.size(); ++t)
    Emitter(program, out, globals, functions, t).run();
  out.entry = functions[0];
  return out;
}

std::string to_string(const TimedProgram& program) {
  std::string out = fmt::format("barrier of {}, delay {}\n", program.barrier, program.delay);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    out += fmt::format("thread {}:\n", t);
    print(program.threads[t], 1, out);
  }
  return out;
}

}  // namespace overtake::timed
