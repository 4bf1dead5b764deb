#include "fences/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"

namespace overtake::fences {
namespace {

using gcl::Expr;
using gcl::Instruction;
using gcl::LabelId;
using gcl::Operator;
using gcl::Process;
using gcl::RegisterId;
using gcl::Statement;
using gcl::StatementKind;

Expr compare(Operator op, Expr a, Expr b) {
  Expr e{.op = op};
  e.operands = {std::move(a), std::move(b)};
  return e;
}

class Reduction {
 public:
  explicit Reduction(const gcl::Program& program) : source_(program), q_(program) {
    q_.name = program.name + "_q";
    // Errors of P are no matter: Q asks one question only.
    for (gcl::Variable& v : q_.variables) v.range.reset();
    phase_ = add_variable("phase");
    new_ = add_variable("new");
    own_ = add_variable("own");
  }

  gcl::Program run() {
    for (std::size_t i = 0; i < source_.processes.size(); ++i) process(i);
    return std::move(q_);
  }

 private:
  Expr add_variable(const std::string& wanted) {
    std::string name = wanted;
    while (std::ranges::any_of(q_.variables, [&](const auto& v) { return v.name == name; }))
      name += "_";
    q_.variables.push_back({.name = name});
    return Expr::literal(static_cast<std::int64_t>(q_.variables.size() - 1));
  }

  void process(std::size_t index) {
    const Process& p = source_.processes[index];
    out_ = Process{.name = p.name, .registers = p.registers};
    out_.registers.push_back("reduction");
    register_ = RegisterId{p.registers.size()};
    copies_ = 0;
    for (const gcl::Label& l : p.labels) out_.intern_label(l.name);
    for (const gcl::Label& l : p.labels) primed_.push_back(out_.intern_label(fresh(l.name)));
    final_ = out_.intern_label(fresh("final"));
    out_.init = p.init;
    for (const Instruction& i : p.instructions) {
      at_ = i.position;
      if (i.statement.accesses() && !i.statement.variable())
        throw InputError(fmt::format("{}:{}:{}: the reduction knows no computed addresses",
                                     source_.file, at_.line, at_.column));
      phase0(i);
      phase1(i);
      phase2(i);
    }
    step(final_, {.kind = StatementKind::Assert, .value = Expr::literal(0)},
         out_.intern_label(fresh("found")));
    primed_.clear();
    q_.processes[index] = std::move(out_);
  }

  // A label that P does not have.
  std::string fresh(const std::string& near) {
    const auto taken = [&](const std::string& name) {
      return std::ranges::any_of(out_.labels, [&](const auto& l) { return l.name == name; });
    };
    std::string name;
    do name = fmt::format("{}_{}", near, ++copies_);
    while (taken(name));
    return name;
  }

  void step(LabelId from, Statement s, LabelId to) {
    out_.add({.from = from, .statement = std::move(s), .to = to, .position = at_});
  }
  LabelId then(LabelId from, Statement s) {
    const LabelId to = out_.intern_label(fresh(out_.label(from).name));
    step(from, std::move(s), to);
    return to;
  }

  Expr mine() const { return Expr::register_(register_); }
  Statement read(const Expr& variable) const {
    return {.kind = StatementKind::Read, .reg = register_, .address = variable};
  }
  static Statement write(const Expr& variable, Expr value) {
    return {.kind = StatementKind::Write, .address = variable, .value = std::move(value)};
  }
  static Statement assume(Expr condition) {
    return {.kind = StatementKind::Assume, .value = std::move(condition)};
  }
  Statement enter(std::int64_t phase, std::int64_t next) const {
    return {.kind = StatementKind::Arw,
            .address = phase_,
            .value = Expr::literal(phase),
            .desired = Expr::literal(next)};
  }

  static Statement without_errors(Statement s) {
    if (s.kind == StatementKind::Assert || s.kind == StatementKind::Fence) return {};
    return s;
  }

  // Figures 10 and 11. Local work needs no lock: no other process sees it.
  void phase0(const Instruction& i) {
    const Statement& s = i.statement;
    if (!s.accesses()) {
      if (s.kind == StatementKind::Lock || s.kind == StatementKind::Unlock)
        throw InputError(fmt::format("{}:{}:{}: the reduction knows no lock and unlock",
                                     source_.file, at_.line, at_.column));
      step(i.from, without_errors(s), i.to);
      return;
    }
    const LabelId locked = then(i.from, enter(0, -1));
    const LabelId done = then(locked, s);
    step(done, write(phase_, Expr::literal(0)), i.to);
    if (s.kind != StatementKind::Write) return;
    const LabelId pivot = then(i.from, enter(0, -1));
    const LabelId kept = then(pivot, write(own_, s.value));
    const LabelId marked = then(kept, write(s.address, Expr::literal(kC1)));
    step(marked, write(phase_, Expr::literal(1)), primed_[i.to.index()]);
  }

  // Figures 12 and 13, on the copies of the labels.
  void phase1(const Instruction& i) {
    const Statement& s = i.statement;
    const LabelId from = primed_[i.from.index()], to = primed_[i.to.index()];
    switch (s.kind) {
      case StatementKind::Skip:
      case StatementKind::Assume:
      case StatementKind::Assign:
      case StatementKind::Assert:
        step(from, without_errors(s), to);
        return;
      case StatementKind::Read:
        break;
      default:
        return;  // a write, an arw or a fence ends pi3
    }
    const LabelId looked = then(from, read(s.address));
    const Expr is_y = compare(Operator::Eq, mine(), Expr::literal(kC1));
    const Expr is_other = compare(Operator::Ne, mine(), Expr::literal(kC1));
    // The pivot's own y.
    const LabelId y = then(looked, assume(is_y));
    step(y, {.kind = StatementKind::Read, .reg = s.reg, .address = own_}, to);
    // Another variable: as it is, or as the complementary event.
    const LabelId x = then(looked, assume(is_other));
    step(x, {.kind = StatementKind::Assign, .reg = s.reg, .value = mine()}, to);
    const LabelId kept = then(x, write(new_, mine()));
    const LabelId marked = then(kept, write(s.address, Expr::literal(kC2)));
    step(marked, write(phase_, Expr::literal(2)), out_.intern_label(fresh("waits")));
  }

  // Figure 14.
  void phase2(const Instruction& i) {
    const Statement& s = i.statement;
    if (s.kind != StatementKind::Write && s.kind != StatementKind::Arw) return;
    const LabelId asked = then(i.from, read(phase_));
    const LabelId now = then(asked, assume(compare(Operator::Eq, mine(), Expr::literal(2))));
    const LabelId looked = then(now, read(s.address));
    const LabelId x = then(looked, assume(compare(Operator::Eq, mine(), Expr::literal(kC2))));
    LabelId at = then(x, read(new_));
    if (s.kind == StatementKind::Arw) at = then(at, assume(compare(Operator::Eq, mine(), s.value)));
    const Expr& written = s.kind == StatementKind::Arw ? s.desired : s.value;
    step(at, assume(compare(Operator::Ne, mine(), written)), final_);
  }

  const gcl::Program& source_;
  gcl::Program q_;
  Expr phase_, new_, own_;
  Process out_;
  RegisterId register_;
  std::vector<LabelId> primed_;  // by label of P
  LabelId final_;
  gcl::Position at_;
  std::size_t copies_ = 0;
};

}  // namespace

gcl::Program reduction(const gcl::Program& program) { return Reduction(program).run(); }

}  // namespace overtake::fences
