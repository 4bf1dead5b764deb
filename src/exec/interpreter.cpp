#include "exec/interpreter.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "exec/float_ops.h"

namespace overtake::exec {

using ir::ErrorKind;
using ir::Instruction;
using ir::Opcode;

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
          regs[i.dst] = low_bits(get(i.a) + get(i.b), w);
          break;
        case Opcode::Sub:
          regs[i.dst] = low_bits(get(i.a) - get(i.b), w);
          break;
        case Opcode::Mul:
          regs[i.dst] = low_bits(get(i.a) * get(i.b), w);
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
          regs[i.dst] = n >= w ? 0 : low_bits(get(i.a) << n, w);
          break;
        }
        case Opcode::LShr: {
          const std::uint64_t n = get(i.b);
          regs[i.dst] = n >= w ? 0 : get(i.a) >> n;
          break;
        }
        case Opcode::AShr: {
          const std::uint64_t n = std::min<std::uint64_t>(get(i.b), w - 1);
          regs[i.dst] = low_bits(static_cast<std::uint64_t>(sign_extended(get(i.a), w) >> n), w);
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
          regs[i.dst] = sign_extended(get(i.a), w) < sign_extended(get(i.b), w);
          break;
        case Opcode::SLe:
          regs[i.dst] = sign_extended(get(i.a), w) <= sign_extended(get(i.b), w);
          break;
        case Opcode::Select:
          regs[i.dst] = get(i.a) != 0 ? get(i.b) : get(i.c);
          break;
        case Opcode::SExt:
          regs[i.dst] = low_bits(static_cast<std::uint64_t>(sign_extended(get(i.a), w)), i.sub);
          break;
        case Opcode::Trunc:
          regs[i.dst] = low_bits(get(i.a), w);
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
      const std::int64_t a = sign_extended(value(i.a), w);
      const std::int64_t b = sign_extended(value(i.b), w);
      if (b == 0) return fail(ErrorKind::DivisionByZero, i.source), false;
      const bool divide = i.op == Opcode::SDiv;
      const std::int64_t q =
          b == -1 ? (divide ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a)) : 0)
                  : (divide ? a / b : a % b);
      set(i.dst, low_bits(static_cast<std::uint64_t>(q), w));
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
      pend({.kind = OpKind::Free,
            .sub = static_cast<std::uint8_t>(i.count),
            .source = i.source,
            .address = value(i.a)});
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
      if (!executor_.has_clock_) executor_.limits_.on_clock(i.source);
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

}  // namespace overtake::exec
