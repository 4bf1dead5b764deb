// C threads onto the IR: statements, variables and calls; arithmetic is in c_values.h. Of && || and
// ?: only what is needed is evaluated. Local variables are registers of the thread, one for each
// name, wherever they are declared.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "frontend/litmus/c_calls.h"
#include "frontend/litmus/c_values.h"
#include "frontend/litmus/thread_lowering.h"

namespace overtake::litmus {
namespace {

using c::Expr;
using c::kInt;
using c::Rvalue;
using c::Statement;
using c::Type;
using c::Values;
using ir::Opcode;

Type pointer_to(Type t) {
  ++t.pointers;
  return t;
}

struct Variable {
  std::uint32_t reg = 0;
  Type type;
};

class CLowering {
 public:
  CLowering(const ThreadContext& context, const c::Function& function)
      : context_(context),
        function_(function),
        code_(context.program, fmt::format("P{}", context.number), 1) {}

  ir::FunctionId run(std::vector<ObservedRegister>& observed) {
    at(function_.position);
    for (const Initial* i : context_.initial_registers()) {
      const bool address = !i->values.empty() && !i->values[0].symbol.empty();
      Variable& v =
          declare(i->where.name, i->type.value_or(address ? pointer_to(kInt) : kInt), i->position);
      if (!i->values.empty()) values_.move(v.reg, {initial_value(i->values[0], v.type), v.type});
    }
    declare_all(function_.body);
    statement(function_.body);
    at(function_.position);
    for (ObservedRegister& o : observed) {
      const auto found = variables_.find(o.name);
      if (found == variables_.end())
        fail(context_.test.file, o.position,
             fmt::format("thread P{} has no variable `{}`", context_.number, o.name));
      o.type = found->second.type;
      code_.store(code_.global(o.result), ir::Operand::reg(found->second.reg), result_bytes(o.type),
                  ir::Order::Relaxed);
    }
    code_.ret(code_.constant(0));
    return code_.finish();
  }

 private:
  void at(Position p) { code_.at(context_.source(p)); }
  [[noreturn]] void refuse(Position p, const std::string& message) const {
    fail(context_.test.file, p, message);
  }

  // --- variables ---------------------------------------------------------------------------------

  // Before the code begins, so that a variable is zero on paths that never assign it.
  void declare_all(const Statement& s) {
    if (s.kind == Statement::Kind::Declare) declare(s.name, s.type, s.position);
    for (const Statement& inner : s.body) declare_all(inner);
  }

  Variable& declare(const std::string& name, Type type, Position p) {
    type.atomic = false;
    const auto found = variables_.find(name);
    if (found != variables_.end()) {
      if (found->second.type.bytes() != type.bytes())
        refuse(p, fmt::format("`{}` is declared again with another type", name));
      return found->second;
    }
    if (parameter(name) != nullptr) refuse(p, fmt::format("`{}` is a parameter already", name));
    const Variable v{values_.fresh(type), type};
    values_.move(v.reg, {values_.constant(0, type), type});
    return variables_.emplace(name, v).first->second;
  }

  const c::Parameter* parameter(const std::string& name) const {
    for (const c::Parameter& p : function_.parameters)
      if (p.name == name) return &p;
    return nullptr;
  }

  void set(const Variable& v, Rvalue value) { values_.move(v.reg, values_.convert(value, v.type)); }

  // What the initial state says of a variable, cut to its size.
  ir::Operand initial_value(const Value& v, Type type) {
    const Number n = context_.symbols.number(v, context_.program, type.bytes());
    if (type.is_wide()) return values_.constant(n, type);
    constexpr Type kLong{.base_bytes = 8, .base_signed = true, .atomic = false, .pointers = 0};
    return values_.convert({code_.constant(low_half(n)), kLong}, type).operand;
  }

  // --- statements --------------------------------------------------------------------------------

  void statement(const Statement& s) {
    at(s.position);
    switch (s.kind) {
      case Statement::Kind::Block:
        for (const Statement& inner : s.body) statement(inner);
        return;
      case Statement::Kind::Declare:
        if (s.expr) set(variables_.at(s.name), value(*s.expr));
        return;
      case Statement::Kind::Assign:
        assign(s);
        return;
      case Statement::Kind::Expr:
        evaluate(*s.expr);
        return;
      case Statement::Kind::If: {
        const ir::Label then = code_.label(), otherwise = code_.label(), done = code_.label();
        code_.branch(truth(*s.expr), then, otherwise);
        code_.bind(then);
        statement(s.body[0]);
        code_.jump(done);
        code_.bind(otherwise);
        if (s.body.size() > 1) statement(s.body[1]);
        code_.jump(done);
        code_.bind(done);
        return;
      }
      case Statement::Kind::While:
      case Statement::Kind::DoWhile: {
        const ir::Label test = code_.label(), body = code_.label(), done = code_.label();
        code_.jump(s.kind == Statement::Kind::While ? test : body);
        code_.bind(body);
        statement(s.body[0]);
        code_.jump(test);
        code_.bind(test);
        at(s.expr->position);
        code_.branch(truth(*s.expr), body, done);
        code_.bind(done);
        return;
      }
    }
  }

  void assign(const Statement& s) {
    const Expr& left = *s.left;
    if (left.kind == Expr::Kind::Name) {
      const auto found = variables_.find(left.text);
      if (found == variables_.end())
        refuse(left.position, fmt::format("expected a local variable on the left, found `{}`; "
                                          "write *{} to store to a location",
                                          left.text, left.text));
      set(found->second, value(*s.expr));
      return;
    }
    const Rvalue v = value(*s.expr);
    const Rvalue p = pointer(left.operands[0]);
    values_.store(p, v, p.type.pointee().atomic ? ir::Order::SeqCst : ir::Order::Plain);
  }

  // --- memory ------------------------------------------------------------------------------------

  Rvalue pointer(const Expr& e) {
    const Rvalue p = value(e);
    if (!p.type.is_pointer()) refuse(e.position, "expected a pointer");
    return p;
  }
  // The address of an lvalue expression.
  Rvalue place(const Expr& e) {
    if (e.kind != Expr::Kind::Deref) refuse(e.position, "expected *pointer");
    return pointer(e.operands[0]);
  }
  // --- expressions -------------------------------------------------------------------------------

  Rvalue value(const Expr& e) {
    const std::optional<Rvalue> v = evaluate(e);
    if (!v) refuse(e.position, fmt::format("`{}` returns no value", e.text));
    return *v;
  }

  // 0 or 1.
  ir::Operand truth(const Expr& e) { return values_.truth(value(e)); }

  std::optional<Rvalue> evaluate(const Expr& e) {
    switch (e.kind) {
      case Expr::Kind::Number:
        return Rvalue{code_.constant(static_cast<std::uint64_t>(e.number)), e.type};
      case Expr::Kind::Name:
        return name(e);
      case Expr::Kind::Deref: {
        const Rvalue p = pointer(e.operands[0]);
        return values_.load(p, p.type.pointee().atomic ? ir::Order::SeqCst : ir::Order::Plain);
      }
      case Expr::Kind::AddressOf:
        if (e.operands[0].kind == Expr::Kind::Deref) return value(e.operands[0].operands[0]);
        refuse(e.position,
               "the address of a local variable is supported only as the expected "
               "value of a compare-exchange");
      case Expr::Kind::Cast:
        return values_.convert(value(e.operands[0]), e.type);
      case Expr::Kind::Unary:
        return values_.unary(e.text, value(e.operands[0]));
      case Expr::Kind::Binary: {
        const Rvalue a = values_.promote(value(e.operands[0]));
        const Rvalue b = value(e.operands[1]);
        if ((e.text == "/" || e.text == "%") && (a.type.is_wide() || b.type.is_wide()))
          refuse(e.position, "division of 128-bit numbers is not supported in litmus tests");
        return values_.binary(e.text, a, b);
      }
      case Expr::Kind::And:
      case Expr::Kind::Or:
        return short_circuit(e);
      case Expr::Kind::Conditional:
        return conditional(e);
      case Expr::Kind::Call:
        return call(e);
    }
    throw InternalError("an expression of no kind");
  }

  Rvalue name(const Expr& e) {
    const auto found = variables_.find(e.text);
    if (found != variables_.end()) {
      // A copy: `r = r + f()` must not see what f does to r.
      return values_.copy(ir::Operand::reg(found->second.reg), found->second.type);
    }
    if (const c::Parameter* p = parameter(e.text))
      return {code_.global(context_.symbols.at(p->name).global), p->type};
    refuse(e.position, fmt::format("`{}` is neither a parameter nor a local variable of P{}",
                                   e.text, context_.number));
  }

  Rvalue short_circuit(const Expr& e) {
    const bool is_and = e.kind == Expr::Kind::And;
    const std::uint32_t result = code_.fresh();
    const ir::Label second = code_.label(), done = code_.label();
    const ir::Operand first = truth(e.operands[0]);
    code_.move(result, code_.constant(is_and ? 0 : 1));
    code_.branch(first, is_and ? second : done, is_and ? done : second);
    code_.bind(second);
    code_.move(result, truth(e.operands[1]));
    code_.jump(done);
    code_.bind(done);
    return {ir::Operand::reg(result), kInt};
  }

  Rvalue conditional(const Expr& e) {
    const std::uint32_t result = code_.fresh_pair();
    const ir::Label yes = code_.label(), no = code_.label(), done = code_.label();
    code_.branch(truth(e.operands[0]), yes, no);
    code_.bind(yes);
    const Rvalue a = values_.promote(value(e.operands[1]));
    values_.move(result, a);
    code_.jump(done);
    code_.bind(no);
    const Rvalue b = values_.promote(value(e.operands[2]));
    values_.move(result, b);
    code_.jump(done);
    code_.bind(done);
    if (a.type.bytes() != b.type.bytes())
      refuse(e.position, "the two values of ?: have different sizes");
    return {ir::Operand::reg(result), Values::common(a.type, b.type)};
  }

  // --- calls -------------------------------------------------------------------------------------

  std::optional<Rvalue> call(const Expr& e) {
    const std::optional<c::Call> known = c::find_call(e.text);
    if (!known) refuse(e.position, fmt::format("function `{}` is not supported", e.text));
    c::Call f = *known;
    const std::size_t needed = c::argument_count(f) + f.orders;
    if (e.operands.size() != needed)
      refuse(e.position,
             fmt::format("`{}` takes {} arguments, found {}", e.text, needed, e.operands.size()));
    if (f.orders > 0) f.order = order(e.operands[c::argument_count(f)]);
    for (std::size_t i = c::argument_count(f) + 1; i < e.operands.size(); ++i) order(e.operands[i]);
    const bool loads = f.kind == c::CallKind::Load || f.kind == c::CallKind::LoadOf;
    const bool stores = f.kind == c::CallKind::Store || f.kind == c::CallKind::StoreTo;
    if (loads && (f.order == ir::Order::Release || f.order == ir::Order::AcqRel))
      refuse(e.position, "a load cannot release");
    if (stores && (f.order == ir::Order::Acquire || f.order == ir::Order::AcqRel))
      refuse(e.position, "a store cannot acquire");
    switch (f.kind) {
      case c::CallKind::Load:
        return values_.load(pointer(e.operands[0]), f.order);
      case c::CallKind::LoadOf:
        return values_.load(place(e.operands[0]), f.order);
      case c::CallKind::Store:
      case c::CallKind::StoreTo: {
        const Rvalue p =
            f.kind == c::CallKind::Store ? pointer(e.operands[0]) : place(e.operands[0]);
        values_.store(p, value(e.operands[1]), f.order);
        if (f.fence_after) code_.fence(ir::kFullFence);
        return std::nullopt;
      }
      case c::CallKind::Rmw:
      case c::CallKind::RmwKernel: {
        Rvalue a = value(e.operands[0]);
        Rvalue b = value(e.operands[1]);
        // atomic_fetch_add(x, 1) is C11's, atomic_fetch_add(1, x) the kernel's.
        if (!a.type.is_pointer()) std::swap(a, b);
        if (!a.type.is_pointer()) refuse(e.position, "expected a pointer among the arguments");
        return values_.rmw(f, a, b);
      }
      case c::CallKind::Unary:
        return values_.rmw(f, pointer(e.operands[0]), {code_.constant(1), kInt});
      case c::CallKind::CompareC11:
        return compare_c11(f, e);
      case c::CallKind::CompareKernel: {
        const Rvalue p = pointer(e.operands[0]);
        const Type type = p.type.pointee();
        const ir::Operand expected = values_.convert(value(e.operands[1]), type).operand;
        const ir::Operand desired = values_.convert(value(e.operands[2]), type).operand;
        const auto [old, success] = code_.cas(p.operand, expected, desired, type.bytes(), f.order);
        if (f.returns == c::Returns::Success) return Rvalue{success, kInt};
        return Rvalue{old, type};
      }
      case c::CallKind::AddUnless:
        return values_.add_unless(pointer(e.operands[0]), value(e.operands[1]),
                                  value(e.operands[2]));
      case c::CallKind::IncNotZero:
        return values_.add_unless(pointer(e.operands[0]), {code_.constant(1), kInt},
                                  {code_.constant(0), kInt});
      case c::CallKind::Fence:
        if (f.fence != 0)
          code_.fence(f.fence);
        else
          code_.emit({.op = Opcode::Fence, .sub = 0, .order = f.order});
        return std::nullopt;
      case c::CallKind::Nothing:
        return std::nullopt;
      case c::CallKind::SpinLock:
        code_.sync(ir::SyncOp::SpinLock, lock_word(e));
        return std::nullopt;
      case c::CallKind::SpinTryLock:
        return Rvalue{code_.cas(lock_word(e), code_.constant(0), code_.constant(1), 8).second,
                      kInt};
      case c::CallKind::SpinIsLocked:
        return Rvalue{code_.binary(Opcode::Ne, 64, code_.load(lock_word(e), 8, ir::Order::Relaxed),
                                   code_.constant(0)),
                      kInt};
      case c::CallKind::SpinUnlock:
        code_.store(lock_word(e), code_.constant(0), 8, ir::Order::Release);
        return std::nullopt;
    }
    throw InternalError("a call of no kind");
  }

  ir::Order order(const Expr& e) const {
    const auto o = c::parse_order(e.text);
    if (e.kind != Expr::Kind::Name || !o) refuse(e.position, "expected a memory order");
    return *o;
  }

  ir::Operand lock_word(const Expr& e) {
    const Rvalue p = pointer(e.operands[0]);
    if (p.type.pointee().bytes() != 8) refuse(e.position, "expected a spinlock_t*");
    return p.operand;
  }

  // The expected value is in a local variable (&r) or where a pointer points; failure updates it.
  Rvalue compare_c11(const c::Call& f, const Expr& e) {
    const Rvalue p = pointer(e.operands[0]);
    const Type type = p.type.pointee();
    const Expr& where = e.operands[1];
    const bool local = where.kind == Expr::Kind::AddressOf &&
                       where.operands[0].kind == Expr::Kind::Name &&
                       variables_.contains(where.operands[0].text);
    Rvalue box;
    if (!local) box = pointer(where);
    const Rvalue expected = local ? name(where.operands[0]) : values_.load(box, ir::Order::Plain);
    const ir::Operand desired = values_.convert(value(e.operands[2]), type).operand;
    const auto [old, success] = code_.cas(p.operand, values_.convert(expected, type).operand,
                                          desired, type.bytes(), f.order);
    const ir::Label failed = code_.label(), done = code_.label();
    code_.branch(success, done, failed);
    code_.bind(failed);
    if (local)
      set(variables_.at(where.operands[0].text), {old, type});
    else
      values_.store(box, {old, type}, ir::Order::Plain);
    code_.jump(done);
    code_.bind(done);
    return {success, kInt};
  }

  const ThreadContext& context_;
  const c::Function& function_;
  ir::FunctionBuilder code_;
  Values values_{code_};
  std::map<std::string, Variable> variables_;
};

}  // namespace

ir::FunctionId lower_thread(const ThreadContext& context, const c::Function& function,
                            std::vector<ObservedRegister>& observed) {
  return CLowering(context, function).run(observed);
}

}  // namespace overtake::litmus
