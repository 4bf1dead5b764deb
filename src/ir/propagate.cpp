// Forward through the code with what is known of each register: that it equals a constant or
// another register, and how many bits its value has. A register's knowledge is void as soon as it,
// or the register it equals, is written: each write makes a new version.
#include <bit>
#include <optional>
#include <unordered_map>

#include "ir/cfg.h"
#include "ir/evaluate.h"
#include "ir/shape.h"
#include "ir/simplify.h"

namespace overtake::ir {
namespace {

class Propagator {
 public:
  explicit Propagator(Function& function)
      : function_(function), known_(function.registers), version_(function.registers, 1) {
    for (std::size_t k = function.constants.size(); k-- > 0;)
      constant_index_[function.constants[k]] = static_cast<std::uint32_t>(k);
  }

  void run() {
    const Cfg cfg = build_cfg(function_);
    std::vector<std::uint32_t> predecessors(cfg.blocks.size(), 0);
    std::vector<bool> follows(cfg.blocks.size(), false);  // the block before leads to it
    predecessors[0] = 1;
    for (std::size_t b = 0; b < cfg.blocks.size(); ++b)
      for (const BlockId next : cfg.blocks[b].successors) {
        ++predecessors[next.index()];
        if (next.index() == b + 1) follows[b + 1] = true;
      }
    for (std::size_t b = 0; b < cfg.blocks.size(); ++b) {
      if (predecessors[b] != 1 || !follows[b]) forget_everything();
      for (std::uint32_t k = cfg.blocks[b].first; k < cfg.blocks[b].end; ++k)
        step(function_.code[k]);
    }
  }

 private:
  struct Known {
    std::uint64_t epoch = 0;
    std::uint32_t version = 0;         // of the register itself
    std::uint32_t source_version = 0;  // of the register it equals
    Operand equals;                    // a constant or a register; absent: only `bits` is known
    std::uint8_t bits = 64;
  };

  void forget_everything() { ++epoch_; }

  const Known* known(std::uint32_t r) const {
    const Known& k = known_[r];
    return k.epoch == epoch_ && k.version == version_[r] ? &k : nullptr;
  }

  // The operand to use instead of `o`.
  Operand best(Operand o) const {
    if (!o.present() || o.is_constant()) return o;
    const Known* k = known(o.index());
    if (k == nullptr || !k->equals.present()) return o;
    if (!k->equals.is_constant() && version_[k->equals.index()] != k->source_version) return o;
    return k->equals;
  }

  std::uint64_t value(Operand o) const { return function_.constants[o.index()]; }
  bool is(Operand o, std::uint64_t v) const { return o.is_constant() && value(o) == v; }

  unsigned bits(Operand o) const {
    if (o.is_constant()) return static_cast<unsigned>(std::bit_width(value(o)));
    const Known* k = known(o.index());
    return k == nullptr ? 64 : k->bits;
  }

  Operand constant(std::uint64_t v) {
    const auto [it, added] =
        constant_index_.try_emplace(v, static_cast<std::uint32_t>(function_.constants.size()));
    if (added) function_.constants.push_back(v);
    return Operand::constant(it->second);
  }

  void step(Instruction& i) {
    for_each_operand(function_, i, [&](Operand& o, bool pair) {
      if (!pair) o = best(o);
    });
    rewrite(i);
    const Known result = learn(i);
    for (unsigned n = 0; n < results(i); ++n) ++version_[i.dst + n];
    if (results(i) != 1) return;
    Known& k = known_[i.dst];
    k = result;
    k.epoch = epoch_;
    k.version = version_[i.dst];
    // A register that is copied to itself, or was just overwritten, equals nothing.
    if (k.equals.present() && !k.equals.is_constant()) {
      if (k.equals.index() == i.dst)
        k.equals = {};
      else
        k.source_version = version_[k.equals.index()];
    }
  }

  void rewrite(Instruction& i) {
    switch (i.op) {
      case Opcode::Branch:
        // One that leads to one place only still decides on its value: it must have been set.
        if (i.a.is_constant()) jump(i, value(i.a) != 0 ? i.target : i.target2);
        return;
      case Opcode::Switch:
        if (i.a.is_constant()) jump(i, destination(function_.switches[i.target], value(i.a)));
        return;
      case Opcode::Select:
        if (i.a.is_constant())
          move(i, value(i.a) != 0 ? i.b : i.c);
        else if (i.b == i.c)
          move(i, i.b);
        return;
      case Opcode::Trunc:
        if (bits(i.a) <= i.width) move(i, i.a);
        break;
      case Opcode::Ne:
        if (is(i.b, 0) && bits(i.a) == 1) move(i, i.a);
        break;
      case Opcode::Add:
        if (i.width == 64 && is(i.a, 0)) move(i, i.b);
        [[fallthrough]];
      case Opcode::Sub:
        if (i.width == 64 && is(i.b, 0)) move(i, i.a);
        break;
      case Opcode::Mul:
        if (i.width == 64 && is(i.b, 1))
          move(i, i.a);
        else if (i.width == 64 && is(i.a, 1))
          move(i, i.b);
        break;
      default:
        break;
    }
    const bool all_constant =
        i.a.is_constant() && (!i.b.present() || i.b.is_constant()) && !i.c.present();
    if (!all_constant || i.op == Opcode::Mov) return;
    const bool divides = i.op >= Opcode::UDiv && i.op <= Opcode::SRem;
    if (!shape(i.op).pure && !divides) return;
    if (const auto v = evaluate(i, value(i.a), i.b.present() ? value(i.b) : 0, 0))
      move(i, constant(*v));
  }

  static std::uint32_t destination(const SwitchTable& table, std::uint64_t v) {
    for (const auto& [value, target] : table.cases)
      if (value == v) return target;
    return table.otherwise;
  }

  static void jump(Instruction& i, std::uint32_t target) {
    i = {.op = Opcode::Jump, .target = target, .source = i.source};
  }
  static void move(Instruction& i, Operand a) {
    i = {.op = Opcode::Mov, .width = 64, .dst = i.dst, .a = a, .source = i.source};
  }

  // What is known of the instruction's single result; operands are still as before it.
  Known learn(const Instruction& i) const {
    Known k;
    auto at_most = [&](unsigned b) { k.bits = static_cast<std::uint8_t>(std::min(b, 64u)); };
    switch (i.op) {
      case Opcode::Mov:
        k.equals = i.a;
        at_most(bits(i.a));
        break;
      case Opcode::Add:
      case Opcode::Sub:
      case Opcode::Mul:
      case Opcode::Shl:
      case Opcode::AShr:
      case Opcode::Trunc:
        at_most(i.width);
        break;
      case Opcode::SExt:
        at_most(i.sub);
        break;
      case Opcode::And:
        at_most(std::min(bits(i.a), bits(i.b)));
        break;
      case Opcode::Or:
      case Opcode::Xor:
        at_most(std::max(bits(i.a), bits(i.b)));
        break;
      case Opcode::LShr:
        at_most(bits(i.a));
        break;
      case Opcode::Select:
        at_most(std::max(bits(i.b), bits(i.c)));
        break;
      case Opcode::Eq:
      case Opcode::Ne:
      case Opcode::ULt:
      case Opcode::ULe:
      case Opcode::SLt:
      case Opcode::SLe:
      case Opcode::FCmp:
        at_most(1);
        break;
      case Opcode::Load:
      case Opcode::Rmw:
        at_most(i.width * 8u);
        break;
      default:
        break;
    }
    return k;
  }

  Function& function_;
  std::vector<Known> known_;  // by register
  std::vector<std::uint32_t> version_;
  std::uint64_t epoch_ = 1;
  std::unordered_map<std::uint64_t, std::uint32_t> constant_index_;
};

}  // namespace

void propagate(Function& function) { Propagator(function).run(); }

}  // namespace overtake::ir
