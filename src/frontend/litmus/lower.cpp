#include "frontend/litmus/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "frontend/litmus/c_wide.h"
#include "frontend/litmus/thread_lowering.h"

namespace overtake::litmus {
namespace {

using ir::Opcode;

void locations_of(const Proposition& p, std::vector<Location>& out) {
  if (p.kind == Proposition::Kind::Equal || p.kind == Proposition::Kind::EqualLocations)
    out.push_back(p.left);
  if (p.kind == Proposition::Kind::EqualLocations) out.push_back(p.right);
  for (const Proposition& o : p.operands) locations_of(o, out);
}

// herd lists registers by thread and register, then memory by name.
auto order_of(const Location& l, Architecture architecture) {
  int number = 0;
  if (l.thread && architecture != Architecture::C)
    if (const auto r = x86::parse_register(l.name)) number = r->number;
  return std::make_tuple(!l.thread.has_value(), l.thread.value_or(0), number, l.name,
                         l.index.value_or(0));
}

class Lowering {
 public:
  Lowering(const Test& test, const LowerOptions& options)
      : test_(test),
        options_(options),
        file_(ir::add_file(out_.program, test.file)),
        symbols_(test, out_.program, file_) {}

  LoweredTest run() {
    observe();
    std::vector<ir::FunctionId> functions;
    std::visit(
        [&](const auto& threads) {
          for (std::size_t i = 0; i < threads.size(); ++i)
            functions.push_back(thread(threads[i], static_cast<std::uint32_t>(i)));
        },
        test_.threads);
    resolve(test_.condition);
    if (test_.filter) resolve(*test_.filter);
    main(functions);
    out_.symbols = symbols_.all();
    return std::move(out_);
  }

 private:
  void observe() {
    std::vector<Location> shown = test_.locations;
    locations_of(test_.condition, shown);
    std::vector<Location> filtered;
    if (test_.filter) locations_of(*test_.filter, filtered);
    for (const Location& l : shown) add(l, true);
    for (const Location& l : filtered) add(l, false);
    std::sort(out_.observed.begin(), out_.observed.end(),
              [&](const Observed& a, const Observed& b) {
                return order_of(a.location, test_.architecture) <
                       order_of(b.location, test_.architecture);
              });
  }

  void add(const Location& l, bool displayed) {
    for (const Observed& o : out_.observed)
      if (o.location == l) return;
    Observed o;
    o.location = l;
    o.displayed = displayed;
    if (l.thread) {
      if (*l.thread >= test_.thread_count())
        fail(
            test_.file, l.position,
            fmt::format("there is no thread {}; the test has {}", *l.thread, test_.thread_count()));
      ir::Global g;
      g.name = fmt::format("{}:{}", *l.thread, l.name);
      g.size = 16;  // until its type is known
      o.global = out_.program.add_global(std::move(g));
    } else {
      const Symbol* s = symbols_.find(l.name);
      if (s == nullptr)
        fail(test_.file, l.position,
             fmt::format("expected a location of the test, found `{}`", l.name));
      if (l.index.value_or(0) >= s->cells)
        fail(test_.file, l.position,
             fmt::format("`{}` has {} cells, no cell {}", l.name, s->cells, *l.index));
      if (s->cells > 1 && !l.index)
        fail(test_.file, l.position,
             fmt::format("`{}` is an array; expected one of its cells, `{}[0]` to `{}[{}]`", l.name,
                         l.name, l.name, s->cells - 1));
      o.global = s->global;
      o.offset = std::uint64_t{l.index.value_or(0)} * s->type.bytes();
      o.type = s->type;
    }
    out_.observed.push_back(std::move(o));
  }

  template <class Body>
  ir::FunctionId thread(const Body& body, std::uint32_t number) {
    std::vector<ObservedRegister> registers;
    std::vector<Observed*> owners;
    for (Observed& o : out_.observed) {
      if (o.location.thread != number) continue;
      registers.push_back({o.location.name, o.location.position, o.global, {}});
      owners.push_back(&o);
    }
    const ThreadContext context{test_, symbols_, out_.program, file_, number};
    const ir::FunctionId f = lower_thread(context, body, registers);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      owners[i]->type = registers[i].type;
      out_.program.globals[owners[i]->global.index()].size = result_bytes(registers[i].type);
    }
    return f;
  }

  // Every value of a proposition must mean something.
  void resolve(const Proposition& p) const {
    if (p.kind == Proposition::Kind::Equal)
      symbols_.number(p.value, out_.program, type_of(p.left).bytes());
    for (const Proposition& o : p.operands) resolve(o);
  }

  void main(const std::vector<ir::FunctionId>& functions) {
    ir::FunctionBuilder code(out_.program, "main", 0);
    code.at(ir::add_source(out_.program, file_, test_.condition_position.line,
                           test_.condition_position.column));
    std::vector<ir::Operand> ids;
    for (const ir::FunctionId f : functions)
      ids.push_back(code.spawn(code.function(f), code.constant(0)));
    for (const ir::Operand id : ids) code.join(id);
    std::vector<ir::Operand> values;
    for (const Observed& o : out_.observed)
      values.push_back(
          code.load(code.global(o.global, o.offset), observed_bytes(o), ir::Order::Relaxed));
    if (options_.assert_condition && test_.quantifier != Quantifier::Exists) {
      ir::Operand good = condition(code, test_.condition, values);
      if (test_.quantifier == Quantifier::NotExists) good = negate(code, good);
      if (test_.filter)
        good =
            code.binary(Opcode::Or, 64, good, negate(code, condition(code, *test_.filter, values)));
      const ir::Label fine = code.label(), bad = code.label();
      code.branch(good, fine, bad);
      code.bind(bad);
      code.fail(ir::ErrorKind::Assertion, test_.quantifier == Quantifier::Forall
                                              ? "the forall condition is violated"
                                              : "a forbidden final state is reached");
      code.bind(fine);
    }
    code.ret(code.constant(0));
    out_.program.entry = code.finish();
  }

  static ir::Operand negate(ir::FunctionBuilder& code, ir::Operand v) {
    return code.binary(Opcode::Xor, 64, v, code.constant(1));
  }

  ir::Operand observed_value(ir::FunctionBuilder& code, const Location& l,
                             const std::vector<ir::Operand>& values) const {
    for (std::size_t i = 0; i < out_.observed.size(); ++i) {
      const Observed& o = out_.observed[i];
      if (!(o.location == l)) continue;
      if (o.type.bytes() >= 8) return values[i];
      const std::uint32_t r = code.fresh();
      const std::uint32_t low = code.fresh();
      code.emit({.op = Opcode::Trunc,
                 .width = static_cast<std::uint8_t>(o.type.bits()),
                 .dst = low,
                 .a = values[i]});
      if (!o.type.is_signed()) return ir::Operand::reg(low);
      code.emit({.op = Opcode::SExt,
                 .width = static_cast<std::uint8_t>(o.type.bits()),
                 .sub = 64,
                 .dst = r,
                 .a = ir::Operand::reg(low)});
      return ir::Operand::reg(r);
    }
    throw InternalError("a location that is not observed");
  }

  const c::Type& type_of(const Location& l) const {
    for (const Observed& o : out_.observed)
      if (o.location == l) return o.type;
    throw InternalError("a location that is not observed");
  }

  // The halves of what is observed: of 128 bits, or sign-extended to them.
  c::Halves observed_halves(ir::FunctionBuilder& code, const Location& l,
                            const std::vector<ir::Operand>& values) const {
    const ir::Operand value = observed_value(code, l, values);
    if (type_of(l).is_wide()) return c::WideNumbers::halves(value);
    return {value, code.binary(Opcode::AShr, 64, value, code.constant(63))};
  }

  ir::Operand equal(ir::FunctionBuilder& code, const Proposition& p,
                    const std::vector<ir::Operand>& values) const {
    const bool locations = p.kind == Proposition::Kind::EqualLocations;
    const Number number = locations ? 0 : symbols_.number(p.value, out_.program);
    if (!type_of(p.left).is_wide() && (!locations || !type_of(p.right).is_wide()))
      return code.binary(
          Opcode::Eq, 64, observed_value(code, p.left, values),
          locations ? observed_value(code, p.right, values) : code.constant(low_half(number)));
    const c::Halves left = observed_halves(code, p.left, values);
    const c::Halves right =
        locations ? observed_halves(code, p.right, values)
                  : c::Halves{code.constant(low_half(number)), code.constant(high_half(number))};
    return c::WideNumbers(code).equal(left, right);
  }

  ir::Operand condition(ir::FunctionBuilder& code, const Proposition& p,
                        const std::vector<ir::Operand>& values) const {
    auto operand = [&](std::size_t i) { return condition(code, p.operands[i], values); };
    switch (p.kind) {
      case Proposition::Kind::True:
        return code.constant(1);
      case Proposition::Kind::False:
        return code.constant(0);
      case Proposition::Kind::Equal:
      case Proposition::Kind::EqualLocations:
        return equal(code, p, values);
      case Proposition::Kind::Not:
        return negate(code, operand(0));
      case Proposition::Kind::And: {
        const ir::Operand a = operand(0);
        return code.binary(Opcode::And, 64, a, operand(1));
      }
      case Proposition::Kind::Or: {
        const ir::Operand a = operand(0);
        return code.binary(Opcode::Or, 64, a, operand(1));
      }
      case Proposition::Kind::Implies: {
        const ir::Operand a = negate(code, operand(0));
        return code.binary(Opcode::Or, 64, a, operand(1));
      }
    }
    throw InternalError("a proposition of no kind");
  }

  const Test& test_;
  const LowerOptions& options_;
  LoweredTest out_;
  ir::FileId file_;
  Symbols symbols_;
};

}  // namespace

LoweredTest lower(const Test& test, const LowerOptions& options) {
  return Lowering(test, options).run();
}

unsigned observed_bytes(const Observed& o) {
  // Registers are stored as 8 bytes, whatever part of them is looked at.
  return o.location.thread ? result_bytes(o.type) : o.type.bytes();
}

Number decode(std::uint64_t low, std::uint64_t high, const c::Type& type) {
  if (type.is_wide()) return static_cast<Number>(static_cast<UnsignedNumber>(high) << 64 | low);
  const unsigned unused = 64 - type.bits();
  const std::uint64_t upper = low << unused;
  return type.is_signed() ? static_cast<std::int64_t>(upper) >> unused
                          : static_cast<std::int64_t>(upper >> unused);
}

}  // namespace overtake::litmus
