#include "fuzz/to_ir.h"

#include <optional>
#include <string>

#include "fuzz/ir_globals.h"
#include "fuzz/word_variables.h"
#include "ir/builder.h"

namespace overtake::fuzz {

namespace {

using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

std::uint64_t mask_of(unsigned bytes) { return bytes >= 8 ? ~0ull : (1ull << (8 * bytes)) - 1; }

// The functions of the IR: of the threads, and of the sketch's functions.
struct Functions {
  std::vector<ir::FunctionId> threads, functions;
};

class Emitter {
 public:
  Emitter(const Sketch& sketch, ir::Program& program, const Globals& globals,
          const Functions& functions, ir::FunctionId self, ir::FileId file, std::uint32_t& line,
          bool with_objects)
      : with_objects_(with_objects),
        sketch_(sketch),
        program_(program),
        globals_(globals),
        functions_(functions),
        file_(file),
        line_(line),
        f_(program, self) {}

  void thread(std::size_t number) {
    const Block& block = sketch_.threads[number];
    begin(block, register_count(block), 0);
    children_.resize(sketch_.threads.size());
    for (std::uint32_t& c : children_) c = f_.fresh();
    const std::vector<std::uint8_t> spawned =
        number == 0 ? roots(sketch_) : std::vector<std::uint8_t>{};
    for (std::uint8_t t : spawned) spawn(t);
    emit(block);
    if (sketch_.join_all)
      for (std::uint8_t t : spawned) f_.join(Operand::reg(children_[t]));
    Operand result = f_.constant(number);
    for (std::uint32_t r = 0; r < result_registers(block); ++r)
      result = f_.binary(Opcode::Add, 64, f_.binary(Opcode::Mul, 64, result, f_.constant(256)),
                         Operand::reg(registers_[r]));
    f_.ret(result);
    f_.finish();
  }

  void function(std::size_t number) {
    const Function& function = sketch_.functions[number];
    function_ = number;
    for (std::uint32_t i = 0; i < function.pointers; ++i)
      pointers_.push_back(f_.parameter(function.parameters + i));
    begin(function.body, register_count(function), function.parameters);
    emit(function.body);
    f_.ret(f_.constant(0));
    f_.finish();
  }

 private:
  static constexpr std::size_t kThread = ~std::size_t{0};
  static constexpr std::uint64_t kInRound = 7;  // what the object of a round holds
  static constexpr unsigned kWordBytes = 8;

  struct LoopLabels {
    ir::Label next, done;
    std::optional<std::uint32_t> object = {};  // of its round: the register with its address
  };

  void begin(const Block& block, std::uint32_t registers, std::uint32_t parameters) {
    registers_.resize(registers);
    for (std::uint32_t r = 0; r < registers; ++r)
      f_.move(registers_[r] = f_.fresh(), r < parameters ? f_.parameter(r) : f_.constant(0));
    words_ = word_variables(block);
    for (const bool word : words_)
      variables_.push_back(f_.alloca_(f_.constant(word ? kWordBytes : kLocationBytes)));
  }

  void spawn(std::uint8_t t) {
    f_.move(children_[t], f_.spawn(f_.function(functions_.threads[t]), f_.constant(0)));
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
                     value(c.right()));
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
      case Kind::Or:
      case Kind::And:
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
      case Kind::Set:
        return read_into(s, value(s.value));
      case Kind::Mask:
        return read_into(
            s, f_.binary(Opcode::And, 32, value(s.value), f_.constant(s.expected.constant)));
      case Kind::For:
        return counted_loop(s);
      case Kind::While:
      case Kind::DoWhile:
      case Kind::Loop:
        return loop(s);
      case Kind::Break:
        end_round();
        return jump_away(loops_.back().done);
      case Kind::Continue:
        end_round();
        return jump_away(loops_.back().next);
      case Kind::Call:
        return call(s);
      case Kind::Return:
        f_.ret(value(s.value));
        return f_.bind(f_.label());
      default:
        return synchronization(s);
    }
  }

  Operand place(Space space, std::uint8_t target, std::uint64_t offset = 0) {
    switch (space) {
      case Space::Variable:
        return variables_[target];
      case Space::Pointer:
        return pointers_[target];
      default:
        return f_.global(globals_.locations[target], offset);
    }
  }

  void access(const Statement& s) {
    const Operand address = place(s.space, s.target, s.offset);
    const Operand v = value(s.value, s.size);
    const unsigned size = s.space == Space::Variable && words_[s.target] ? kWordBytes : s.size;
    switch (s.kind) {
      case Kind::Load:
        return read_into(s, f_.load(address, size));
      case Kind::Store:
        return f_.store(address, v, size, s.order);
      case Kind::Add:
        return read_into(s, f_.rmw(ir::RmwFunction::Add, address, v, s.size, s.order));
      case Kind::Exchange:
        return read_into(s, f_.rmw(ir::RmwFunction::Exchange, address, v, s.size, s.order));
      case Kind::Or:
        return read_into(s, f_.rmw(ir::RmwFunction::Or, address, v, s.size, s.order));
      case Kind::And:
        return read_into(s, f_.rmw(ir::RmwFunction::And, address, v, s.size, s.order));
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

  // What follows cannot be reached, but is there.
  void jump_away(ir::Label to) {
    f_.jump(to);
    f_.bind(f_.label());
  }

  // The test of a While stands before the body, that of a DoWhile after it, where Continue goes.
  void loop(const Statement& s) {
    const ir::Label head = f_.label(), body = f_.label(), next = f_.label(), done = f_.label();
    f_.jump(head);
    f_.bind(head);
    if (s.kind == Kind::While) {
      f_.branch(condition(s.condition), body, done);
      f_.bind(body);
    }
    loops_.push_back({s.kind == Kind::DoWhile ? next : head, done});
    if (with_objects_) begin_round();
    emit(s.body);
    end_round();
    loops_.pop_back();
    f_.jump(next);
    f_.bind(next);
    if (s.kind == Kind::DoWhile)
      f_.branch(condition(s.condition), head, done);
    else
      f_.jump(head);
    if (s.kind != Kind::While) f_.bind(body);
    f_.bind(done);
  }

  // An object that is written twice, and read at the end of the round. If it held anything else
  // than what was written last, the round would be one more that changes nothing.
  void begin_round() {
    const std::uint32_t object = f_.fresh();
    f_.emit({.op = Opcode::Alloc, .dst = object, .a = f_.constant(kLocationBytes)});
    f_.store(Operand::reg(object), f_.constant(0), kLocationBytes);
    f_.store(Operand::reg(object), f_.constant(kInRound), kLocationBytes);
    loops_.back().object = object;
  }

  void end_round() {
    if (!loops_.back().object) return;
    const Operand object = Operand::reg(*loops_.back().object);
    const Operand found = f_.load(object, kLocationBytes);
    f_.emit({.op = Opcode::Free, .a = object});
    const ir::Label right = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 32, found, f_.constant(kInRound)), right, loops_.back().next);
    f_.bind(right);
  }

  void counted_loop(const Statement& s) {
    const ir::Label head = f_.label(), body = f_.label(), next = f_.label(), done = f_.label();
    const Operand counter = Operand::reg(registers_[s.dst]);
    f_.move(registers_[s.dst], f_.constant(0));
    f_.jump(head);
    f_.bind(head);
    f_.branch(f_.binary(Opcode::Ne, 32, counter, f_.constant(s.value.constant)), body, done);
    f_.bind(body);
    loops_.push_back({next, done});
    emit(s.body);
    loops_.pop_back();
    f_.jump(next);
    f_.bind(next);
    f_.move(registers_[s.dst], f_.binary(Opcode::Add, 32, counter, f_.constant(1)));
    f_.jump(head);
    f_.bind(done);
  }

  void call(const Statement& s) {
    const ir::Label happens = f_.label(), done = f_.label();
    const bool itself = s.target == function_;
    if (itself) {
      f_.branch(f_.binary(Opcode::Ne, 32, Operand::reg(registers_[0]), f_.constant(0)), happens,
                done);
      f_.bind(happens);
    }
    std::vector<Operand> arguments;
    for (const Value& v : s.arguments) arguments.push_back(value(v));
    if (itself) arguments[0] = value(Value(0, ~0u));
    for (const Place& p : s.pointers) arguments.push_back(place(p.space, p.target));
    read_into(s, f_.call(functions_.functions[s.target], arguments));
    if (!itself) return;
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

  const bool with_objects_;
  const Sketch& sketch_;
  ir::Program& program_;
  const Globals& globals_;
  const Functions& functions_;
  std::size_t function_ = kThread;  // the sketch's function that this is
  ir::FileId file_;
  std::uint32_t& line_;  // the number of the last statement
  ir::FunctionBuilder f_;
  std::vector<std::uint32_t> registers_;  // the sketch's registers
  std::vector<std::uint32_t> children_;   // by thread: where its id is kept
  std::vector<std::uint8_t> held_;        // mutexes of the enclosing Locked
  std::vector<Operand> variables_;        // their addresses
  std::vector<bool> words_;               // ... and whether they have 8 bytes
  std::vector<Operand> pointers_;
  std::vector<LoopLabels> loops_;  // the enclosing ones
};

ir::Program lower(const Sketch& sketch, bool with_objects) {
  ir::Program program;
  const Globals globals = add_globals(program, sketch);
  Functions functions;
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    functions.threads.push_back(
        t == 0 ? ir::declare_function(program, "main", 0)
               : ir::declare_function(program, "thread" + std::to_string(t), 1));
  for (std::size_t f = 0; f < sketch.functions.size(); ++f) {
    const Function& function = sketch.functions[f];
    functions.functions.push_back(ir::declare_function(program, "f" + std::to_string(f),
                                                       function.parameters + function.pointers));
  }
  const ir::FileId file = ir::add_file(program, "sketch");
  std::uint32_t line = 0;
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    Emitter(sketch, program, globals, functions, functions.threads[t], file, line, with_objects)
        .thread(t);
  for (std::size_t f = 0; f < sketch.functions.size(); ++f)
    Emitter(sketch, program, globals, functions, functions.functions[f], file, line, with_objects)
        .function(f);
  program.entry = functions.threads[0];
  return program;
}

}  // namespace

ir::Program to_ir(const Sketch& sketch) { return lower(sketch, false); }
ir::Program to_ir_with_objects(const Sketch& sketch) { return lower(sketch, true); }

}  // namespace overtake::fuzz
