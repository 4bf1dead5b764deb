// C threads onto the IR, with C's conversions: every value has a type, arithmetic is done at int or
// wider, && || and ?: evaluate only what they need. Local variables are registers of the thread,
// one per name, wherever they are declared.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "frontend/litmus/c_calls.h"
#include "frontend/litmus/thread_lowering.h"

namespace overtake::litmus {
namespace {

using c::Expr;
using c::Statement;
using c::Type;
using ir::Opcode;

constexpr Type kInt{};

Type pointer_to(Type t) {
  ++t.pointers;
  return t;
}

// A computed value. The register is zero-extended from the type's width.
struct Rvalue {
  ir::Operand operand;
  Type type;
};

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
      if (!i->values.empty())
        set(v, {code_.constant(context_.symbols.number(i->values[0], context_.program)),
                Type{.base_bytes = 8, .base_signed = true, .atomic = false, .pointers = 0}});
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
      code_.store(code_.global(o.result), ir::Operand::reg(found->second.reg), 8,
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
    const Variable v{code_.fresh(), type};
    code_.move(v.reg, code_.constant(0));
    return variables_.emplace(name, v).first->second;
  }

  const c::Parameter* parameter(const std::string& name) const {
    for (const c::Parameter& p : function_.parameters)
      if (p.name == name) return &p;
    return nullptr;
  }

  void set(const Variable& v, Rvalue value) { code_.move(v.reg, convert(value, v.type).operand); }

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
    store(p, v, p.type.pointee().atomic ? ir::Order::SeqCst : ir::Order::Plain);
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
  Rvalue load(const Rvalue& p, ir::Order order) {
    Type type = p.type.pointee();
    type.atomic = false;
    return {code_.load(p.operand, type.bytes(), order), type};
  }
  void store(const Rvalue& p, const Rvalue& v, ir::Order order) {
    const Type type = p.type.pointee();
    code_.store(p.operand, convert(v, type).operand, type.bytes(), order);
  }

  // --- expressions -------------------------------------------------------------------------------

  Rvalue value(const Expr& e) {
    const std::optional<Rvalue> v = evaluate(e);
    if (!v) refuse(e.position, fmt::format("`{}` returns no value", e.text));
    return *v;
  }

  // 0 or 1.
  ir::Operand truth(const Expr& e) {
    const Rvalue v = value(e);
    return code_.binary(Opcode::Ne, v.type.bits(), v.operand, code_.constant(0));
  }

  std::optional<Rvalue> evaluate(const Expr& e) {
    switch (e.kind) {
      case Expr::Kind::Number:
        return Rvalue{code_.constant(static_cast<std::uint64_t>(e.number)), e.type};
      case Expr::Kind::Name:
        return name(e);
      case Expr::Kind::Deref: {
        const Rvalue p = pointer(e.operands[0]);
        return load(p, p.type.pointee().atomic ? ir::Order::SeqCst : ir::Order::Plain);
      }
      case Expr::Kind::AddressOf:
        if (e.operands[0].kind == Expr::Kind::Deref) return value(e.operands[0].operands[0]);
        refuse(e.position,
               "the address of a local variable is supported only as the expected "
               "value of a compare-exchange");
      case Expr::Kind::Cast:
        return convert(value(e.operands[0]), e.type);
      case Expr::Kind::Unary:
        return unary(e);
      case Expr::Kind::Binary:
        return binary(e);
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
      const std::uint32_t copy = code_.fresh();
      code_.move(copy, ir::Operand::reg(found->second.reg));
      return {ir::Operand::reg(copy), found->second.type};
    }
    if (const c::Parameter* p = parameter(e.text))
      return {code_.global(context_.symbols.at(p->name).global), p->type};
    refuse(e.position, fmt::format("`{}` is neither a parameter nor a local variable of P{}",
                                   e.text, context_.number));
  }

  Rvalue convert(Rvalue v, Type to) {
    to.atomic = false;
    if (to.bytes() > v.type.bytes() && v.type.is_signed()) {
      const std::uint32_t r = code_.fresh();
      code_.emit({.op = Opcode::SExt,
                  .width = static_cast<std::uint8_t>(v.type.bits()),
                  .sub = static_cast<std::uint8_t>(to.bits()),
                  .dst = r,
                  .a = v.operand});
      return {ir::Operand::reg(r), to};
    }
    if (to.bytes() < v.type.bytes()) {
      const std::uint64_t mask = (std::uint64_t{1} << to.bits()) - 1;
      return {code_.binary(Opcode::And, 64, v.operand, code_.constant(mask)), to};
    }
    return {v.operand, to};
  }

  Rvalue promote(Rvalue v) { return v.type.bytes() < 4 ? convert(v, kInt) : v; }

  // C's usual arithmetic conversions.
  static Type common(Type a, Type b) {
    if (a.bytes() != b.bytes()) return a.bytes() > b.bytes() ? a : b;
    return a.is_signed() ? b : a;
  }

  Rvalue unary(const Expr& e) {
    const Rvalue v = promote(value(e.operands[0]));
    const unsigned bits = v.type.bits();
    const ir::Operand zero = code_.constant(0);
    if (e.text == "!") return {code_.binary(Opcode::Eq, bits, v.operand, zero), kInt};
    if (e.text == "-") return {code_.binary(Opcode::Sub, bits, zero, v.operand), v.type};
    if (e.text == "~")
      return {code_.binary(Opcode::Sub, bits, code_.binary(Opcode::Sub, bits, zero, v.operand),
                           code_.constant(1)),
              v.type};
    return v;
  }

  Rvalue binary(const Expr& e) {
    Rvalue a = promote(value(e.operands[0]));
    Rvalue b = promote(value(e.operands[1]));
    if (a.type.is_pointer() && !b.type.is_pointer() && (e.text == "+" || e.text == "-")) {
      const ir::Operand scaled = code_.binary(
          Opcode::Mul, 64,
          convert(b, Type{.base_bytes = 8, .base_signed = true, .atomic = false, .pointers = 0})
              .operand,
          code_.constant(a.type.pointee().bytes()));
      return {code_.binary(e.text == "+" ? Opcode::Add : Opcode::Sub, 64, a.operand, scaled),
              a.type};
    }
    if (e.text == "<<" || e.text == ">>") {
      const bool right = e.text == ">>";
      const Opcode op = !right ? Opcode::Shl : a.type.is_signed() ? Opcode::AShr : Opcode::LShr;
      const ir::Operand count =
          code_.binary(Opcode::And, 64, b.operand, code_.constant(a.type.bits() - 1));
      return {code_.binary(op, a.type.bits(), a.operand, count), a.type};
    }
    const Type type = common(a.type, b.type);
    a = convert(a, type);
    b = convert(b, type);
    const bool is_signed = type.is_signed();
    const unsigned bits = type.bits();
    static const std::map<std::string, Opcode> kPlain = {{"+", Opcode::Add}, {"-", Opcode::Sub},
                                                         {"*", Opcode::Mul}, {"&", Opcode::And},
                                                         {"|", Opcode::Or},  {"^", Opcode::Xor}};
    if (const auto found = kPlain.find(e.text); found != kPlain.end())
      return {code_.binary(found->second, bits, a.operand, b.operand), type};
    if (e.text == "/")
      return {code_.binary(is_signed ? Opcode::SDiv : Opcode::UDiv, bits, a.operand, b.operand),
              type};
    if (e.text == "%")
      return {code_.binary(is_signed ? Opcode::SRem : Opcode::URem, bits, a.operand, b.operand),
              type};
    if (e.text == "==") return {code_.binary(Opcode::Eq, bits, a.operand, b.operand), kInt};
    if (e.text == "!=") return {code_.binary(Opcode::Ne, bits, a.operand, b.operand), kInt};
    if (e.text[0] == '>') std::swap(a, b);
    const Opcode op = e.text.size() > 1 ? (is_signed ? Opcode::SLe : Opcode::ULe)
                                        : (is_signed ? Opcode::SLt : Opcode::ULt);
    return {code_.binary(op, bits, a.operand, b.operand), kInt};
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
    const std::uint32_t result = code_.fresh();
    const ir::Label yes = code_.label(), no = code_.label(), done = code_.label();
    code_.branch(truth(e.operands[0]), yes, no);
    code_.bind(yes);
    const Rvalue a = promote(value(e.operands[1]));
    code_.move(result, a.operand);
    code_.jump(done);
    code_.bind(no);
    const Rvalue b = promote(value(e.operands[2]));
    code_.move(result, b.operand);
    code_.jump(done);
    code_.bind(done);
    if (a.type.bytes() != b.type.bytes())
      refuse(e.position, "the two values of ?: have different sizes");
    return {ir::Operand::reg(result), common(a.type, b.type)};
  }

  // --- calls -------------------------------------------------------------------------------------

  std::optional<Rvalue> call(const Expr& e) {
    const std::optional<c::Call> known = c::find_call(e.text);
    if (!known) refuse(e.position, fmt::format("function `{}` is not supported", e.text));
    c::Call f = *known;
    const std::size_t needed = arguments(f) + f.orders;
    if (e.operands.size() != needed)
      refuse(e.position,
             fmt::format("`{}` takes {} arguments, found {}", e.text, needed, e.operands.size()));
    if (f.orders > 0) f.order = order(e.operands[arguments(f)]);
    for (std::size_t i = arguments(f) + 1; i < e.operands.size(); ++i) order(e.operands[i]);
    switch (f.kind) {
      case c::CallKind::Load:
        return load(pointer(e.operands[0]), f.order);
      case c::CallKind::LoadOf:
        return load(place(e.operands[0]), f.order);
      case c::CallKind::Store:
      case c::CallKind::StoreTo: {
        const Rvalue p =
            f.kind == c::CallKind::Store ? pointer(e.operands[0]) : place(e.operands[0]);
        store(p, value(e.operands[1]), f.order);
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
        return rmw(f, a, b);
      }
      case c::CallKind::Unary:
        return rmw(f, pointer(e.operands[0]), {code_.constant(1), kInt});
      case c::CallKind::CompareC11:
        return compare_c11(f, e);
      case c::CallKind::CompareKernel: {
        const Rvalue p = pointer(e.operands[0]);
        const Type type = p.type.pointee();
        const ir::Operand expected = convert(value(e.operands[1]), type).operand;
        const ir::Operand desired = convert(value(e.operands[2]), type).operand;
        const auto [old, success] = code_.cas(p.operand, expected, desired, type.bytes(), f.order);
        if (f.returns == c::Returns::Success) return Rvalue{success, kInt};
        return Rvalue{old, type};
      }
      case c::CallKind::AddUnless:
        return add_unless(pointer(e.operands[0]), value(e.operands[1]), value(e.operands[2]));
      case c::CallKind::IncNotZero:
        return add_unless(pointer(e.operands[0]), {code_.constant(1), kInt},
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

  static std::size_t arguments(const c::Call& f) {
    switch (f.kind) {
      case c::CallKind::Fence:
      case c::CallKind::Nothing:
        return 0;
      case c::CallKind::Load:
      case c::CallKind::LoadOf:
      case c::CallKind::Unary:
      case c::CallKind::IncNotZero:
      case c::CallKind::SpinIsLocked:
      case c::CallKind::SpinLock:
      case c::CallKind::SpinTryLock:
      case c::CallKind::SpinUnlock:
        return 1;
      case c::CallKind::Store:
      case c::CallKind::StoreTo:
      case c::CallKind::Rmw:
      case c::CallKind::RmwKernel:
        return 2;
      case c::CallKind::CompareC11:
        return f.weakness ? 4 : 3;
      case c::CallKind::CompareKernel:
      case c::CallKind::AddUnless:
        return 3;
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

  // Without effect and without order if the value is `unless`.
  Rvalue add_unless(const Rvalue& p, const Rvalue& v, const Rvalue& unless) {
    Type type = p.type.pointee();
    type.atomic = false;
    const ir::Operand addend = convert(v, type).operand, bad = convert(unless, type).operand;
    const std::uint32_t added = code_.fresh();
    const ir::Label again = code_.label(), try_it = code_.label(), done = code_.label();
    code_.jump(again);
    code_.bind(again);
    const ir::Operand old = code_.load(p.operand, type.bytes(), ir::Order::Relaxed);
    code_.move(added, code_.constant(0));
    code_.branch(code_.binary(Opcode::Eq, type.bits(), old, bad), done, try_it);
    code_.bind(try_it);
    const ir::Operand now = code_.binary(Opcode::Add, type.bits(), old, addend);
    code_.move(added, code_.constant(1));
    code_.branch(code_.cas(p.operand, old, now, type.bytes(), ir::Order::SeqCst).second, done,
                 again);
    code_.bind(done);
    return {ir::Operand::reg(added), kInt};
  }

  std::optional<Rvalue> rmw(const c::Call& f, const Rvalue& p, const Rvalue& v) {
    Type type = p.type.pointee();
    type.atomic = false;
    const ir::Operand operand = convert(v, type).operand;
    const ir::Operand old = code_.rmw(f.function, p.operand, operand, type.bytes(), f.order);
    if (f.returns == c::Returns::Nothing) return std::nullopt;
    if (f.returns == c::Returns::Old) return Rvalue{old, type};
    static const std::map<ir::RmwFunction, Opcode> kOpcodes = {{ir::RmwFunction::Add, Opcode::Add},
                                                               {ir::RmwFunction::Sub, Opcode::Sub},
                                                               {ir::RmwFunction::Or, Opcode::Or},
                                                               {ir::RmwFunction::Xor, Opcode::Xor},
                                                               {ir::RmwFunction::And, Opcode::And}};
    const ir::Operand now = code_.binary(kOpcodes.at(f.function), type.bits(), old, operand);
    if (f.returns == c::Returns::New) return Rvalue{now, type};
    return Rvalue{code_.binary(Opcode::Eq, type.bits(), now, code_.constant(0)), kInt};
  }

  // The expected value is in a local variable (&r) or behind a pointer; failure updates it.
  Rvalue compare_c11(const c::Call& f, const Expr& e) {
    const Rvalue p = pointer(e.operands[0]);
    const Type type = p.type.pointee();
    const Expr& where = e.operands[1];
    const bool local = where.kind == Expr::Kind::AddressOf &&
                       where.operands[0].kind == Expr::Kind::Name &&
                       variables_.contains(where.operands[0].text);
    Rvalue box;
    if (!local) box = pointer(where);
    const Rvalue expected = local ? name(where.operands[0]) : load(box, ir::Order::Plain);
    const ir::Operand desired = convert(value(e.operands[2]), type).operand;
    const auto [old, success] =
        code_.cas(p.operand, convert(expected, type).operand, desired, type.bytes(), f.order);
    const ir::Label failed = code_.label(), done = code_.label();
    code_.branch(success, done, failed);
    code_.bind(failed);
    if (local)
      set(variables_.at(where.operands[0].text), {old, type});
    else
      store(box, {old, type}, ir::Order::Plain);
    code_.jump(done);
    code_.bind(done);
    return {success, kInt};
  }

  const ThreadContext& context_;
  const c::Function& function_;
  ir::FunctionBuilder code_;
  std::map<std::string, Variable> variables_;
};

}  // namespace

ir::FunctionId lower_thread(const ThreadContext& context, const c::Function& function,
                            std::vector<ObservedRegister>& observed) {
  return CLowering(context, function).run(observed);
}

}  // namespace overtake::litmus
