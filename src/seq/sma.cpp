#include "seq/sma.h"

#include <bit>

#include "base/advice.h"

namespace overtake::seq {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

namespace {

[[noreturn]] void throw_needs_timeline() {
  throw AdvisedError(
      "atomic operations that drain only their own location are known to the timeline alone",
      Advice::UseTimeline);
}

}  // namespace

void Sma::fence_cell(FunctionBuilder&, CellId, std::uint32_t) { throw_needs_timeline(); }
void Sma::fence_before_writing(FunctionBuilder&, CellId, std::uint32_t, Operand) {
  throw_needs_timeline();
}

namespace {

class PlainSma final : public Sma {
 public:
  explicit PlainSma(const SmaWorld& world) : world_(world) {}

  void update(FunctionBuilder&, bool) override {}
  Operand read(FunctionBuilder& f, CellId v, std::uint32_t) override {
    return load_cell(f, world_, v);
  }
  void write(FunctionBuilder& f, std::span<const CellWrite> parts, std::uint32_t) override {
    for (const CellWrite& w : parts) store_cell(f, world_, w.cell, w.value);
  }
  Operand read_memory(FunctionBuilder& f, CellId v) override { return load_cell(f, world_, v); }
  void write_memory(FunctionBuilder& f, CellId v, Operand value) override {
    store_cell(f, world_, v, value);
  }
  void fence(FunctionBuilder&, std::uint32_t) override {}
  void store_fence(FunctionBuilder&, std::uint32_t) override {}
  void flush(FunctionBuilder&) override {}

 private:
  SmaWorld world_;
};

}  // namespace

std::unique_ptr<Sma> make_plain_sma(const SmaWorld& world) {
  return std::make_unique<PlainSma>(world);
}

std::unique_ptr<Sma> make_sma(const SmaOptions& options, const SmaWorld& world) {
  if (options.model == Model::SC || options.kind == SmaKind::Plain) return make_plain_sma(world);
  if (options.kind == SmaKind::Queue) return make_queue_sma(options, world);
  return options.kind == SmaKind::Tcdll ? make_tcdll_sma(options, world)
                                        : make_timeline_sma(options, world);
}

Operand load_cell(FunctionBuilder& f, const SmaWorld& world, CellId v) {
  const Cell& c = world.cells[v.index()];
  return f.load(f.global(c.object, c.offset), c.size);
}

void store_cell(FunctionBuilder& f, const SmaWorld& world, CellId v, Operand value) {
  const Cell& c = world.cells[v.index()];
  f.store(f.global(c.object, c.offset), value, c.size);
}

std::uint64_t initial_value(const ir::Program& program, const Cell& cell) {
  const std::vector<std::uint8_t>& bytes = program.globals[cell.object.index()].initial;
  std::uint64_t v = 0;
  for (std::uint32_t k = 0; k < cell.size; ++k)
    if (cell.offset + k < bytes.size()) v |= std::uint64_t{bytes[cell.offset + k]} << (8 * k);
  return v;
}

Array::Array(ir::Program& program, std::string name, std::uint32_t bytes,
             std::span<const std::uint64_t> initial)
    : bytes_(bytes) {
  ir::Global g{.name = std::move(name), .size = initial.size() * bytes};
  for (const std::uint64_t v : initial)
    for (std::uint32_t k = 0; k < bytes; ++k)
      g.initial.push_back(static_cast<std::uint8_t>(v >> (8 * k)));
  global_ = program.add_global(std::move(g));
}

Operand Array::at(FunctionBuilder& f, Operand index) const {
  const Operand scaled =
      bytes_ == 1 ? index
                  : f.binary(Opcode::Shl, 64, index,
                             f.constant(static_cast<std::uint64_t>(std::countr_zero(bytes_))));
  return f.binary(Opcode::Add, 64, f.global(global_), scaled);
}

Operand Array::load(FunctionBuilder& f, Operand index) const {
  return f.load(at(f, index), bytes_);
}
Operand Array::load(FunctionBuilder& f, std::uint32_t index) const {
  return f.load(f.global(global_, std::uint64_t{index} * bytes_), bytes_);
}
void Array::store(FunctionBuilder& f, Operand index, Operand value) const {
  f.store(at(f, index), value, bytes_);
}
void Array::store(FunctionBuilder& f, std::uint32_t index, Operand value) const {
  f.store(f.global(global_, std::uint64_t{index} * bytes_), value, bytes_);
}

}  // namespace overtake::seq
