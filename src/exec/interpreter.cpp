#include "exec/interpreter.h"

#include <algorithm>
#include <cstring>

#include "exec/float_ops.h"
#include "ir/user_place.h"

namespace overtake::exec {

using ir::ErrorKind;
using ir::Instruction;
using ir::Opcode;

namespace {

std::uint64_t low(std::uint64_t v, unsigned bits) {
  return bits >= 64 ? v : v & ((std::uint64_t{1} << bits) - 1);
}

std::int64_t sign(std::uint64_t v, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(v << shift) >> shift;
}

}  // namespace

bool Interpreter::stopped() const {
  const std::atomic<bool>* stop = executor_.limits_.stop;
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

void Interpreter::interrupt(ir::SourceId source) {
  t_.status_ = Status::Interrupted;
  t_.error_ = {};
  t_.error_.source = source;
}

void Interpreter::fail(ErrorKind kind, ir::SourceId source, Address text, Address address) {
  t_.status_ = Status::Failed;
  t_.error_ = {kind, source, text, address};
}

// The hot loop: local computation and jumps. Everything else is in slow().
void Interpreter::run() {
  std::uint32_t ticks = 0;
  for (;;) {
    if (careful()) {
      if ((++ticks & 0xfff) == 0 && stopped()) {
        interrupt(function().code[t_.stack_[t_.frame_ + kPc]].source);
        return;
      }
      if (!run_carefully()) return;
      continue;
    }
    const ir::Function& f = function();
    const Instruction* code = f.code.data();
    const std::uint64_t* constants = f.constants.data();
    std::uint64_t* regs = registers();
    std::uint64_t pc = t_.stack_[t_.frame_ + kPc];
    const auto get = [&](ir::Operand o) {
      return o.is_constant() ? constants[o.index()] : regs[o.index()];
    };
    for (;;) {
      const Instruction& i = code[pc];
      const unsigned w = i.width;
      switch (i.op) {
        case Opcode::Mov:
          regs[i.dst] = get(i.a);
          break;
        case Opcode::Add:
          regs[i.dst] = low(get(i.a) + get(i.b), w);
          break;
        case Opcode::Sub:
          regs[i.dst] = low(get(i.a) - get(i.b), w);
          break;
        case Opcode::Mul:
          regs[i.dst] = low(get(i.a) * get(i.b), w);
          break;
        case Opcode::And:
          regs[i.dst] = get(i.a) & get(i.b);
          break;
        case Opcode::Or:
          regs[i.dst] = get(i.a) | get(i.b);
          break;
        case Opcode::Xor:
          regs[i.dst] = get(i.a) ^ get(i.b);
          break;
        case Opcode::Shl: {
          const std::uint64_t n = get(i.b);
          regs[i.dst] = n >= w ? 0 : low(get(i.a) << n, w);
          break;
        }
        case Opcode::LShr: {
          const std::uint64_t n = get(i.b);
          regs[i.dst] = n >= w ? 0 : get(i.a) >> n;
          break;
        }
        case Opcode::AShr: {
          const std::uint64_t n = std::min<std::uint64_t>(get(i.b), w - 1);
          regs[i.dst] = low(static_cast<std::uint64_t>(sign(get(i.a), w) >> n), w);
          break;
        }
        case Opcode::Eq:
          regs[i.dst] = get(i.a) == get(i.b);
          break;
        case Opcode::Ne:
          regs[i.dst] = get(i.a) != get(i.b);
          break;
        case Opcode::ULt:
          regs[i.dst] = get(i.a) < get(i.b);
          break;
        case Opcode::ULe:
          regs[i.dst] = get(i.a) <= get(i.b);
          break;
        case Opcode::SLt:
          regs[i.dst] = sign(get(i.a), w) < sign(get(i.b), w);
          break;
        case Opcode::SLe:
          regs[i.dst] = sign(get(i.a), w) <= sign(get(i.b), w);
          break;
        case Opcode::Select:
          regs[i.dst] = get(i.a) != 0 ? get(i.b) : get(i.c);
          break;
        case Opcode::SExt:
          regs[i.dst] = low(static_cast<std::uint64_t>(sign(get(i.a), w)), i.sub);
          break;
        case Opcode::Trunc:
          regs[i.dst] = low(get(i.a), w);
          break;
        case Opcode::Jump:
        case Opcode::Branch: {
          const std::uint64_t to = i.op == Opcode::Jump || get(i.a) != 0 ? i.target : i.target2;
          if (to <= pc && (++ticks & 0xfff) == 0 && stopped()) {
            interrupt(i.source);
            return;
          }
          pc = to;
          continue;
        }
        default: {
          t_.stack_[t_.frame_ + kPc] = pc;
          if ((++ticks & 0xfff) == 0 && stopped()) {
            interrupt(i.source);
            return;
          }
          if (!slow(i)) return;
          goto reload;
        }
      }
      ++pc;
    }
  reload:;
  }
}

bool Interpreter::slow(const Instruction& i) {
  const unsigned w = i.width;
  switch (i.op) {
    case Opcode::UDiv:
    case Opcode::URem: {
      const std::uint64_t b = value(i.b);
      if (b == 0) return fail(ErrorKind::DivisionByZero, i.source), false;
      set(i.dst, i.op == Opcode::UDiv ? value(i.a) / b : value(i.a) % b);
      break;
    }
    case Opcode::SDiv:
    case Opcode::SRem: {
      const std::int64_t a = sign(value(i.a), w);
      const std::int64_t b = sign(value(i.b), w);
      if (b == 0) return fail(ErrorKind::DivisionByZero, i.source), false;
      const bool divide = i.op == Opcode::SDiv;
      const std::int64_t q =
          b == -1 ? (divide ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a)) : 0)
                  : (divide ? a / b : a % b);
      set(i.dst, low(static_cast<std::uint64_t>(q), w));
      break;
    }
    case Opcode::FAdd:
    case Opcode::FSub:
    case Opcode::FMul:
    case Opcode::FDiv:
    case Opcode::FRem:
      set(i.dst, float_binary(i.op, w, value(i.a), value(i.b)));
      break;
    case Opcode::FCmp:
      set(i.dst, float_compare(static_cast<ir::FloatPredicate>(i.sub), w, value(i.a), value(i.b)));
      break;
    case Opcode::FMath:
      set(i.dst, float_function(static_cast<ir::FloatFunction>(i.sub), w, value(i.a), value(i.b),
                                value(i.c)));
      break;
    case Opcode::FToS:
    case Opcode::FToU:
    case Opcode::SToF:
    case Opcode::UToF:
    case Opcode::FToF:
      set(i.dst, float_convert(i.op, w, i.sub, value(i.a)));
      break;
    case Opcode::Undef:
      set(i.dst, 0);
      t_.undefined_.set(word_of(i.dst), compute_undefined(i));
      break;
    case Opcode::Freeze:
      set(i.dst, value(i.a));
      break;
    case Opcode::Switch: {
      const ir::SwitchTable& table = function().switches[i.target];
      const std::uint64_t v = value(i.a);
      const auto it = std::lower_bound(table.cases.begin(), table.cases.end(), v,
                                       [](const auto& c, std::uint64_t x) { return c.first < x; });
      t_.stack_[t_.frame_ + kPc] =
          it != table.cases.end() && it->first == v ? it->second : table.otherwise;
      return true;
    }
    case Opcode::Call:
      return call(i, ir::FunctionId{i.target});
    case Opcode::CallIndirect: {
      const std::uint64_t slot = slot_bits(value(i.a));
      const std::uint64_t f = slot - ir::kFirstFunctionSlot;
      if (slot < ir::kFirstFunctionSlot || f >= program_.functions.size() ||
          value(i.a) != ir::function_address(ir::FunctionId{f}))
        return fail(ErrorKind::InvalidCall, i.source, 0, value(i.a)), false;
      return call(i, ir::FunctionId{f});
    }
    case Opcode::Ret:
      return ret(i);
    case Opcode::Alloca:
      return allocate(i, ObjectKind::Stack);
    case Opcode::Alloc:
      return allocate(i, ObjectKind::Heap);
    case Opcode::StackSave:
      set(i.dst, std::uint64_t{t_.stack_.size()} << 32 | t_.stack_objects_.size());
      break;
    case Opcode::StackRestore:
      return restore_stack(i);
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
      return access(i);
    case Opcode::MemCopy:
    case Opcode::MemSet:
      return transfer(i);
    case Opcode::Fence:
      if (i.sub == 0) {  // only names its order (memory/lower.h): an event without effect
        pend({.kind = OpKind::Choose, .order = i.order, .source = i.source, .operand = {1}});
        return false;
      }
      pend({.kind = i.sub == ir::kStoreFence ? OpKind::StoreFence : OpKind::Fence,
            .source = i.source});
      return false;
    case Opcode::Free:
      if (value(i.a) == 0) break;
      pend({.kind = OpKind::Free, .source = i.source, .address = value(i.a)});
      return false;
    case Opcode::ObjectSize: {
      const Address a = value(i.a);
      if (is_thread_object(a) && owner(SlotId{slot_bits(a)}) == t_.id_) {
        const Resolution r = resolve_object(t_.objects_, SlotId{slot_bits(a)}, a, 1);
        if (r.ok) {
          set(i.dst, r.object_size);
          break;
        }
      }
      pend({.kind = OpKind::ObjectSize, .size = 1, .source = i.source, .address = a});
      return false;
    }
    case Opcode::ThreadLocal: {
      const std::uint32_t place = executor_.thread_local_place_[i.target];
      set(i.dst, program_.globals[i.target].private_ ? address_of(SlotId{kFirstPrivateSlot + place})
                                                     : address_of(thread_slot(t_.id_, place)));
      break;
    }
    case Opcode::Spawn:
      pend({.kind = OpKind::Spawn,
            .source = i.source,
            .address = value(i.a),
            .operand = mark_undefined({value(i.b)}, i.b, 8)});
      return false;
    case Opcode::Join:
      pend({.kind = OpKind::Join,
            .source = i.source,
            .address = i.b.present() ? value(i.b) : 0,
            .operand = {value(i.a)}});
      return false;
    case Opcode::ThreadExit:
      t_.result_ = mark_undefined({value(i.a)}, i.a, 8);
      return end_thread(i.source);
    case Opcode::Self:
      set(i.dst, t_.id_.value);
      break;
    case Opcode::Sync:
      return sync(i);
    case Opcode::AtomicBegin:
      if (t_.atomic_depth_ > 0) {
        ++t_.atomic_depth_;
        break;
      }
      pend({.kind = OpKind::AtomicBegin, .source = i.source});
      return false;
    case Opcode::AtomicEnd:
      if (t_.atomic_depth_ != 1) {
        if (t_.atomic_depth_ > 0) --t_.atomic_depth_;
        break;
      }
      pend({.kind = OpKind::AtomicEnd, .source = i.source});
      return false;
    case Opcode::Choose: {
      const std::uint64_t n = value(i.a);
      if (n <= 1) {
        set(i.dst, 0);
        break;
      }
      pend({.kind = OpKind::Choose, .source = i.source, .operand = {n}});
      return false;
    }
    case Opcode::Assume:
      if (value(i.a) != 0) break;
      t_.status_ = Status::Assumed;
      t_.error_.source = i.source;
      return false;
    case Opcode::ProcessExit:
      t_.status_ = Status::Exited;
      t_.result_ = {value(i.a)};
      return false;
    case Opcode::Clock:
      set(i.dst, read_clock());
      break;
    case Opcode::Sleep:
      sleep(static_cast<ir::SleepKind>(i.sub), value(i.a));
      break;
    case Opcode::Fail:
      fail(static_cast<ErrorKind>(i.sub), i.source, value(i.a));
      return false;
    case Opcode::Print:
      if (!t_.undefined_.empty() && prints_undefined(value(i.a), value(i.b), i.source))
        return false;
      if (executor_.limits_.output) show(value(i.a), value(i.b));
      break;
    case Opcode::Show:
      break;
    case Opcode::Mark:
      t_.marks_.push_back({value(i.a), value(i.b)});
      ++t_.effects_;  // an iteration that notes something is not redundant
      break;
    case Opcode::LoopBound:
      set(i.dst, registers()[i.dst] + 1);
      if (registers()[i.dst] <= i.count) break;
      t_.status_ = Status::Bounded;
      t_.error_.source = i.source;
      return false;
    case Opcode::SpinHead:
      return spin_head(i);
    case Opcode::Throw:
      t_.exception_ = {value(i.a), value(i.b), users_place(i.source), true};
      return unwind();
    case Opcode::ForcedUnwind:
      t_.forced_ = {value(i.a), value(i.b), value(i.c)};
      t_.exception_ = {value(i.a), 0, users_place(i.source), true};
      return unwind();
    case Opcode::Resume:
      t_.exception_.object = value(i.a);
      t_.exception_.type = value(i.b);
      t_.exception_.unwinding = true;
      return unwind();
    case Opcode::Caught:
      set(i.dst, t_.exception_.object);
      set(i.dst + 1, t_.exception_.type);
      break;
    default:
      return fail(ErrorKind::Unreachable, i.source), false;
  }
  advance();
  return true;
}

void Interpreter::push_frame(ir::FunctionId callee) {
  const ir::Function& f = program_.functions[callee.index()];
  const std::size_t frame = t_.stack_.size();
  const std::uint64_t caller = frame == executor_.local_words_.size() ? kNoFrame : t_.frame_;
  t_.stack_.resize(frame + kHeaderWords + f.registers);
  t_.stack_[frame + kFunction] = callee.value;
  t_.stack_[frame + kCaller] = caller;
  t_.stack_[frame + kStackObjects] = t_.stack_objects_.size();
  t_.frame_ = static_cast<std::uint32_t>(frame);
}

void Interpreter::enter(ir::FunctionId root, std::span<const Value> arguments) {
  push_frame(root);
  const std::size_t n =
      std::min<std::size_t>(arguments.size(), program_.functions[root.index()].parameters);
  for (std::uint32_t k = 0; k < n; ++k) set(k, arguments[k], 8);
}

bool Interpreter::call(const Instruction& i, ir::FunctionId callee) {
  const ir::Function& f = program_.functions[callee.index()];
  if (t_.stack_.size() + kHeaderWords + f.registers > executor_.limits_.stack_words)
    return fail(ErrorKind::StackOverflow, i.source), false;
  const ir::Function& caller = function();
  const std::size_t caller_registers = t_.frame_ + kHeaderWords;
  const std::uint32_t n = std::min(i.count, f.parameters);
  push_frame(callee);
  std::uint64_t* parameters = registers();
  for (std::uint32_t k = 0; k < n; ++k) {
    const ir::Operand o = caller.arguments[i.target2 + k];
    parameters[k] =
        o.is_constant() ? caller.constants[o.index()] : t_.stack_[caller_registers + o.index()];
    if (t_.undefined_.empty() || o.is_constant()) continue;
    if (const Undefined u = t_.undefined_.at(caller_registers + o.index()))
      t_.undefined_.set(word_of(k), u);
  }
  return true;
}

void Interpreter::pop_frame() {
  const std::uint64_t caller = t_.stack_[t_.frame_ + kCaller];
  t_.stack_.resize(t_.frame_);
  t_.undefined_.truncate(t_.frame_);
  t_.frame_ = static_cast<std::uint32_t>(caller);
}

bool Interpreter::release_stack_objects(std::size_t keep, ir::SourceId source) {
  // When main is over the process is about to end; its objects are not taken away under the
  // feet of threads that run on only because the exploration lets them.
  const std::uint64_t caller = t_.stack_[t_.frame_ + kCaller];
  const bool main_ends =
      t_.id_.value == 0 && (caller == kNoFrame || t_.stack_[caller + kCaller] == kNoFrame);
  if (main_ends) t_.stack_objects_.resize(std::min(keep, t_.stack_objects_.size()));
  if (t_.stack_objects_.size() <= keep) return true;
  pend({.kind = OpKind::Free,
        .source = source,
        .address = address_of(thread_slot(t_.id_, t_.stack_objects_.back()))});
  return false;
}

bool Interpreter::ret(const Instruction& i) {
  if (!release_stack_objects(t_.stack_[t_.frame_ + kStackObjects], i.source)) return false;
  const Value result = mark_undefined({value(i.a)}, i.a, 8);
  const std::uint64_t second = value(i.b);
  const Undefined undefined_bits[] = {undefined(i.a), undefined(i.b)};
  if (t_.stack_[t_.frame_ + kCaller] == kNoFrame) {
    const ir::FunctionId last = program_.thread_end;
    if (last.valid() && t_.stack_[t_.frame_ + kFunction] != last.value) {
      t_.stack_.resize(t_.frame_);
      t_.undefined_.truncate(t_.frame_);
      enter(last, {&result, 1});
      return true;
    }
    t_.result_ = result;
    pend({.kind = OpKind::End, .source = i.source, .operand = result});
    return false;
  }
  const std::uint64_t first = value(i.a);
  pop_frame();
  const Instruction& site = instruction();
  set(site.dst, first);
  if (site.width == 128) set(site.dst + 1, second);
  for (std::uint32_t k = 0; k < (site.width == 128 ? 2u : 1u); ++k)
    if (site.dst != ir::kNoRegister && undefined_bits[k])
      t_.undefined_.set(word_of(site.dst + k), undefined_bits[k]);
  advance();
  return true;
}

bool Interpreter::end_thread(ir::SourceId source) {
  if (t_.id_.value == 0) t_.stack_objects_.clear();
  if (!t_.stack_objects_.empty() && !release_stack_objects(0, source)) return false;
  pend({.kind = OpKind::End, .source = source, .operand = t_.result_});
  return false;
}

// Private objects are the top of the stack; shared ones end one by one, each visibly.
bool Interpreter::restore_stack(const Instruction& i) {
  const std::uint64_t saved = value(i.a);
  const std::size_t words = saved >> 32, objects = saved & 0xffffffffu;
  const std::size_t frame = t_.frame_ + kHeaderWords + function().registers;
  if (words < frame || objects < t_.stack_[t_.frame_ + kStackObjects])
    return fail(ErrorKind::InvalidPointer, i.source), false;
  if (t_.stack_objects_.size() > objects) {
    pend({.kind = OpKind::Free,
          .source = i.source,
          .address = address_of(thread_slot(t_.id_, t_.stack_objects_.back()))});
    return false;
  }
  if (words < t_.stack_.size()) t_.stack_.resize(words);
  t_.undefined_.truncate(words);
  advance();
  return true;
}

bool Interpreter::unwind() {
  // At Throw / Resume, or at the Call of a frame on the way up: look for a landing pad above.
  for (;;) {
    if (!release_stack_objects(t_.stack_[t_.frame_ + kStackObjects], t_.exception_.thrown_at))
      return false;
    if (t_.stack_[t_.frame_ + kCaller] == kNoFrame) return leave_last_frame();
    pop_frame();
    const std::uint32_t pad = instruction().unwind;
    if (pad != ir::kNoTarget) {
      t_.stack_[t_.frame_ + kPc] = pad;
      t_.exception_.unwinding = false;
      return true;
    }
  }
}

// An exception has left the thread's first function: one that was meant to, or one that nobody has
// caught.
bool Interpreter::leave_last_frame() {
  const bool forced = t_.forced_.object != 0 && t_.forced_.object == t_.exception_.object;
  if (!forced && !program_.uncaught.valid())
    return fail(ErrorKind::UncaughtException, t_.exception_.thrown_at), false;
  const Value argument{t_.forced_.argument};
  const ir::FunctionId next =
      forced ? ir::FunctionId{slot_bits(t_.forced_.function) - ir::kFirstFunctionSlot}
             : program_.uncaught;
  if (next.index() >= program_.functions.size())
    return fail(ErrorKind::InvalidCall, t_.exception_.thrown_at), false;
  t_.exception_.unwinding = false;
  t_.stack_.resize(t_.frame_);
  t_.undefined_.truncate(t_.frame_);
  enter(next, {&argument, 1});
  return true;
}

bool Interpreter::allocate(const Instruction& i, ObjectKind kind) {
  const std::uint64_t size = value(i.a);
  const auto contents = static_cast<ir::Contents>(i.sub);
  const bool is_private =
      kind == ObjectKind::Stack && i.count != 0 && size + 2 * kOffsetBias < kSlotSpan;
  if (is_private) {
    const std::uint64_t words = (size + 7) / 8;
    if (t_.stack_.size() + words + 1 > executor_.limits_.stack_words)
      return fail(ErrorKind::StackOverflow, i.source), false;
    t_.stack_.push_back(object_header(size) | (i.count == 2 ? kIdleBit : 0));
    const std::size_t at = t_.stack_.size();
    t_.stack_.resize(at + words);
    if (contents == ir::Contents::Uninitialized) t_.undefined_.append(at, words, i.source);
    set(i.dst, address_of(SlotId{kFirstPrivateSlot + at}));
    advance();
    return true;
  }
  // An object that no stack has room for, shared or not, overflows it.
  if (kind == ObjectKind::Stack && size > std::uint64_t{executor_.limits_.stack_words} * 8)
    return fail(ErrorKind::StackOverflow, i.source), false;
  // An allocation of more than 1 GiB fails, as malloc may.
  if (size > (std::uint64_t{1} << 30)) {
    set(i.dst, 0);
    advance();
    return true;
  }
  const std::uint64_t slots = slots_for(size);
  const auto number = static_cast<std::uint32_t>(t_.objects_.size());
  if (number + slots > kSlotsPerThread) {  // no fault of the program's: nothing can be concluded
    t_.status_ = Status::Bounded;
    t_.error_.source = users_place(i.source);
    return false;
  }
  t_.objects_.push_back({size, kind, users_place(i.source), ir::GlobalId::none(), contents});
  t_.objects_.resize(number + slots, {0, ObjectKind::Continued, i.source, ir::GlobalId::none()});
  if (kind == ObjectKind::Stack) t_.stack_objects_.push_back(number);
  if (executor_.limits_.allocated) executor_.limits_.allocated(t_, i.source);
  set(i.dst, address_of(thread_slot(t_.id_, number)));
  advance();
  return true;
}

bool Interpreter::sync(const Instruction& i) {
  const auto op = static_cast<ir::SyncOp>(i.sub);
  const Address address = value(i.a);
  const bool held = std::find(t_.held_.begin(), t_.held_.end(), address) != t_.held_.end();
  if (op == ir::SyncOp::MutexHeld) {
    set(i.dst, held);
    advance();
    return true;
  }
  if (op == ir::SyncOp::MutexUnlock && !held)
    return fail(ErrorKind::UnlockNotHeld, i.source, 0, address), false;
  pend({.kind = OpKind::Sync,
        .size = i.width,
        .sub = i.sub,
        .order = i.order,
        .source = i.source,
        .address = address,
        .operand = {value(i.b)}});
  return false;
}

ir::SourceId Interpreter::users_place(ir::SourceId own) const {
  std::optional<ir::UserPlace> place = ir::user_place(program_, own);
  for (std::uint64_t frame = t_.frame_; !place;) {
    frame = t_.stack_[frame + kCaller];
    if (frame == kNoFrame) return own;
    const ir::Function& f = program_.functions[t_.stack_[frame + kFunction]];
    place = ir::user_place(program_, f.code[t_.stack_[frame + kPc]].source);
  }
  return place->source;
}

std::vector<ir::SourceId> Interpreter::backtrace(const ir::Program& program, const Thread& thread) {
  std::vector<ir::SourceId> places;
  if (thread.stack_.empty()) return places;
  for (std::uint64_t frame = thread.frame_; frame != kNoFrame;
       frame = thread.stack_[frame + kCaller]) {
    const ir::Function& f = program.functions[thread.stack_[frame + kFunction]];
    places.push_back(f.code[thread.stack_[frame + kPc]].source);
  }
  return places;
}

void Interpreter::resume(Value result) {
  const OpKind kind = t_.pending_.kind;
  if (kind == OpKind::End) {
    t_.status_ = Status::Ended;
    return;
  }
  if (t_.exception_.unwinding) {
    t_.stack_objects_.pop_back();
    if (unwind()) run();
    return;
  }
  const Instruction& i = instruction();
  note_for_spins(i, result);
  note_for_clock(result);
  switch (i.op) {
    case Opcode::Ret:
    case Opcode::ThreadExit:
    case Opcode::StackRestore:
      t_.stack_objects_.pop_back();
      run();  // the same instruction again
      return;
    case Opcode::MemCopy:
    case Opcode::MemSet:
      if (kind == OpKind::Load) {
        t_.transfer_.value = result;
        t_.transfer_.loaded = true;
      } else {
        t_.transfer_.done += t_.pending_.size;
        t_.transfer_.loaded = false;
      }
      run();
      return;
    case Opcode::Cas:
      set(i.dst, result, i.width);
      set(i.dst + (i.width == 16 ? 2 : 1), result == t_.pending_.expected);
      break;
    case Opcode::Load:
    case Opcode::Rmw:
      set(i.dst, result, i.width);
      break;
    case Opcode::Join:
      set(i.dst, result, 8);
      break;
    case Opcode::Sync: {
      const auto op = static_cast<ir::SyncOp>(i.sub);
      if (op == ir::SyncOp::MutexLock || (op == ir::SyncOp::MutexTryLock && result.lo != 0))
        t_.held_.push_back(t_.pending_.address);
      if (op == ir::SyncOp::MutexUnlock)
        t_.held_.erase(std::find(t_.held_.begin(), t_.held_.end(), t_.pending_.address));
      set(i.dst, result.lo);
      break;
    }
    case Opcode::Spawn:
      ++t_.spawned_;
      set(i.dst, result.lo);
      break;
    case Opcode::AtomicBegin:
      t_.atomic_depth_ = 1;
      break;
    case Opcode::AtomicEnd:
      t_.atomic_depth_ = 0;
      break;
    default:
      set(i.dst, result.lo);
      break;
  }
  advance();
  run();
}

}  // namespace overtake::exec
