// Small random guarded commands: few variables and values so that things collide, all kinds of
// statements, choices, and (if asked for) loops.
#pragma once

#include <cstdint>
#include <string>

#include "base/random.h"
#include "gcl/ast.h"

namespace overtake::support {

struct GclShape {
  std::uint32_t processes = 2;
  std::uint32_t statements = 4;  // of each process, at most
  std::uint32_t variables = 2;
  std::uint32_t values = 2;
  bool loops = false;
  bool asserts = false;
  bool plain = false;     // mostly reads and writes
  bool sections = false;  // lock and unlock
  bool counts = false;    // registers plus one
};

class RandomGcl {
 public:
  RandomGcl(std::uint64_t seed, GclShape shape) : random_(seed), shape_(shape) {}

  gcl::Program program() {
    gcl::Program p;
    p.name = "random";
    p.file = "random.gcl";
    for (std::uint32_t v = 0; v < shape_.variables; ++v)
      p.variables.push_back({.name = std::string(1, static_cast<char>('x' + v))});
    for (std::uint32_t i = 0; i < shape_.processes; ++i)
      p.processes.push_back(process("p" + std::to_string(i + 1)));
    return p;
  }

 private:
  gcl::Process process(const std::string& name) {
    gcl::Process p;
    p.name = name;
    p.registers = {"r", "s"};
    const std::uint32_t count = 1 + random_.below(shape_.statements);
    for (std::uint32_t i = 0; i <= count; ++i) p.intern_label("q" + std::to_string(i));
    p.init = gcl::LabelId{0};
    // A section from one label to another; jumps may lead out of it, or into it.
    const std::uint32_t lock = shape_.sections ? random_.below(count) : count;
    const std::uint32_t unlock = lock + 2 + random_.below(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (shape_.sections && (i == lock || i == unlock) && random_.below(8) != 0) {
        gcl::Statement s;
        s.kind = i == lock ? gcl::StatementKind::Lock : gcl::StatementKind::Unlock;
        p.add({.from = gcl::LabelId{i}, .statement = s, .to = gcl::LabelId{i + 1}});
        continue;
      }
      add(p, i, count);
      if (random_.below(4) == 0) add(p, i, count);  // a choice
    }
    return p;
  }

  void add(gcl::Process& p, std::uint32_t from, std::uint32_t count) {
    // Mostly to the next label, sometimes further, sometimes back.
    std::uint32_t to = from + 1;
    if (random_.below(5) == 0) to = from + 1 + random_.below(count - from);
    if (shape_.loops && random_.below(4) == 0) to = random_.below(count + 1);
    p.add({.from = gcl::LabelId{from}, .statement = statement(), .to = gcl::LabelId{to}});
  }

  gcl::Statement statement() {
    using gcl::StatementKind;
    gcl::Statement s;
    const gcl::Expr address = gcl::Expr::literal(random_.below(shape_.variables));
    const gcl::RegisterId reg{random_.below(2)};
    const bool plain = shape_.plain && random_.below(8) != 0;
    switch (random_.below(plain ? 8 : shape_.asserts ? 13 : 12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        s.kind = StatementKind::Write;
        s.address = address;
        s.value = value();
        break;
      case 4:
      case 5:
      case 6:
      case 7:
        s.kind = StatementKind::Read;
        s.address = address;
        s.reg = reg;
        break;
      case 8:
        s.kind = StatementKind::Arw;
        s.address = address;
        s.value = value();
        s.desired = value();
        break;
      case 9:
        s.kind = random_.below(3) == 0 ? StatementKind::Fence : StatementKind::Skip;
        break;
      case 10:
        s.kind = StatementKind::Assign;
        s.reg = reg;
        s.value = value();
        break;
      default:
        s.kind = random_.below(12) < 6 || !shape_.asserts ? StatementKind::Assume
                                                          : StatementKind::Assert;
        s.value.op = random_.below(2) == 0 ? gcl::Operator::Eq : gcl::Operator::Ne;
        s.value.operands = {gcl::Expr::register_(reg),
                            gcl::Expr::literal(random_.below(shape_.values))};
        break;
    }
    return s;
  }

  gcl::Expr value() {
    if (shape_.counts && random_.below(3) == 0)
      return {.op = gcl::Operator::Add,
              .value = 0,
              .reg = {},
              .operands = {gcl::Expr::register_(gcl::RegisterId{random_.below(2)}),
                           gcl::Expr::literal(1)},
              .position = {}};
    if (random_.below(5) == 0) return gcl::Expr::register_(gcl::RegisterId{random_.below(2)});
    return gcl::Expr::literal(random_.below(shape_.values));
  }

  Random random_;
  GclShape shape_;
};

}  // namespace overtake::support
