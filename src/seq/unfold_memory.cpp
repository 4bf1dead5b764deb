// Unfolding memory: what is known of bytes that no other thread sees, and copies and allocations of
// known size.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/shape.h"
#include "seq/evaluate.h"
#include "seq/unfold.h"

namespace overtake::seq {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

ir::GlobalId Unfolder::private_object(Address address) const {
  const std::uint64_t slot = slot_bits(address);
  const ir::Program& p = shared_.out.program;
  if (slot >= p.next_global_slot) return {};
  const ir::GlobalId g = p.global_of_slot[slot];
  if (!g.valid() || g.index() >= shared_.out.objects.size()) return {};
  const Object& o = shared_.out.objects[g.index()];
  return o.is_private && o.owner == instance_ ? g : ir::GlobalId{};
}

void Unfolder::forget_memory(State& s, Known address, std::uint64_t size) {
  if (!address) {
    s.bytes.clear();
    return;
  }
  s.bytes.erase(s.bytes.lower_bound(*address), s.bytes.lower_bound(*address + size));
}

Unfolder::Known Unfolder::load_known(const State& s, std::uint64_t address, unsigned size) const {
  if (size > 8) return std::nullopt;
  const std::uint64_t slot = slot_bits(address);
  std::uint64_t value = 0;
  if (slot < shared_.source.next_global_slot) {
    const ir::GlobalId g = shared_.source.global_of_slot[slot];
    if (!g.valid() || !shared_.source.globals[g.index()].constant) return std::nullopt;
    const ir::Global& global = shared_.source.globals[g.index()];
    const std::uint64_t offset = address - address_of(global.slot);
    if (offset > global.size || size > global.size - offset) return std::nullopt;
    for (unsigned k = 0; k < size; ++k)
      if (offset + k < global.initial.size())
        value |= std::uint64_t{global.initial[offset + k]} << (8 * k);
    return value;
  }
  for (unsigned k = 0; k < size; ++k) {
    const auto it = s.bytes.find(address + k);
    if (it == s.bytes.end()) return std::nullopt;
    value |= std::uint64_t{it->second} << (8 * k);
  }
  return value;
}

bool Unfolder::access(State& s, const Instruction& i) {
  const Known address = known(s, i.a);
  if (i.op == Opcode::Load && address)
    if (const Known v = load_known(s, *address, i.width)) {
      set(s, i.dst, {}, v);
      return true;
    }
  Instruction copy = i;
  copy.a = operand(s, i.a);
  if (i.dst != ir::kNoRegister) copy.dst = flat(s, i.dst);
  const bool pairs = ir::takes_pairs(i);
  const auto value = [&](Operand o) {
    return pairs && o.present() ? Operand::reg(flat(s, o.index())) : operand(s, o);
  };
  copy.b = value(i.b);
  copy.c = value(i.c);
  // Two results stand side by side: in a pair of registers that nothing else writes.
  if (i.op == Opcode::Cas && i.width <= 8) copy.dst = b_.fresh_pair();
  b_.emit(copy);
  if (i.op == Opcode::Cas && i.width <= 8)
    for (std::uint32_t k = 0; k < 2; ++k) b_.move(flat(s, i.dst + k), Operand::reg(copy.dst + k));
  if (i.op != Opcode::Load) forget_memory(s, address, i.width);
  if (i.op == Opcode::Store && address && private_object(*address).valid() && i.width <= 8)
    if (const Known v = known(s, i.b))
      for (unsigned k = 0; k < i.width; ++k)
        s.bytes[*address + k] = static_cast<std::uint8_t>(*v >> (8 * k));
  set_unknown(s, i.dst, ir::results(i));
  return true;
}

// MemCopy and MemSet as the loads and stores that the executor makes of them.
bool Unfolder::transfer(State& s, const Instruction& i) {
  const Known length = known(s, i.c);
  if (!length)
    throw InputError(where(i) +
                     ": a block of memory whose size depends on the run is copied or "
                     "set; 'overtake check' can do that");
  const bool copy = i.op == Opcode::MemCopy;
  const Known to = known(s, i.a);
  const Known from = copy ? known(s, i.b) : Known{0};
  const Operand to_operand = operand(s, i.a);
  const Operand from_operand = operand(s, i.b);
  if (*length > 0 && (!to || !from)) {
    // Where the addresses are not known they are taken to be aligned and apart; else we stop.
    const ir::Label good = b_.label();
    const ir::Label bad = b_.label();
    Operand apart =
        b_.binary(Opcode::Eq, 64,
                  b_.binary(Opcode::And, 64,
                            copy ? b_.binary(Opcode::Or, 64, to_operand, from_operand) : to_operand,
                            constant(7)),
                  constant(0));
    if (copy) {
      const Operand distance = b_.binary(Opcode::Sub, 64, to_operand, from_operand);
      apart =
          b_.binary(Opcode::And, 1, apart, b_.binary(Opcode::ULe, 64, constant(*length), distance));
    }
    b_.branch(apart, good, bad);
    b_.bind(bad);
    stop_bounded();
    b_.bind(good);
  }
  const std::uint64_t to_bits = to.value_or(0);
  const std::uint64_t from_bits = from.value_or(0);
  const bool backwards = copy && to && from && to_bits > from_bits && to_bits < from_bits + *length;
  const std::uint64_t cap = i.width == 0 ? 8 : std::min<std::uint64_t>(i.width, 8);
  for (std::uint64_t done = 0; done < *length;) {
    const std::uint64_t left = *length - done;
    const std::uint64_t edge = backwards ? left : done;
    std::uint64_t chunk = cap;
    const std::uint64_t misaligned = (to_bits + edge) | (copy ? from_bits + edge : 0);
    while (chunk > 1 && (chunk > left || misaligned % chunk != 0)) chunk /= 2;
    const std::uint64_t at = backwards ? edge - chunk : edge;
    const auto size = static_cast<std::uint8_t>(chunk);
    const auto part = [&](Operand base, Known address) {
      return address ? constant(*address + at) : b_.binary(Opcode::Add, 64, base, constant(at));
    };
    Operand value;
    Known value_known;
    if (copy) {
      if (from) value_known = load_known(s, *from + at, size);
      value = value_known ? constant(*value_known) : b_.load(part(from_operand, from), size);
    } else if (const Known byte = known(s, i.b)) {
      std::uint64_t v = 0;
      for (unsigned k = 0; k < size; ++k) v |= (*byte & 0xff) << (8 * k);
      value = constant(v);
      value_known = v;
    } else {
      value =
          b_.binary(Opcode::Mul, 8 * size, b_.binary(Opcode::And, 64, from_operand, constant(0xff)),
                    constant(0x0101010101010101ull));
    }
    b_.store(part(to_operand, to), value, size);
    forget_memory(s, to ? Known{*to + at} : Known{}, size);
    if (to && value_known && private_object(*to + at).valid())
      for (unsigned k = 0; k < size; ++k)
        s.bytes[*to + at + k] = static_cast<std::uint8_t>(*value_known >> (8 * k));
    done += chunk;
  }
  return true;
}

bool Unfolder::allocate(State& s, const Instruction& i) {
  const Known size = known(s, i.a);
  if (!size)
    throw InputError(where(i) +
                     ": an object whose size depends on the run is allocated; "
                     "'overtake check' can do that");
  const bool stack = i.op == Opcode::Alloca;
  if (*size > (stack ? std::uint64_t{8} << 20 : std::uint64_t{1} << 30)) {
    if (!stack) {
      set(s, i.dst, {}, 0);
      return true;
    }
    b_.emit({.op = Opcode::Fail,
             .width = ir::default_width(Opcode::Fail),
             .sub = static_cast<std::uint8_t>(ir::ErrorKind::StackOverflow),
             .a = constant(0)});
    return false;
  }
  const bool is_private = stack && i.count != 0;
  ir::Program& program = shared_.out.program;
  const ir::GlobalId g =
      program.add_global({.name = fmt::format("T{}.{}{}", instance_, stack ? "local" : "object",
                                              program.globals.size()),
                          .size = *size,
                          .source = i.source});
  shared_.out.objects.push_back({.kind = stack ? ObjectKind::Stack : ObjectKind::Heap,
                                 .is_private = is_private,
                                 .owner = instance_});
  const Address address = address_of(program.globals[g.index()].slot);
  if (is_private && *size <= 4096)
    for (std::uint64_t k = 0; k < *size; ++k) s.bytes[address + k] = 0;
  if (stack && !is_private) s.frames.back().stack_objects.push_back(address);
  set(s, i.dst, {}, address);
  return true;
}

Address Unfolder::thread_local_at(ir::GlobalId global) {
  std::optional<Address>& address = thread_locals_[global.index()];
  ir::Program& program = shared_.out.program;
  if (!address) {
    const ir::Global& image = shared_.source.globals[global.index()];
    ir::Global copy{.name = fmt::format("T{}.{}", instance_, image.name),
                    .size = image.size,
                    .initial = image.initial,
                    .source = image.source};
    const ir::GlobalId g = program.add_global(std::move(copy));
    shared_.out.objects.push_back(
        {.kind = ObjectKind::ThreadLocal, .is_private = image.private_, .owner = instance_});
    address = address_of(program.globals[g.index()].slot);
  }
  return *address;
}

}  // namespace overtake::seq
