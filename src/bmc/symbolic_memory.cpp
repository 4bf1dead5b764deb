#include "bmc/symbolic_memory.h"

#include <algorithm>

namespace overtake::bmc {

using ir::Opcode;

MemoryLayout::MemoryLayout(const ir::Program& program) : program_(program) {
  const std::size_t n = program.globals.size();
  std::vector<std::uint32_t> widest(n, 8);
  std::vector<char> accessed(n, 0);
  for (const ir::Function& f : program.functions)
    for (const ir::Instruction& i : f.code) {
      if ((i.op != Opcode::Load && i.op != Opcode::Store) || !i.a.is_constant()) continue;
      const auto place = find(f.constants[i.a.index()], i.width);
      if (!place) continue;
      std::uint32_t& w = widest[place->global.index()];
      accessed[place->global.index()] = 1;
      while (w > 1 && (i.width % w != 0 || place->offset % w != 0)) w /= 2;
    }
  for (std::size_t g = 0; g < n; ++g) {
    unit_.push_back(accessed[g] != 0 ? widest[g] : 1);
    first_.push_back(units_);
    units_ += static_cast<std::uint32_t>((program.globals[g].size + unit_[g] - 1) / unit_[g]);
  }
}

std::optional<MemoryLayout::Place> MemoryLayout::find(Address address, std::uint64_t size) const {
  const std::uint64_t slot = slot_bits(address);
  if (slot >= program_.next_global_slot) return std::nullopt;
  const ir::GlobalId g = program_.global_of_slot[slot];
  if (!g.valid()) return std::nullopt;
  const ir::Global& global = program_.globals[g.index()];
  const std::uint64_t offset = address - address_of(global.slot);
  if (offset > global.size || size > global.size - offset) return std::nullopt;
  return Place{g, offset};
}

SymbolicMemory::SymbolicMemory(const MemoryLayout& layout, BitVectors& bits) {
  for (std::uint32_t i = 0; i < layout.units(); i += kChunk) {
    chunks_.push_back(std::make_shared<Chunk>());
    chunks_.back()->fill(bits.zero());
  }
  const ir::Program& program = layout.program();
  for (std::size_t g = 0; g < program.globals.size(); ++g) {
    const std::vector<std::uint8_t>& bytes = program.globals[g].initial;
    const std::uint32_t u = layout.unit_bytes(ir::GlobalId{g});
    for (std::size_t at = 0; at < bytes.size(); at += u) {
      std::uint64_t v = 0;
      for (std::size_t k = 0; k < u && at + k < bytes.size(); ++k)
        v |= std::uint64_t{bytes[at + k]} << (8 * k);
      set_unit(layout.first_unit(ir::GlobalId{g}) + static_cast<std::uint32_t>(at / u),
               bits.number(v));
    }
  }
}

void SymbolicMemory::set_unit(std::uint32_t i, Bits value) {
  std::shared_ptr<Chunk>& chunk = chunks_[i / kChunk];
  if ((*chunk)[i % kChunk] == value) return;
  if (chunk.use_count() > 1) chunk = std::make_shared<Chunk>(*chunk);
  (*chunk)[i % kChunk] = value;
}

Bits SymbolicMemory::load(BitVectors& bits, const MemoryLayout& layout,
                          const MemoryLayout::Place& at, unsigned size) const {
  const std::uint32_t u = layout.unit_bytes(at.global);
  const std::uint32_t first = layout.first_unit(at.global);
  const auto unit_at = static_cast<std::uint32_t>(at.offset / u);
  if (at.offset % u == 0 && size == u) return unit(first + unit_at);
  Bits out = bits.zero();
  for (unsigned done = 0; done < size;) {
    const auto offset = static_cast<unsigned>(at.offset) + done;
    const unsigned inside = offset % u;
    const unsigned n = std::min(u - inside, size - done);
    const Bits part = bits.slice(unit(first + offset / u), 8 * inside, 8 * n);
    out = bits.or_(out, bits.shifted_left(part, 8 * done));
    done += n;
  }
  return out;
}

void SymbolicMemory::store(BitVectors& bits, const MemoryLayout& layout,
                           const MemoryLayout::Place& at, unsigned size, Bits value) {
  const std::uint32_t u = layout.unit_bytes(at.global);
  const std::uint32_t first = layout.first_unit(at.global);
  for (unsigned done = 0; done < size;) {
    const auto offset = static_cast<unsigned>(at.offset) + done;
    const unsigned inside = offset % u;
    const unsigned n = std::min(u - inside, size - done);
    Bits part = bits.slice(value, 8 * done, 8 * n);
    if (n != u) {
      const Bits old = unit(first + offset / u);
      const Bits below = bits.slice(old, 0, 8 * inside);
      const Bits above = bits.slice(old, 8 * (inside + n), 8 * (u - inside - n));
      part = bits.or_(bits.or_(below, bits.shifted_left(part, 8 * inside)),
                      bits.shifted_left(above, 8 * (inside + n)));
    }
    set_unit(first + offset / u, part);
    done += n;
  }
}

void SymbolicMemory::merge(BitVectors& bits, Lit c, const SymbolicMemory& otherwise) {
  for (std::uint32_t k = 0; k < chunks_.size(); ++k) {
    if (chunks_[k] == otherwise.chunks_[k]) continue;
    for (std::uint32_t i = 0; i < kChunk; ++i) {
      const Bits mine = (*chunks_[k])[i];
      const Bits other = (*otherwise.chunks_[k])[i];
      if (mine != other) set_unit(k * kChunk + i, bits.ite(c, mine, other));
    }
  }
}

}  // namespace overtake::bmc
