#include "gcl/reached_cells.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "gcl/evaluate.h"
#include "gcl/lexer.h"

namespace overtake::gcl {
namespace {

constexpr std::size_t kMostValues = 256;  // more of them are taken for any value

struct Values {
  bool any = false;
  std::set<std::int64_t> some;

  void add(std::int64_t v) {
    if (!any) some.insert(v);
    if (some.size() > kMostValues) become_any();
  }
  void become_any() {
    any = true;
    some.clear();
  }
  bool merge(const Values& other) {
    const std::size_t size = some.size();
    const bool was_any = any;
    if (other.any) become_any();
    for (const std::int64_t v : other.some) add(v);
    return any != was_any || some.size() != size;
  }
};

class Analysis {
 public:
  Analysis(const Program& program, std::uint32_t value_bits)
      : program_(program), value_bits_(value_bits) {
    for (const Process& p : program.processes) {
      registers_.emplace_back(p.labels.size());
      registers_.back()[p.init.index()].assign(p.registers.size(), just(0));
    }
  }

  std::int64_t run() {
    while (changed_) {
      changed_ = false;
      for (std::size_t p = 0; p < program_.processes.size(); ++p)
        for (const Instruction& i : program_.processes[p].instructions)
          if (!at(p, i.from).empty() || program_.processes[p].registers.empty()) pass(p, i);
    }
    return std::max<std::int64_t>(1, cells_.empty() ? 1 : cells_.rbegin()->first + 1);
  }

 private:
  using Registers = std::vector<Values>;  // empty: the label is not reached

  static Values just(std::int64_t v) { return {.any = false, .some = {v}}; }
  Registers& at(std::size_t p, LabelId q) { return registers_[p][q.index()]; }

  void pass(std::size_t p, const Instruction& i) {
    Registers values = at(p, i.from);
    const Statement& s = i.statement;
    if (s.accesses()) {
      const Values addresses = evaluated(s.address, values);
      if (addresses.any)
        fail(program_.file, s.address.position,
             "the cells that this address reaches cannot be told from the text; say `memory_size "
             "N`, or bound values by --value-bits");
      Values read;
      for (const std::int64_t a : addresses.some) {
        if (a < 0 || a >= kMostCells) continue;  // an error of the program
        access(s, a, values, read);
      }
      if (s.kind == StatementKind::Read) values[s.reg.index()] = std::move(read);
    } else if (s.kind == StatementKind::Assign) {
      values[s.reg.index()] = evaluated(s.value, values);
    }
    Registers& next = at(p, i.to);
    if (next.empty() && !values.empty()) {
      next = std::move(values);
      changed_ = true;
      return;
    }
    for (std::size_t r = 0; r < next.size(); ++r)
      if (next[r].merge(values[r])) changed_ = true;
  }

  void access(const Statement& s, std::int64_t address, const Registers& values, Values& read) {
    const auto [it, added] = cells_.try_emplace(address, just(0));
    changed_ = changed_ || added;
    if (s.kind == StatementKind::Read)
      read.merge(it->second);
    else if (it->second.merge(
                 evaluated(s.kind == StatementKind::Arw ? s.desired : s.value, values)))
      changed_ = true;
  }

  Values evaluated(const Expr& e, const Registers& values) const {
    if (e.op == Operator::Literal) return just(wrap(e.value));
    if (e.op == Operator::Register) return values[e.reg.index()];
    const Values left = evaluated(e.operands[0], values);
    const bool binary = e.operands.size() > 1;
    const Values right = binary ? evaluated(e.operands[1], values) : just(0);
    if (left.any || right.any) return of_anything(e.op, left, right);
    Expr operation = e;
    operation.operands = {Expr::register_(RegisterId{0})};
    if (binary) operation.operands.push_back(Expr::register_(RegisterId{1}));
    Values all;
    for (const std::int64_t x : left.some)
      for (const std::int64_t y : right.some) {
        const std::vector<std::int64_t> operands{x, y};
        if (const auto v = evaluate(operation, operands)) all.add(wrap(*v));
      }
    return all;
  }

  // One operand may be anything.
  Values of_anything(Operator op, const Values& left, const Values& right) const {
    Values all;
    if (is_truth(op)) {
      all.some = {0, 1};
      return all;
    }
    if (op == Operator::BitAnd) {
      const Values& mask = left.any ? right : left;
      if (!mask.any && !mask.some.empty() && *mask.some.begin() >= 0) {
        for (std::int64_t v = 0; v <= *mask.some.rbegin() && !all.any; ++v) all.add(v);
        return all;
      }
    }
    all.become_any();
    return all;
  }

  std::int64_t wrap(std::int64_t v) const {
    if (value_bits_ == 0 || value_bits_ >= 64) return v;
    const std::uint32_t shift = 64 - value_bits_;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << shift) >> shift;
  }

  const Program& program_;
  std::uint32_t value_bits_;
  std::vector<std::vector<Registers>> registers_;  // by process, by label
  std::map<std::int64_t, Values> cells_;           // that were accessed
  bool changed_ = true;
};

}  // namespace

std::int64_t reached_cells(const Program& program, std::uint32_t value_bits) {
  return Analysis(program, value_bits).run();
}

}  // namespace overtake::gcl
