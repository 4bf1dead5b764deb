// Accesses that no other thread can see: private stack objects and constant globals, and block
// transfers, of which only the shared part is visible. And where objects of either kind begin.
#include <algorithm>
#include <cstring>

#include "exec/interpreter.h"

namespace overtake::exec {

using ir::ErrorKind;
using ir::Instruction;
using ir::Opcode;

std::uint8_t* Interpreter::private_bytes(Address address, unsigned size) {
  const std::uint64_t at = slot_bits(address) - kFirstPrivateSlot;
  const std::uint64_t offset = (address & (kSlotSpan - 1)) - kOffsetBias;
  if (at == 0 || at > t_.stack_.size()) return nullptr;
  const std::uint64_t header = t_.stack_[at - 1];
  if ((header & (std::uint64_t{0xffff} << 48)) != kObjectTag) return nullptr;
  const std::uint64_t object_size = header & kSizeMask;
  if (offset > object_size || size > object_size - offset) return nullptr;
  return reinterpret_cast<std::uint8_t*>(t_.stack_.data() + at) + offset;
}

Interpreter::Access Interpreter::read_local(Address address, unsigned size, Value& out,
                                            ir::SourceId source) {
  out = {};
  if (is_private(address)) {
    const std::uint8_t* bytes = private_bytes(address, size);
    if (bytes == nullptr) return fail(ErrorKind::OutOfBounds, source, 0, address), Access::Failed;
    std::memcpy(&out.lo, bytes, std::min(size, 8u));
    if (size > 8) std::memcpy(&out.hi, bytes + 8, size - 8);
    if (!t_.undefined_.empty()) out = read_undefined(out, address, size);
    return Access::Done;
  }
  const std::uint64_t slot = slot_bits(address);
  if (slot >= program_.next_global_slot) return Access::Visible;
  const ir::GlobalId g = program_.global_of_slot[slot];
  if (!g.valid() || !program_.globals[g.index()].constant) return Access::Visible;
  const Resolution r = resolve_global(program_, address, size);
  if (!r.ok) return fail(r.error, source, 0, address), Access::Failed;
  const std::vector<std::uint8_t>& initial = program_.globals[g.index()].initial;
  for (unsigned k = 0; k < size && r.offset + k < initial.size(); ++k)
    (k < 8 ? out.lo : out.hi) |= std::uint64_t{initial[r.offset + k]} << (8 * (k % 8));
  return Access::Done;
}

void Interpreter::show(Address text, std::uint64_t length) {
  std::string out;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(length, 1u << 16); ++i) {
    const std::uint8_t* byte = is_private(text + i) ? private_bytes(text + i, 1) : nullptr;
    char c = byte != nullptr ? static_cast<char>(*byte) : '?';
    if (const Resolution r = resolve_global(program_, text + i, 1); r.ok && r.constant) {
      const ir::GlobalId g = program_.global_of_slot[slot_bits(text + i)];
      const std::vector<std::uint8_t>& initial = program_.globals[g.index()].initial;
      c = r.offset < initial.size() ? static_cast<char>(initial[r.offset]) : '\0';
    }
    out += c;
  }
  executor_.limits_.output(t_.id_, out);
}

Interpreter::Access Interpreter::write_local(Address address, unsigned size, Value v,
                                             ir::SourceId source) {
  if (!is_private(address)) return Access::Visible;
  std::uint8_t* bytes = private_bytes(address, size);
  if (bytes == nullptr) return fail(ErrorKind::OutOfBounds, source, 0, address), Access::Failed;
  std::memcpy(bytes, &v.lo, std::min(size, 8u));
  if (size > 8) std::memcpy(bytes + 8, &v.hi, size - 8);
  if (!t_.undefined_.empty() || v.undefined != 0) write_undefined(address, size, v);
  return Access::Done;
}

bool Interpreter::prints_undefined(Address text, std::uint64_t length, ir::SourceId source) {
  for (std::uint64_t k = 0; k < length && is_private(text + k); ++k)
    if (const Undefined u = private_undefined(text + k, 1)) return fail_undefined(u, source);
  return false;
}

Value Interpreter::wide_value(ir::Operand o, unsigned size) {
  if (size <= 8 || !o.present()) return mark_undefined({value(o)}, o, size);
  // A pair: two consecutive registers, or two consecutive constants.
  const std::uint64_t hi =
      o.is_constant() ? function().constants[o.index() + 1] : registers()[o.index() + 1];
  return mark_undefined({value(o), hi}, o, size);
}

bool Interpreter::access(const Instruction& i) {
  const Address address = value(i.a);
  Op op{.size = i.width, .sub = i.sub, .order = i.order, .source = i.source, .address = address};
  switch (i.op) {
    case Opcode::Load:
      op.kind = OpKind::Load;
      break;
    case Opcode::Store:
      op.kind = OpKind::Store;
      op.operand = wide_value(i.b, i.width);
      break;
    case Opcode::Rmw:
      op.kind = OpKind::Rmw;
      op.operand = wide_value(i.b, i.width);
      break;
    default:
      op.kind = OpKind::Cas;
      op.expected = wide_value(i.b, i.width);
      op.operand = wide_value(i.c, i.width);
      break;
  }
  if (op.kind == OpKind::Store) {
    const Access done = write_local(address, i.width, op.operand, i.source);
    if (done == Access::Done) {
      store_undefined(i, address);
      advance();
    }
    if (done == Access::Visible) pend(op);
    return done == Access::Done;
  }
  Value old;
  if (op.kind != OpKind::Load && !is_private(address)) {
    pend(op);
    return false;
  }
  const Access done = read_local(address, i.width, old, i.source);
  if (done == Access::Visible) pend(op);
  if (done != Access::Done) return false;
  if (op.kind != OpKind::Load) {
    const Effect e = apply(op, old, t_.id_);
    if (e.error) {
      fail(e.kind, i.source, 0, address);
      t_.error_.origin = e.origin;
      return false;
    }
    if (e.writes) write_local(address, i.width, e.written, i.source);
  }
  set(i.dst, old, i.width);
  if (op.kind == OpKind::Load) load_undefined(i, address);
  if (op.kind == OpKind::Cas) set(i.dst + (i.width == 16 ? 2 : 1), old == op.expected);
  advance();
  return true;
}

// MemCopy and MemSet go in chunks that are aligned on both sides; overlapping copies from the end
// if the target lies above the source, as memmove demands.
bool Interpreter::transfer(const Instruction& i) {
  const Address to = value(i.a);
  const Address from = value(i.b);
  const std::uint64_t length = value(i.c);
  const bool copy = i.op == Opcode::MemCopy;
  const bool backwards = copy && to > from && to < from + length;
  const std::uint64_t cap = i.width == 0 ? 8 : std::min<std::uint64_t>(i.width, 8);
  while (t_.transfer_.done < length) {
    const std::uint64_t left = length - t_.transfer_.done;
    const std::uint64_t edge = backwards ? left : t_.transfer_.done;
    std::uint64_t chunk = cap;
    const std::uint64_t misaligned = (to + edge) | (copy ? from + edge : 0);
    while (chunk > 1 && (chunk > left || misaligned % chunk != 0)) chunk /= 2;
    const std::uint64_t at = backwards ? edge - chunk : edge;
    const auto size = static_cast<std::uint8_t>(chunk);
    if (copy && !t_.transfer_.loaded) {
      Value v;
      const Access done = read_local(from + at, size, v, i.source);
      if (done == Access::Visible)
        pend({.kind = OpKind::Load, .size = size, .source = i.source, .address = from + at});
      if (done != Access::Done) return false;
      t_.transfer_.value = v;
      t_.transfer_.loaded = true;
    }
    const std::uint64_t pattern = (from & 0xff) * 0x0101010101010101ull;
    Value v = t_.transfer_.value;
    if (!copy) {
      v = {size == 8 ? pattern : pattern & ((std::uint64_t{1} << (8 * size)) - 1)};
      if (const Undefined u = undefined(i.b))
        v = {0, 0, static_cast<std::uint16_t>((1u << size) - 1), u.origin};
    }
    const Access done = write_local(to + at, size, v, i.source);
    if (done == Access::Visible)
      pend({.kind = OpKind::Store,
            .size = size,
            .source = i.source,
            .address = to + at,
            .operand = v});
    if (done != Access::Done) return false;
    t_.transfer_.done += chunk;
    t_.transfer_.loaded = false;
  }
  t_.transfer_ = {};
  advance();
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
    t_.stack_.push_back(object_header(size, i.count == 2));
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
  t_.objects_.add({size, kind, users_place(i.source), ir::GlobalId::none(), contents}, slots);
  if (kind == ObjectKind::Stack) t_.stack_objects_.push_back(number);
  if (executor_.limits_.allocated) executor_.limits_.allocated(t_, i.source);
  set(i.dst, address_of(thread_slot(t_.id_, number)));
  advance();
  return true;
}

}  // namespace overtake::exec
