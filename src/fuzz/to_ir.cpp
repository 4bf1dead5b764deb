#include "fuzz/to_ir.h"

#include <string>

#include "ir/builder.h"

namespace overtake::fuzz {

namespace {

using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

std::uint64_t mask_of(unsigned bytes) { return bytes >= 8 ? ~0ull : (1ull << (8 * bytes)) - 1; }

// The globals of the program.
struct Globals {
  std::vector<ir::GlobalId> locations, mutexes, semaphores, conditions, barriers, slots;
};

Globals add_globals(ir::Program& program, const Sketch& sketch) {
  auto add = [&](char letter, std::size_t number, std::uint64_t size, std::uint64_t initial) {
    ir::Global g{.name = letter + std::to_string(number), .size = size};
    for (std::uint64_t i = 0; i < size; ++i)
      g.initial.push_back(static_cast<std::uint8_t>(initial >> (8 * i)));
    return program.add_global(std::move(g));
  };
  Globals globals;
  for (std::size_t i = 0; i < sketch.locations.size(); ++i)
    globals.locations.push_back(add('x', i, kLocationBytes, sketch.locations[i]));
  for (std::size_t i = 0; i < sketch.mutexes; ++i) globals.mutexes.push_back(add('m', i, 8, 0));
  for (std::size_t i = 0; i < sketch.semaphores.size(); ++i)
    globals.semaphores.push_back(add('s', i, 8, sketch.semaphores[i]));
  for (std::size_t i = 0; i < sketch.conditions; ++i)
    globals.conditions.push_back(add('c', i, 8, 0));
  for (std::size_t i = 0; i < sketch.barriers.size(); ++i)
    globals.barriers.push_back(add('b', i, 8, 0));
  for (std::size_t i = 0; i < sketch.slots; ++i) globals.slots.push_back(add('h', i, 8, 0));
  return globals;
}

class ThreadEmitter {
 public:
  ThreadEmitter(const Sketch& sketch, ir::Program& program, const Globals& globals,
                const std::vector<ir::FunctionId>& functions, std::size_t thread, ir::FileId file,
                std::uint32_t& line)
      : sketch_(sketch),
        program_(program),
        globals_(globals),
        functions_(functions),
        thread_(thread),
        file_(file),
        line_(line),
        f_(program, functions[thread]) {}

  void run() {
    const Block& block = sketch_.threads[thread_];
    registers_.resize(register_count(block));
    for (std::uint32_t& r : registers_) f_.move(r = f_.fresh(), f_.constant(0));
    children_.resize(sketch_.threads.size());
    for (std::uint32_t& c : children_) c = f_.fresh();
    const std::vector<std::uint8_t> spawned =
        thread_ == 0 ? roots(sketch_) : std::vector<std::uint8_t>{};
    for (std::uint8_t t : spawned) spawn(t);
    emit(block);
    if (sketch_.join_all)
      for (std::uint8_t t : spawned) f_.join(Operand::reg(children_[t]));
    Operand result = f_.constant(thread_);
    for (std::uint32_t r : registers_)
      result = f_.binary(Opcode::Add, 64, f_.binary(Opcode::Mul, 64, result, f_.constant(256)),
                         Operand::reg(r));
    f_.ret(result);
    f_.finish();
  }

 private:
  void spawn(std::uint8_t t) {
    f_.move(children_[t], f_.spawn(f_.function(functions_[t]), f_.constant(0)));
  }

  // A value of `bytes` bytes.
  Operand value(const Value& v, unsigned bytes = 4) {
    if (!v.computed()) return f_.constant(v.constant & mask_of(bytes));
    const Operand sum =
        f_.binary(Opcode::Add, 32, Operand::reg(registers_[v.reg]), f_.constant(v.constant));
    return bytes == 4 ? sum : f_.binary(Opcode::And, 64, sum, f_.constant(mask_of(bytes)));
  }

  Operand condition(const Condition& c) {
    return f_.binary(c.equal ? Opcode::Eq : Opcode::Ne, 32, Operand::reg(registers_[c.reg]),
                     f_.constant(c.constant));
  }

  void emit(const Block& block) {
    for (const Statement& s : block) {
      f_.at(ir::add_source(program_, file_, ++line_, 1));
      emit(s);
    }
  }

  void read_into(const Statement& s, Operand read) { f_.move(registers_[s.dst], read); }

  void emit(const Statement& s) {
    switch (s.kind) {
      case Kind::Load:
      case Kind::Store:
      case Kind::Add:
      case Kind::Exchange:
      case Kind::Cas:
      case Kind::Await:
        return access(s);
      case Kind::Fence:
        return f_.fence(ir::kFullFence);
      case Kind::StoreFence:
        return f_.fence(ir::kStoreFence);
      case Kind::If:
        return if_else(s);
      case Kind::Assert:
        return assertion(s);
      case Kind::Assume:
        return f_.assume(condition(s.condition));
      case Kind::Choose:
        return read_into(s, f_.choose(f_.constant(s.value.constant)));
      case Kind::Exit:
        f_.emit({.op = Opcode::ProcessExit, .a = f_.constant(0)});
        return;
      case Kind::Atomic:
        f_.emit({.op = Opcode::AtomicBegin});
        emit(s.body);
        f_.emit({.op = Opcode::AtomicEnd});
        return;
      case Kind::Spawn:
        return spawn(s.target);
      case Kind::Join:
        return read_into(s, f_.binary(Opcode::And, 64, f_.join(Operand::reg(children_[s.target])),
                                      f_.constant(mask_of(4))));
      case Kind::Allocate:
      case Kind::HeapLoad:
      case Kind::HeapStore:
      case Kind::HeapFree:
        return heap(s);
      default:
        return synchronization(s);
    }
  }

  void access(const Statement& s) {
    const Operand address = f_.global(globals_.locations[s.target], s.offset);
    const Operand v = value(s.value, s.size);
    switch (s.kind) {
      case Kind::Load:
        return read_into(s, f_.load(address, s.size));
      case Kind::Store:
        return f_.store(address, v, s.size, s.order);
      case Kind::Add:
        return read_into(s, f_.rmw(ir::RmwFunction::Add, address, v, s.size, s.order));
      case Kind::Exchange:
        return read_into(s, f_.rmw(ir::RmwFunction::Exchange, address, v, s.size, s.order));
      case Kind::Cas:
        return read_into(s, f_.cas(address, value(s.expected, s.size), v, s.size, s.order).first);
      default:
        return read_into(s, f_.sync(SyncOp::AwaitNotEqual, address, v, s.size));
    }
  }

  void if_else(const Statement& s) {
    const ir::Label then = f_.label(), otherwise = f_.label(), done = f_.label();
    f_.branch(condition(s.condition), then, otherwise);
    f_.bind(then);
    emit(s.body);
    f_.jump(done);
    f_.bind(otherwise);
    emit(s.otherwise);
    f_.jump(done);
    f_.bind(done);
  }

  void assertion(const Statement& s) {
    const ir::Label good = f_.label(), bad = f_.label();
    f_.branch(condition(s.condition), good, bad);
    f_.bind(bad);
    f_.fail(ir::ErrorKind::Assertion, "assertion failed");
    f_.bind(good);
  }

  void heap(const Statement& s) {
    const Operand slot = f_.global(globals_.slots[s.target]);
    if (s.kind == Kind::Allocate) {
      const std::uint32_t object = f_.fresh();
      f_.emit({.op = Opcode::Alloc, .dst = object, .a = f_.constant(kLocationBytes)});
      return f_.store(slot, Operand::reg(object), 8);
    }
    const Operand pointer = f_.load(slot, 8);
    if (s.kind == Kind::HeapLoad) return read_into(s, f_.load(pointer, 4));
    if (s.kind == Kind::HeapStore) return f_.store(pointer, value(s.value), 4);
    f_.emit({.op = Opcode::Free, .a = pointer});
  }

  void synchronization(const Statement& s) {
    auto word = [&](const std::vector<ir::GlobalId>& globals) {
      return f_.global(globals[s.target]);
    };
    switch (s.kind) {
      case Kind::Lock:
        f_.sync(SyncOp::MutexLock, word(globals_.mutexes));
        break;
      case Kind::TryLock:
        read_into(s, f_.sync(SyncOp::MutexTryLock, word(globals_.mutexes)));
        break;
      case Kind::Unlock:
        f_.sync(SyncOp::MutexUnlock, word(globals_.mutexes));
        break;
      case Kind::Locked:
        f_.sync(SyncOp::MutexLock, word(globals_.mutexes));
        held_.push_back(s.target);
        emit(s.body);
        held_.pop_back();
        f_.sync(SyncOp::MutexUnlock, word(globals_.mutexes));
        break;
      case Kind::SemWait:
        f_.sync(SyncOp::SemWait, word(globals_.semaphores));
        break;
      case Kind::SemTryWait:
        read_into(s, f_.sync(SyncOp::SemTryWait, word(globals_.semaphores)));
        break;
      case Kind::SemPost:
        f_.sync(SyncOp::SemPost, word(globals_.semaphores));
        break;
      case Kind::CondWait:
        f_.sync(SyncOp::CondEnqueue, word(globals_.conditions));
        f_.sync(SyncOp::MutexUnlock, f_.global(globals_.mutexes[held_.back()]));
        f_.sync(SyncOp::CondAwait, word(globals_.conditions));
        f_.sync(SyncOp::MutexLock, f_.global(globals_.mutexes[held_.back()]));
        break;
      case Kind::CondSignal:
        f_.sync(SyncOp::CondSignal, word(globals_.conditions));
        break;
      case Kind::CondBroadcast:
        f_.sync(SyncOp::CondBroadcast, word(globals_.conditions));
        break;
      case Kind::Barrier: {
        const Operand round = f_.sync(SyncOp::BarrierArrive, word(globals_.barriers),
                                      f_.constant(sketch_.barriers[s.target]));
        f_.sync(SyncOp::BarrierAwait, word(globals_.barriers), round);
        break;
      }
      default:
        break;
    }
  }

  const Sketch& sketch_;
  ir::Program& program_;
  const Globals& globals_;
  const std::vector<ir::FunctionId>& functions_;
  std::size_t thread_;
  ir::FileId file_;
  std::uint32_t& line_;  // the number of the last statement
  ir::FunctionBuilder f_;
  std::vector<std::uint32_t> registers_;  // the sketch's registers
  std::vector<std::uint32_t> children_;   // by thread: where its id is kept
  std::vector<std::uint8_t> held_;        // mutexes of the enclosing Locked
};

}  // namespace

ir::Program to_ir(const Sketch& sketch) {
  ir::Program program;
  const Globals globals = add_globals(program, sketch);
  std::vector<ir::FunctionId> functions;
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    functions.push_back(t == 0 ? ir::declare_function(program, "main", 0)
                               : ir::declare_function(program, "thread" + std::to_string(t), 1));
  const ir::FileId file = ir::add_file(program, "sketch");
  std::uint32_t line = 0;
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    ThreadEmitter(sketch, program, globals, functions, t, file, line).run();
  program.entry = functions[0];
  return program;
}

}  // namespace overtake::fuzz
