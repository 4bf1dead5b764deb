#include "enumerate.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace overtake::gcl {
namespace {

struct ProcessState {
  LabelId at;
  std::vector<std::int64_t> registers;
  std::vector<std::pair<std::int64_t, std::int64_t>> buffer;  // address, value; oldest first
  auto operator<=>(const ProcessState&) const = default;
};

struct State {
  std::vector<ProcessState> processes;
  std::vector<std::int64_t> memory;
  int holder = -1;
  auto operator<=>(const State&) const = default;
};

std::int64_t evaluate(const Expr& e, const std::vector<std::int64_t>& registers) {
  auto operand = [&](int i) {
    return evaluate(e.operands[static_cast<std::size_t>(i)], registers);
  };
  switch (e.op) {
    case Operator::Literal:
      return e.value;
    case Operator::Register:
      return registers[e.reg.index()];
    case Operator::Neg:
      return -operand(0);
    case Operator::Not:
      return operand(0) == 0;
    case Operator::BitNot:
      return ~operand(0);
    case Operator::Mul:
      return operand(0) * operand(1);
    case Operator::Div:
      return operand(0) / operand(1);
    case Operator::Mod:
      return operand(0) % operand(1);
    case Operator::Add:
      return operand(0) + operand(1);
    case Operator::Sub:
      return operand(0) - operand(1);
    case Operator::Shl:
      return operand(0) << operand(1);
    case Operator::Shr:
      return operand(0) >> operand(1);
    case Operator::Lt:
      return operand(0) < operand(1);
    case Operator::Le:
      return operand(0) <= operand(1);
    case Operator::Gt:
      return operand(0) > operand(1);
    case Operator::Ge:
      return operand(0) >= operand(1);
    case Operator::Eq:
      return operand(0) == operand(1);
    case Operator::Ne:
      return operand(0) != operand(1);
    case Operator::BitAnd:
      return operand(0) & operand(1);
    case Operator::BitXor:
      return operand(0) ^ operand(1);
    case Operator::BitOr:
      return operand(0) | operand(1);
    case Operator::And:
      return operand(0) != 0 && operand(1) != 0;
    case Operator::Or:
      return operand(0) != 0 || operand(1) != 0;
  }
  return 0;
}

class Search {
 public:
  Search(const Program& program, std::size_t buffer) : program_(program), buffer_(buffer) {}

  Enumeration run() {
    State start;
    for (const Variable& v : program_.variables) start.memory.push_back(v.initial);
    for (const Process& p : program_.processes)
      start.processes.push_back({p.init, std::vector<std::int64_t>(p.registers.size(), 0), {}});
    reach(start);
    while (!queue_.empty()) {
      const State s = queue_.front();
      queue_.pop_front();
      note(s);
      for (std::size_t p = 0; p < s.processes.size(); ++p) steps(s, p);
    }
    return std::move(result_);
  }

 private:
  void reach(const State& s) {
    if (seen_.insert(s).second) queue_.push_back(s);
  }

  void note(const State& s) {
    if (s.holder >= 0) return;
    std::string text;
    bool ended = true;
    for (std::size_t i = 0; i < s.processes.size(); ++i) {
      const ProcessState& p = s.processes[i];
      const Process& process = program_.processes[i];
      ended = ended && process.label(p.at).instructions.empty() && p.buffer.empty();
      text += fmt::format("{}@{}", process.name, process.label(p.at).name);
      std::map<std::string, std::int64_t> registers;  // by name: the order may differ
      for (std::size_t r = 0; r < p.registers.size(); ++r)
        if (process.registers[r] != "arw") registers[process.registers[r]] = p.registers[r];
      // A register that one syntax never mentions is 0 in both.
      for (const auto& [name, value] : registers)
        if (value != 0) text += fmt::format(" {}={}", name, value);
      for (const auto& [address, value] : p.buffer) text += fmt::format(" <{}:{}>", address, value);
      text += "; ";
    }
    for (const std::int64_t v : s.memory) text += fmt::format("{} ", v);
    result_.states.insert(std::move(text));
    if (ended) result_.finals.insert(s.memory);
  }

  void steps(const State& s, std::size_t p) {
    if (s.holder >= 0 && s.holder != static_cast<int>(p)) return;
    const ProcessState& me = s.processes[p];
    if (!me.buffer.empty()) {
      State next = s;
      const auto [address, value] = me.buffer.front();
      next.memory[static_cast<std::size_t>(address)] = value;
      next.processes[p].buffer.erase(next.processes[p].buffer.begin());
      reach(next);
    }
    const Process& process = program_.processes[p];
    for (const InstructionId id : process.label(me.at).instructions)
      step(s, p, process.instruction(id));
  }

  void step(const State& s, std::size_t p, const Instruction& i) {
    State next = s;
    ProcessState& me = next.processes[p];
    me.at = i.to;
    const Statement& st = i.statement;
    const auto value = [&](const Expr& e) { return evaluate(e, s.processes[p].registers); };
    const bool drained = me.buffer.empty();
    switch (st.kind) {
      case StatementKind::Read: {
        const std::int64_t address = value(st.address);
        std::int64_t v = next.memory[static_cast<std::size_t>(address)];
        for (const auto& [a, buffered] : me.buffer)
          if (a == address) v = buffered;
        me.registers[st.reg.index()] = v;
        break;
      }
      case StatementKind::Write:
        if (buffer_ == 0) {
          next.memory[static_cast<std::size_t>(value(st.address))] = value(st.value);
        } else if (me.buffer.size() == buffer_) {
          result_.buffer_was_full = true;
          return;
        } else {
          me.buffer.emplace_back(value(st.address), value(st.value));
        }
        break;
      case StatementKind::Assign:
        me.registers[st.reg.index()] = value(st.value);
        break;
      case StatementKind::Arw: {
        std::int64_t& cell = next.memory[static_cast<std::size_t>(value(st.address))];
        if (!drained || cell != value(st.value)) return;
        cell = value(st.desired);
        break;
      }
      case StatementKind::Fence:
        if (!drained) return;
        break;
      case StatementKind::Skip:
        break;
      case StatementKind::Assume:
        if (value(st.value) == 0) return;
        break;
      case StatementKind::Assert:
        if (value(st.value) == 0) result_.assertion_fails = true;
        break;
      case StatementKind::Lock:
        if (!drained) return;
        next.holder = static_cast<int>(p);
        break;
      case StatementKind::Unlock:
        if (!drained) return;
        next.holder = -1;
        break;
    }
    reach(next);
  }

  const Program& program_;
  std::size_t buffer_;
  std::set<State> seen_;
  std::deque<State> queue_;
  Enumeration result_;
};

}  // namespace

Enumeration enumerate(const Program& program, std::size_t buffer) {
  return Search(program, buffer).run();
}

}  // namespace overtake::gcl
