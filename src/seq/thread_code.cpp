// Points and what lies between them: the frame of a turn, local work, and the small things that all
// of a thread's code is made of.
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
      if (in_section_) return f_.assume(use(i.a));  // nothing can come after a false one
      const Label good = f_.label();
      const Label bad = f_.label();
      f_.branch(use(i.a), good, bad);
      f_.bind(bad);
      stop(ThreadStatus::Assumed);
      f_.bind(good);
      return;
    }
    case Opcode::ProcessExit:
      if (in_section_) f_.assume(constant(0));
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
