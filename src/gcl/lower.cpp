// Process registers become IR registers one to one. What expressions need besides
// (lower_expression.h) is zeroed after each instruction, so that a thread value at a label depends
// on the label and the process's registers only: engines that store states store each once.
#include "gcl/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gcl/local_loops.h"
#include "gcl/lower_expression.h"
#include "gcl/print.h"
#include "ir/builder.h"

namespace overtake::gcl {
namespace {

using ir::Opcode;
using ir::Operand;

constexpr unsigned kCellBytes = 8;

std::vector<std::uint8_t> bytes_of(std::int64_t value) {
  std::vector<std::uint8_t> bytes;
  for (unsigned i = 0; i < kCellBytes; ++i)
    bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
  return bytes;
}

// The cells as globals.
struct Cells {
  std::vector<ir::GlobalId> fixed;  // by VariableId
  ir::GlobalId array;               // if addresses are computed
};

Cells add_cells(const Program& program, ir::Program& out, ir::FileId file) {
  Cells cells;
  if (!program.has_fixed_addresses()) {
    ir::Global g;
    g.name = "memory";
    g.size = kCellBytes * program.variables.size();
    cells.array = out.add_global(std::move(g));
    return cells;
  }
  for (const Variable& v : program.variables) {
    ir::Global g;
    g.name = v.name;
    g.size = kCellBytes;
    g.initial = bytes_of(v.initial);
    g.source = ir::add_source(out, file, v.position.line, v.position.column);
    cells.fixed.push_back(out.add_global(std::move(g)));
  }
  return cells;
}

class ProcessLowering {
 public:
  ProcessLowering(const Program& program, const Process& process, const Cells& cells,
                  std::vector<InstructionId> store_fences, ir::Program& out, ir::FileId file)
      : program_(program),
        process_(process),
        cells_(cells),
        store_fences_(std::move(store_fences)),
        out_(out),
        file_(file),
        code_(out, process.name, 1),
        heads_(local_loop_heads(process)) {}

  ir::FunctionId run() {
    for (std::size_t i = 0; i < process_.registers.size(); ++i) {
      registers_.push_back(code_.fresh());
      code_.move(registers_.back(), code_.constant(0));
    }
    for (std::size_t i = 0; i < process_.labels.size(); ++i) {
      labels_.push_back(code_.label());
      if (idles_forever(process_, LabelId{i})) heads_[i] = false;
    }
    if (std::ranges::find(heads_, true) != heads_.end()) {
      for (std::size_t i = 0; i < registers_.size() + 3; ++i) kept_.push_back(code_.fresh());
      forget_rounds();
    }
    code_.jump(labels_[process_.init.index()]);
    for (std::size_t i = 0; i < process_.labels.size(); ++i) label(LabelId{i});
    return code_.finish();
  }

 private:
  void label(LabelId q) {
    code_.bind(labels_[q.index()]);
    const std::vector<InstructionId>& alternatives = process_.label(q).instructions;
    if (heads_[q.index()]) end_if_back(q);
    if (alternatives.empty() || idles_forever(process_, q)) {
      code_.ret(code_.constant(0));
    } else if (alternatives.size() == 1) {
      instruction(alternatives[0], /*judged=*/false);
    } else {
      choice(alternatives);
    }
  }

  // At the head of a loop of local work (local_loops.h): has the process been here with these
  // registers since it last did anything else? Brent's algorithm: what is compared with is kept
  // anew after 1, 3, 7, ... rounds, so every cycle is noticed, however long, and whatever leads
  // into it.
  void end_if_back(LabelId q) {
    const Operand label = Operand::reg(kept_[registers_.size()]);
    const Operand rounds = Operand::reg(kept_[registers_.size() + 1]);
    const Operand limit = Operand::reg(kept_[registers_.size() + 2]);
    const Operand here = code_.constant(q.index() + 1);
    Operand back = values_.value(Opcode::Eq, label, here);
    for (std::size_t i = 0; i < registers_.size(); ++i)
      back = values_.value(
          Opcode::And, back,
          values_.value(Opcode::Eq, Operand::reg(kept_[i]), Operand::reg(registers_[i])));
    const ir::Label ended = code_.label(), further = code_.label(), keep = code_.label(),
                    count = code_.label();
    code_.branch(back, ended, further);
    code_.bind(ended);
    forget_rounds();
    values_.clear_temporaries();
    code_.ret(code_.constant(0));
    code_.bind(further);
    code_.branch(values_.value(Opcode::Eq, rounds, limit), keep, count);
    code_.bind(keep);
    for (std::size_t i = 0; i < registers_.size(); ++i)
      code_.move(kept_[i], Operand::reg(registers_[i]));
    code_.move(label.index(), here);
    values_.compute(limit, Opcode::Add, limit, limit);
    values_.compute(limit, Opcode::Add, limit, code_.constant(1));
    code_.move(rounds.index(), code_.constant(0));
    code_.jump(count);
    code_.bind(count);
    values_.compute(rounds, Opcode::Add, rounds, code_.constant(1));
    values_.zero_temporaries();
  }

  // The process is about to do something that others can see, or choose.
  void forget_rounds() {
    for (const std::uint32_t r : kept_) code_.move(r, code_.constant(0));
  }

  void choice(const std::vector<InstructionId>& alternatives) {
    at(process_.instruction(alternatives[0]).position);
    std::vector<Operand> open;  // by alternative: 1 if it may be taken
    const Operand count = Operand::reg(values_.temporary());
    code_.move(count.index(), code_.constant(0));
    for (const InstructionId id : alternatives) {
      const Statement& s = process_.instruction(id).statement;
      open.push_back(s.kind == StatementKind::Assume ? values_.truth(s.value) : code_.constant(1));
      values_.compute(count, Opcode::Add, count, open.back());
    }
    code_.assume(count);
    const Operand chosen = Operand::reg(values_.temporary());
    code_.move(chosen.index(), code_.constant(0));
    const ir::Label ask = code_.label(), dispatch = code_.label();
    code_.branch(values_.value(Opcode::Eq, count, code_.constant(1)), dispatch, ask);
    code_.bind(ask);
    forget_rounds();
    code_.emit({.op = Opcode::Choose, .dst = chosen.index(), .a = count});
    code_.jump(dispatch);
    code_.bind(dispatch);

    // The chosen-th alternative among those that are open.
    std::vector<ir::Label> bodies;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      bodies.push_back(code_.label());
      const ir::Label counted = code_.label(), passed = code_.label(), next = code_.label();
      code_.branch(open[i], counted, next);
      code_.bind(counted);
      code_.branch(chosen, passed, bodies.back());
      code_.bind(passed);
      values_.compute(chosen, Opcode::Sub, chosen, code_.constant(1));
      code_.jump(next);
      code_.bind(next);
    }
    code_.emit({.op = Opcode::Trap});
    const std::size_t choosing = values_.used();
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      values_.release_from(choosing);
      code_.bind(bodies[i]);
      instruction(alternatives[i], /*judged=*/true);
    }
  }

  // `judged`: the condition of an assume is known to hold.
  void instruction(InstructionId id, bool judged) {
    const Instruction& i = process_.instruction(id);
    at(i.position);
    // What choosing left there is of no use from here on, and must not be part of a state.
    values_.zero_temporaries();
    if (!is_unseen(i.statement)) forget_rounds();
    if (std::ranges::find(store_fences_, id) != store_fences_.end())
      code_.fence(ir::kStoreFence);
    else
      statement(i.statement, judged);
    values_.zero_temporaries();
    code_.jump(labels_[i.to.index()]);
  }

  void statement(const Statement& s, bool judged) {
    switch (s.kind) {
      case StatementKind::Read:
        code_.emit({.op = Opcode::Load,
                    .width = kCellBytes,
                    .order = ir::Order::Relaxed,
                    .dst = registers_[s.reg.index()],
                    .a = address(s.address)});
        return;
      case StatementKind::Write: {
        const Operand v = values_.expression(s.value);
        check_range(s, v);
        code_.store(address(s.address), v, kCellBytes, ir::Order::Relaxed);
        return;
      }
      case StatementKind::Assign:
        code_.move(registers_[s.reg.index()], values_.expression(s.value));
        return;
      case StatementKind::Arw:
        arw(s);
        return;
      case StatementKind::Fence:
        code_.fence(ir::kFullFence);
        return;
      case StatementKind::Skip:
        return;
      case StatementKind::Assume:
        if (!judged) code_.assume(values_.truth(s.value));
        return;
      case StatementKind::Assert:
        require(values_.truth(s.value), fmt::format("assert {}", to_text(s.value, process_)));
        return;
      case StatementKind::Lock:
        code_.fence(ir::kFullFence);
        code_.emit({.op = Opcode::AtomicBegin});
        return;
      case StatementKind::Unlock:
        code_.fence(ir::kFullFence);
        code_.emit({.op = Opcode::AtomicEnd});
        return;
    }
  }

  void arw(const Statement& s) {
    const Operand expected = values_.expression(s.value);
    const Operand desired = values_.expression(s.desired);
    const Operand cell = address(s.address);
    const std::uint32_t old = values_.temporary_pair();
    check_range(s, desired);
    code_.emit({.op = Opcode::Cas,
                .width = kCellBytes,
                .order = ir::Order::SeqCst,
                .dst = old,
                .a = cell,
                .b = expected,
                .c = desired});
    code_.assume(Operand::reg(old + 1));
  }

  void require(Operand condition, const std::string& message) {
    const ir::Label good = code_.label(), bad = code_.label();
    code_.branch(condition, good, bad);
    code_.bind(bad);
    code_.fail(ir::ErrorKind::Assertion, message);
    code_.bind(good);
  }

  void check_range(const Statement& s, Operand v) {
    const std::optional<VariableId> id = s.variable();
    if (!id) return;
    const Variable& variable = program_.variables[id->index()];
    if (!variable.range) return;
    const Operand low = code_.constant(static_cast<std::uint64_t>(variable.range->least));
    const Operand high = code_.constant(static_cast<std::uint64_t>(variable.range->greatest));
    const Operand inside = values_.value(Opcode::And, values_.value(Opcode::SLe, low, v),
                                         values_.value(Opcode::SLe, v, high));
    require(inside, fmt::format("value written to {} is not in {}..{}", variable.name,
                                variable.range->least, variable.range->greatest));
  }

  Operand address(const Expr& e) {
    if (!cells_.fixed.empty()) return code_.global(cells_.fixed[static_cast<std::size_t>(e.value)]);
    const Operand index = values_.expression(e);
    const ir::Label good = code_.label(), bad = code_.label();
    code_.branch(values_.value(Opcode::ULt, index, code_.constant(program_.variables.size())), good,
                 bad);
    code_.bind(bad);
    code_.fail(ir::ErrorKind::OutOfBounds, "address outside memory_size");
    code_.bind(good);
    const Operand offset = values_.value(Opcode::Mul, index, code_.constant(kCellBytes));
    return values_.value(Opcode::Add, code_.global(cells_.array), offset);
  }

  void at(Position p) { code_.at(ir::add_source(out_, file_, p.line, p.column)); }

  const Program& program_;
  const Process& process_;
  const Cells& cells_;
  const std::vector<InstructionId> store_fences_;
  ir::Program& out_;
  ir::FileId file_;
  ir::FunctionBuilder code_;
  std::vector<std::uint32_t> registers_;  // by RegisterId
  ExpressionLowering values_{code_, registers_};
  std::vector<ir::Label> labels_;    // by LabelId
  std::vector<bool> heads_;          // by LabelId: of loops of local work that may end
  std::vector<std::uint32_t> kept_;  // for end_if_back: registers, label, rounds, limit
};

}  // namespace

ir::Program lower(const Program& program,
                  const std::vector<std::pair<std::size_t, InstructionId>>& store_fences) {
  ir::Program out;
  const ir::FileId file = ir::add_file(out, program.file);
  const Cells cells = add_cells(program, out, file);
  std::vector<ir::FunctionId> functions;
  for (std::size_t p = 0; p < program.processes.size(); ++p) {
    std::vector<InstructionId> own;
    for (const auto& [process, fence] : store_fences)
      if (process == p) own.push_back(fence);
    functions.push_back(
        ProcessLowering(program, program.processes[p], cells, std::move(own), out, file).run());
  }
  ir::FunctionBuilder main(out, "main", 0);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Position at = program.processes[i].position;
    main.at(ir::add_source(out, file, at.line, at.column));
    main.spawn(main.function(functions[i]), main.constant(0));
  }
  main.ret(main.constant(0));
  out.entry = main.finish();
  return out;
}

}  // namespace overtake::gcl
