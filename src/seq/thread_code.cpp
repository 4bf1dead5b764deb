#include "seq/thread_code.h"

#include <utility>

#include "base/error.h"
#include "ir/shape.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::ErrorKind;
using ir::Instruction;
using ir::Label;
using ir::Opcode;
using ir::Operand;
using ir::SyncOp;

namespace {

std::uint64_t mask(unsigned bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
}

}  // namespace

// --- points --------------------------------------------------------------------------------------

void ThreadCode::emit_turn() {
  for (std::uint32_t p = 0; p < points_.points.size(); ++p) emit_point(p);
  f_.ret(constant(0));
}

void ThreadCode::emit_point(std::uint32_t p) {
  const Point& point = points_.points[p];
  point_ = p;
  in_section_ = point.in_section;
  locals_.clear();
  labels_.clear();
  next_ = f_.label();
  const Label body = f_.label();
  f_.at(function_.code[points_.pieces[point.pieces.front()].first].source);
  const Operand at = byte(world_.at[t_], p);
  // There, and wanted: a choice among 1 + at alternatives is 0 if the thread is elsewhere.
  const Operand go = point.switches ? f_.choose(f_.binary(Opcode::Add, 8, at, constant(1))) : at;
  f_.branch(go, body, next_);
  f_.bind(body);
  set_byte(world_.at[t_], p, 0);
  if (point.visible) set_byte(world_.moved, 0, 1);
  for (const std::uint32_t piece : point.pieces) labels_[piece] = f_.label();
  for (const std::uint32_t piece : point.pieces) emit_piece(piece);
  f_.bind(next_);
}

void ThreadCode::emit_piece(std::uint32_t p) {
  const Piece& piece = points_.pieces[p];
  f_.bind(labels_.at(p));
  for (std::uint32_t k = piece.first; k < piece.end; ++k) {
    f_.at(function_.code[k].source);
    told_ = !(k == piece.first && p == points_.points[point_].pieces.front() &&
              points_.points[point_].visible);
    if (told_)
      emit_local(k);
    else
      emit_visible(k);
  }
  if (!ir::ends_block(function_.code[piece.end - 1].op)) go_to(piece.end);
}

void ThreadCode::go_to(std::uint32_t instruction) {
  const std::uint32_t piece = points_.piece_at[instruction];
  if (const auto it = labels_.find(piece); it != labels_.end()) return f_.jump(it->second);
  set_byte(world_.at[t_], points_.pieces[piece].point, 1);
  f_.jump(next_);
}

void ThreadCode::stop(ThreadStatus status) {
  set_byte(world_.status, t_, static_cast<std::uint64_t>(status));
  f_.jump(next_);
}

// --- local work ----------------------------------------------------------------------------------

void ThreadCode::emit_local(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  if (ir::shape(i.op).pure || (i.op >= Opcode::UDiv && i.op <= Opcode::SRem)) {
    Instruction copy = i;
    copy.a = use(i.a);
    copy.b = use(i.b);
    copy.c = use(i.c);
    copy.dst = f_.fresh();
    f_.emit(copy);
    return define(i.dst, Operand::reg(copy.dst));
  }
  const auto arm = [&](std::uint32_t target) {
    const Label l = f_.label();
    const std::uint32_t piece = points_.piece_at[target];
    const auto it = labels_.find(piece);
    return std::pair{it != labels_.end() ? it->second : l, it == labels_.end()};
  };
  switch (i.op) {
    case Opcode::Jump:
      return go_to(i.target);
    case Opcode::Branch: {
      const auto [then, far] = arm(i.target);
      const auto [otherwise, far2] = arm(i.target2);
      f_.branch(use(i.a), then, otherwise);
      if (far) {
        f_.bind(then);
        go_to(i.target);
      }
      if (far2) {
        f_.bind(otherwise);
        go_to(i.target2);
      }
      return;
    }
    case Opcode::Switch: {
      const ir::SwitchTable& table = function_.switches[i.target];
      std::vector<std::pair<std::uint64_t, Label>> cases;
      std::vector<std::pair<Label, std::uint32_t>> far_arms;
      const auto add = [&](std::uint32_t target) {
        const auto [label, far] = arm(target);
        if (far) far_arms.emplace_back(label, target);
        return label;
      };
      for (const auto& [value, target] : table.cases) cases.emplace_back(value, add(target));
      const Label otherwise = add(table.otherwise);
      f_.switch_on(use(i.a), i.width, cases, otherwise);
      for (const auto& [label, target] : far_arms) {
        f_.bind(label);
        go_to(target);
      }
      return;
    }
    case Opcode::Load:
      return define(i.dst, f_.load(use(i.a), i.width));
    case Opcode::Store:
      return f_.store(use(i.a), use(i.b), i.width);
    case Opcode::Rmw: {
      const Operand address = use(i.a);
      const Operand old = f_.load(address, i.width);
      const auto written =
          rmw_code(f_, static_cast<ir::RmwFunction>(i.sub), old, use(i.b), i.width);
      if (!written)
        throw InputError(place(world_.bounded.program, i.source) +
                         ": atomic operations on floating-point numbers are not supported here; "
                         "use 'overtake check'");
      f_.store(address, *written, i.width);
      return define(i.dst, old);
    }
    case Opcode::Cas: {
      const Operand address = use(i.a);
      const Operand old = f_.load(address, i.width);
      const Operand success = f_.binary(Opcode::Eq, 64, old, use(i.b));
      f_.store(address, f_.select(success, use(i.c), old), i.width);
      define(i.dst, old);
      return define(i.dst + 1, success);
    }
    case Opcode::Sync: {  // MutexHeld
      const std::uint32_t result = f_.fresh();
      f_.move(result, constant(0));
      const Operand address = use(i.a);
      for (const Target& target : world_.targets.of(t_, index).targets) {
        const Operand here =
            f_.binary(Opcode::Eq, 64, address, f_.global(target.object, target.offset));
        f_.move(result,
                f_.select(here, byte(world_.held[t_], world_.mutex(target)), Operand::reg(result)));
      }
      return define(i.dst, Operand::reg(result));
    }
    case Opcode::LoopBound: {
      const Operand n = f_.binary(Opcode::Add, 64, use(Operand::reg(i.dst)), constant(1));
      define(i.dst, n);
      const Label over = f_.label();
      const Label good = f_.label();
      f_.branch(f_.binary(Opcode::ULt, 64, constant(i.count), n), over, good);
      f_.bind(over);
      stop(ThreadStatus::Bounded);
      f_.bind(good);
      return;
    }
    case Opcode::Assume: {
      const Label good = f_.label();
      const Label bad = f_.label();
      f_.branch(use(i.a), good, bad);
      f_.bind(bad);
      stop(ThreadStatus::Assumed);
      f_.bind(good);
      return;
    }
    case Opcode::ProcessExit:
      return stop(ThreadStatus::Exited);
    case Opcode::Fail: {
      Instruction copy = i;
      copy.a = use(i.a);
      f_.emit(copy);
      return;
    }
    case Opcode::Trap:
      return fail(ErrorKind::Unreachable);
    default:
      throw InputError(place(world_.bounded.program, i.source) + ": '" +
                       std::string(ir::shape(i.op).name) +
                       "' cannot be sequentialized; use 'overtake check'");
  }
}

// --- visible operations --------------------------------------------------------------------------

void ThreadCode::emit_visible(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  Sma& sma = *world_.sma;
  const bool waits_for_buffers = i.op != Opcode::Load && i.op != Opcode::Store &&
                                 i.op != Opcode::Free && i.op != Opcode::Choose &&
                                 i.op != Opcode::ObjectSize &&
                                 !(i.op == Opcode::Fence && i.sub == ir::kStoreFence);
  if (!in_section_ && (waits_for_buffers || i.op == Opcode::Load || i.op == Opcode::Store))
    sma.update(f_, observes_buffers(world_.bounded, world_.targets, world_.use, t_, index));
  if (waits_for_buffers && !in_section_) sma.fence(f_, t_);
  if (in_section_ &&
      ((i.op == Opcode::Sync && may_block(static_cast<SyncOp>(i.sub))) || i.op == Opcode::Join))
    throw InputError(place(world_.bounded.program, i.source) +
                     ": waiting inside an atomic section is not supported here; use 'overtake "
                     "check'");
  switch (i.op) {
    case Opcode::Load:
    case Opcode::Store:
    case Opcode::Rmw:
    case Opcode::Cas:
    case Opcode::Sync:
      return access(index);
    case Opcode::Free:
      return free_object(index);
    case Opcode::ObjectSize:
      return object_size(index);
    case Opcode::Fence:
      if (i.sub == ir::kStoreFence) sma.store_fence(f_, t_);
      return tell();
    case Opcode::AtomicBegin:
    case Opcode::AtomicEnd:
      return tell();
    case Opcode::Choose:
      return choose(i);
    case Opcode::Spawn:
      return spawn(i);
    case Opcode::Join:
      return join(i);
    default: {  // Ret: the thread ends
      f_.store(f_.global(world_.results, 8ull * t_), use(i.a), 8);
      tell();
      return stop(ThreadStatus::Ended);
    }
  }
}

void ThreadCode::for_target(std::uint32_t index, const At& at) {
  const Instruction& i = function_.code[index];
  const AccessTargets& access = world_.targets.of(t_, index);
  if (access.constant_address && access.targets.size() == 1) return at(access.targets.front());
  const Operand address = use(i.a);
  const Label done = f_.label();
  for (const Target& target : access.targets) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, address, f_.global(target.object, target.offset)), here,
              next);
    f_.bind(here);
    at(target);
    f_.jump(done);
    f_.bind(next);
  }
  fail(ErrorKind::InvalidPointer);
  f_.bind(done);
}

void ThreadCode::live_or_fail(const Target& target) {
  if (world_.targets.may_be_freed(target.object))
    fail_if(byte(world_.dead, target.object.index()), ErrorKind::UseAfterFree);
}

void ThreadCode::access(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  Sma& sma = *world_.sma;
  for_target(index, [&](const Target& target) {
    const Object& object = world_.bounded.objects[target.object.index()];
    const ir::Global& global = world_.bounded.program.globals[target.object.index()];
    const Operand address = f_.global(target.object, target.offset);
    if (object.is_private || (global.constant && i.op == Opcode::Load)) {
      // Nobody else's business, after all.
      if (i.op == Opcode::Load) return define(i.dst, f_.load(address, i.width));
      if (i.op == Opcode::Store) return f_.store(address, use(i.b), i.width);
    }
    if (global.constant) return fail(ErrorKind::WriteToConstant);
    live_or_fail(target);
    switch (i.op) {
      case Opcode::Load: {
        const Operand value =
            in_section_ ? read_memory(target, i.width)
                        : gather(target, i.width, [&](CellId v) { return sma.read(f_, v, t_); });
        define(i.dst, value);
        return tell();
      }
      case Opcode::Store: {
        if (in_section_)
          write_memory(target, i.width, use(i.b));
        else
          sma.write(f_, scatter(target, i.width, use(i.b)), t_);
        return tell();
      }
      case Opcode::Rmw:
        return rmw(i, target);
      case Opcode::Cas:
        return cas(i, target);
      default:
        return sync(i, target);
    }
  });
}

void ThreadCode::rmw(const Instruction& i, const Target& target) {
  const Operand old = read_memory(target, i.width);
  const auto written = rmw_code(f_, static_cast<ir::RmwFunction>(i.sub), old, use(i.b), i.width);
  if (!written)
    throw InputError(place(world_.bounded.program, i.source) +
                     ": atomic operations on floating-point numbers are not supported here; use "
                     "'overtake check'");
  write_memory(target, i.width, *written);
  define(i.dst, old);
  tell();
}

void ThreadCode::cas(const Instruction& i, const Target& target) {
  const Operand old = read_memory(target, i.width);
  const Operand success = f_.binary(Opcode::Eq, 64, old, use(i.b));
  const Label write = f_.label();
  const Label done = f_.label();
  f_.branch(success, write, done);
  f_.bind(write);
  write_memory(target, i.width, use(i.c));
  f_.jump(done);
  f_.bind(done);
  define(i.dst, old);
  define(i.dst + 1, success);
  tell();
}

void ThreadCode::sync(const Instruction& i, const Target& target) {
  const auto op = static_cast<SyncOp>(i.sub);
  const bool mutex =
      op == SyncOp::MutexLock || op == SyncOp::MutexTryLock || op == SyncOp::MutexUnlock;
  if (op == SyncOp::MutexUnlock) {
    // The thread finds that out by itself: no operation of the machine.
    told_ = true;
    fail_if(f_.binary(Opcode::Eq, 64, byte(world_.held[t_], world_.mutex(target)), constant(0)),
            ErrorKind::UnlockNotHeld);
    told_ = false;
  }
  const Operand v = read_memory(target, i.width);
  const auto threads = static_cast<std::uint32_t>(world_.bounded.instances.size());
  const bool woken = op == SyncOp::CondAwait || op == SyncOp::CondCancel;
  const Operand destroyed = f_.binary(Opcode::Eq, 64, v, constant(ir::kDestroyed & mask(i.width)));
  if (op != SyncOp::AwaitNotEqual && !woken) fail_if(destroyed, ErrorKind::DestroyedMutex);
  EffectCode e = sync_code(f_, op, i.width, v, i.b.present() ? use(i.b) : constant(0), t_, threads);
  if (woken) {
    const auto unless_destroyed = [&](Operand& o) {
      if (o.present()) o = f_.select(destroyed, constant(0), o);
    };
    unless_destroyed(e.blocked);
    unless_destroyed(e.condition);
    unless_destroyed(e.result);
  }
  if (e.error.present()) fail_if(e.error, e.kind);
  if (e.blocked.present()) f_.assume(f_.binary(Opcode::Eq, 64, e.blocked, constant(0)));
  if (e.writes) {
    const Label write = f_.label();
    const Label done = f_.label();
    if (e.condition.present()) f_.branch(e.condition, write, done);
    f_.bind(write);
    write_memory(target, i.width, e.written);
    if (mutex) set_byte(world_.held[t_], world_.mutex(target), op == SyncOp::MutexUnlock ? 0 : 1);
    if (e.condition.present()) f_.jump(done);
    f_.bind(done);
  }
  define(i.dst, e.result.present() ? e.result : constant(0));
  tell(e.choice);
}

void ThreadCode::free_object(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  const Operand address = use(i.a);
  const Label done = f_.label();
  const Label some = f_.label();
  f_.branch(address, some, done);
  f_.bind(some);
  for (const Target& target : world_.targets.of(t_, index).targets) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, address, f_.global(target.object)), here, next);
    f_.bind(here);
    const ObjectKind kind = world_.bounded.objects[target.object.index()].kind;
    if (kind == ObjectKind::Heap || kind == ObjectKind::Stack) {
      fail_if(byte(world_.dead, target.object.index()), ErrorKind::DoubleFree);
      set_byte(world_.dead, target.object.index(), 1);
      tell();
      f_.jump(done);
    } else {
      fail(ErrorKind::InvalidFree);
    }
    f_.bind(next);
  }
  fail(ErrorKind::InvalidFree);
  f_.bind(done);
}

void ThreadCode::object_size(std::uint32_t index) {
  const Instruction& i = function_.code[index];
  const Operand address = use(i.a);
  const Label done = f_.label();
  for (const Target& target : world_.targets.of(t_, index).targets) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, address, f_.global(target.object)), here, next);
    f_.bind(here);
    const Object& object = world_.bounded.objects[target.object.index()];
    const bool own = object.kind != ObjectKind::Global && object.owner == t_;
    if (!own) live_or_fail(target);
    define(i.dst, constant(world_.bounded.program.globals[target.object.index()].size));
    if (!own) tell();
    f_.jump(done);
    f_.bind(next);
  }
  fail(ErrorKind::InvalidPointer);
  f_.bind(done);
}

void ThreadCode::spawn(const Instruction& i) {
  const auto child = static_cast<std::uint32_t>(slot_bits(function_.constants[i.a.index()]) -
                                                ir::kFirstFunctionSlot);
  set_byte(world_.status, child, static_cast<std::uint64_t>(ThreadStatus::Running));
  set_byte(world_.at[child], 0, 1);
  const std::vector<std::uint32_t>& slots = world_.frame_slots[child];
  if (!slots.empty() && slots[0] != Points::kNone)
    f_.store(f_.global(world_.frames[child], 8ull * slots[0]), use(i.b), 8);
  define(i.dst, constant(child));
  tell(constant(child));
}

void ThreadCode::join(const Instruction& i) {
  const Operand id = use(i.a);
  const Label done = f_.label();
  for (std::uint32_t u = 0; u < world_.bounded.instances.size(); ++u) {
    const Label here = f_.label();
    const Label next = f_.label();
    f_.branch(f_.binary(Opcode::Eq, 64, id, constant(u)), here, next);
    f_.bind(here);
    const Operand status = byte(world_.status, u);
    fail_if(f_.binary(Opcode::Eq, 64, status,
                      constant(static_cast<std::uint64_t>(ThreadStatus::NotStarted))),
            ErrorKind::InvalidJoin);
    f_.assume(f_.binary(Opcode::Eq, 64, status,
                        constant(static_cast<std::uint64_t>(ThreadStatus::Ended))));
    define(i.dst, f_.load(f_.global(world_.results, 8ull * u), 8));
    tell();
    f_.jump(done);
    f_.bind(next);
  }
  fail(ErrorKind::InvalidJoin);
  f_.bind(done);
}

void ThreadCode::choose(const Instruction& i) {
  const Operand count = use(i.a);
  const Label several = f_.label();
  const Label one = f_.label();
  const Label done = f_.label();
  f_.branch(f_.binary(Opcode::ULt, 64, constant(1), count), several, one);
  f_.bind(several);
  const Operand chosen = f_.choose(count);
  define(i.dst, chosen);
  tell(chosen);
  f_.jump(done);
  f_.bind(one);
  define(i.dst, constant(0));
  f_.jump(done);
  f_.bind(done);
}

// --- deadlocks -----------------------------------------------------------------------------------

Operand ThreadCode::emit_waiting(Operand& spins) {
  const std::uint32_t waiting = f_.fresh();
  const std::uint32_t spinning = f_.fresh();
  f_.move(waiting, constant(0));
  f_.move(spinning, spins);
  locals_.clear();
  for (std::uint32_t p = 0; p < points_.points.size(); ++p) {
    const Point& point = points_.points[p];
    const std::uint32_t index = points_.pieces[point.pieces.front()].first;
    const Instruction& i = function_.code[index];
    const bool sync = i.op == Opcode::Sync && may_block(static_cast<SyncOp>(i.sub));
    if (!point.visible || (!sync && i.op != Opcode::Join)) continue;
    const auto op = static_cast<SyncOp>(i.sub);
    const Label there = f_.label();
    const Label next = f_.label();
    f_.branch(byte(world_.at[t_], p), there, next);
    f_.bind(there);
    const Operand address = use(i.a);
    const auto wait_if = [&](Operand condition) {
      f_.move(waiting, condition);
      if (sync && op == SyncOp::AwaitNotEqual)
        f_.move(spinning, f_.binary(Opcode::Or, 64, Operand::reg(spinning), condition));
      f_.jump(next);
    };
    const auto if_equal = [&](Operand a, Operand b, const std::function<void()>& then) {
      const Label yes = f_.label();
      const Label no = f_.label();
      f_.branch(f_.binary(Opcode::Eq, 64, a, b), yes, no);
      f_.bind(yes);
      then();
      f_.bind(no);
    };
    if (sync) {
      for (const Target& target : world_.targets.of(t_, index).targets)
        if_equal(address, f_.global(target.object, target.offset), [&] {
          const Operand v = read_memory(target, i.width);
          const EffectCode e =
              sync_code(f_, op, i.width, v, i.b.present() ? use(i.b) : constant(0), t_, 1);
          Operand blocked = e.blocked;
          if (op != SyncOp::AwaitNotEqual)
            blocked =
                f_.select(f_.binary(Opcode::Eq, 64, v, constant(ir::kDestroyed & mask(i.width))),
                          constant(0), blocked);
          if (world_.targets.may_be_freed(target.object))
            blocked = f_.select(byte(world_.dead, target.object.index()), constant(0), blocked);
          wait_if(blocked);
        });
    } else {
      for (std::uint32_t u = 0; u < world_.bounded.instances.size(); ++u)
        if_equal(address, constant(u), [&] {
          const Operand status = byte(world_.status, u);
          const Operand ended = f_.binary(
              Opcode::Eq, 64, status, constant(static_cast<std::uint64_t>(ThreadStatus::Ended)));
          const Operand none =
              f_.binary(Opcode::Eq, 64, status,
                        constant(static_cast<std::uint64_t>(ThreadStatus::NotStarted)));
          wait_if(f_.binary(Opcode::Eq, 64, f_.binary(Opcode::Or, 64, ended, none), constant(0)));
        });
    }
    f_.jump(next);
    f_.bind(next);
  }
  spins = Operand::reg(spinning);
  return Operand::reg(waiting);
}

// --- small things --------------------------------------------------------------------------------

Operand ThreadCode::gather(const Target& target, unsigned bytes,
                           const std::function<Operand(CellId)>& read) {
  Operand value;
  for (const CellId v : world_.targets.cells_at(target, bytes)) {
    const Cell& cell = world_.targets.cells()[v.index()];
    Operand part = read(v);
    if (const std::uint64_t shift = 8 * (cell.offset - target.offset); shift != 0)
      part = f_.binary(Opcode::Shl, 64, part, constant(shift));
    value = value.present() ? f_.binary(Opcode::Or, 64, value, part) : part;
  }
  return value;
}

std::vector<CellWrite> ThreadCode::scatter(const Target& target, unsigned bytes, Operand value) {
  std::vector<CellWrite> parts;
  for (const CellId v : world_.targets.cells_at(target, bytes)) {
    const Cell& cell = world_.targets.cells()[v.index()];
    Operand part = value;
    if (const std::uint64_t shift = 8 * (cell.offset - target.offset); shift != 0)
      part = f_.binary(Opcode::LShr, 64, part, constant(shift));
    if (cell.size < 8) part = f_.binary(Opcode::And, 64, part, constant(mask(cell.size)));
    parts.push_back({v, part});
  }
  return parts;
}

Operand ThreadCode::read_memory(const Target& target, unsigned bytes) {
  return gather(target, bytes, [&](CellId v) { return world_.sma->read_memory(f_, v); });
}

void ThreadCode::write_memory(const Target& target, unsigned bytes, Operand value) {
  for (const CellWrite& w : scatter(target, bytes, value))
    world_.sma->write_memory(f_, w.cell, w.value);
}

void ThreadCode::tell(Operand choice) {
  if (told_) return;
  f_.store(f_.global(world_.steps.choice), choice.present() ? choice : constant(0), 8);
  f_.store(f_.global(world_.steps.thread), constant(t_ + 1), 8);
  f_.store(f_.global(world_.steps.timestamp), constant(0), 1);
}

void ThreadCode::fail(ErrorKind kind) {
  tell();
  f_.emit({.op = Opcode::Fail,
           .width = ir::default_width(Opcode::Fail),
           .sub = static_cast<std::uint8_t>(kind),
           .a = constant(0)});
}

void ThreadCode::fail_if(Operand condition, ErrorKind kind) {
  const Label bad = f_.label();
  const Label good = f_.label();
  f_.branch(condition, bad, good);
  f_.bind(bad);
  fail(kind);
  f_.bind(good);
}

Operand ThreadCode::use(Operand o) {
  if (!o.present()) return o;
  if (o.is_constant()) return constant(function_.constants[o.index()]);
  const std::uint32_t slot = world_.frame_slots[t_][o.index()];
  if (slot != Points::kNone) return f_.load(f_.global(world_.frames[t_], 8ull * slot), 8);
  const auto it = locals_.find(o.index());
  if (it != locals_.end()) return Operand::reg(it->second);
  return Operand::reg(locals_[o.index()] = f_.fresh());
}

void ThreadCode::define(std::uint32_t reg, Operand value) {
  if (reg == ir::kNoRegister) return;
  const std::uint32_t slot = world_.frame_slots[t_][reg];
  if (slot != Points::kNone) return f_.store(f_.global(world_.frames[t_], 8ull * slot), value, 8);
  f_.move(use(Operand::reg(reg)).index(), value);
}

Operand ThreadCode::byte(ir::GlobalId g, std::uint64_t offset) {
  return f_.load(f_.global(g, offset), 1);
}

void ThreadCode::set_byte(ir::GlobalId g, std::uint64_t offset, std::uint64_t value) {
  f_.store(f_.global(g, offset), constant(value), 1);
}

}  // namespace overtake::seq
