// Registers, places and accesses.
#include "fuzz/c_printer.h"

namespace overtake::fuzz {

namespace {

const char* order_word(ir::Order order) {
  switch (order) {
    case ir::Order::Plain:
    case ir::Order::Relaxed:
      return "relaxed";
    case ir::Order::Acquire:
      return "acquire";
    case ir::Order::Release:
      return "release";
    case ir::Order::AcqRel:
      return "acq_rel";
    case ir::Order::SeqCst:
      return "seq_cst";
  }
  return "?";
}

std::string builtin_order(ir::Order order) {
  std::string word = order_word(order);
  for (char& c : word)
    if (c != '_') c = static_cast<char>(c - 'a' + 'A');
  return "__ATOMIC_" + word;
}
std::string c11_order(ir::Order order) { return std::string("memory_order_") + order_word(order); }
std::string cpp_order(ir::Order order) {
  return std::string("std::memory_order_") + order_word(order);
}

// The order of a CAS that fails: the strongest that C allows.
ir::Order failure(ir::Order order) {
  switch (order) {
    case ir::Order::Release:
      return ir::Order::Relaxed;
    case ir::Order::AcqRel:
      return ir::Order::Acquire;
    default:
      return order;
  }
}

}  // namespace

// --- registers and places ----------------------------------------------------------------------

std::string CPrinter::reg(std::uint8_t r) const {
  switch (scope_.registers) {
    case Style::Registers::Array:
      return fmt::format("{}r[{}]", scope_.prefix, r);
    case Style::Registers::Pointers:
      return fmt::format("(*{}{})", scope_.prefix, name("q", r));
    case Style::Registers::Frame:
      return fmt::format("f->r[{}]", r);
    default:
      return scope_.prefix + name("r", r);
  }
}

// Whether a register has the type uint32_t and an address.
bool CPrinter::is_addressable() const {
  return scope_.registers != Style::Registers::Volatile &&
         scope_.registers != Style::Registers::Words;
}

std::string CPrinter::variable(std::uint8_t v) const {
  if (scope_.registers == Style::Registers::Frame) return fmt::format("f->v[{}]", v);
  return scope_.prefix + name("v", v);
}

std::string CPrinter::pointer(std::uint8_t p) const {
  if (scope_.registers == Style::Registers::Frame) return fmt::format("f->p[{}]", p);
  return scope_.prefix + name("p", p);
}

std::string CPrinter::location(std::size_t i) const {
  switch (style_.data) {
    case Style::Data::Globals:
      return name("x", i);
    case Style::Data::Structure:
      return "shared." + name("x", i);
    case Style::Data::Array:
      return fmt::format("cells[{}]", i);
    case Style::Data::Heap:
      return "shared->" + name("x", i);
    case Style::Data::Argument:
      return cells_argument() + "->" + name("x", i);
  }
  return "?";
}

// The lvalue of an access.
std::string CPrinter::place(const Statement& s) const {
  if (s.space == Space::Variable) return variable(s.target);
  if (s.space == Space::Pointer) return fmt::format("(*{})", pointer(s.target));
  if (s.size == kLocationBytes) return location(s.target);
  return fmt::format("*(volatile uint{}_t *)((volatile char *)&{} + {})", 8 * s.size,
                     location(s.target), s.offset);
}

std::string CPrinter::address(const Place& p) const {
  switch (p.space) {
    case Space::Variable:
      return "&" + variable(p.target);
    case Space::Pointer:
      return pointer(p.target);
    default:
      return (c11_[p.target] ? "(volatile uint32_t *)&" : "&") + location(p.target);
  }
}

std::string CPrinter::text(const Value& v) const {
  if (!v.computed()) return fmt::format("{}u", v.constant);
  if (v.constant == 0) return reg(v.reg);
  const std::string sum = fmt::format("{} + {}u", reg(v.reg), v.constant);
  return scope_.registers == Style::Registers::Words ? fmt::format("(uint32_t)({})", sum) : sum;
}

std::string CPrinter::text(const Condition& c) {
  if (chance(style_.wrap)) {
    helper("equal", "static int equal(uint32_t a, uint32_t b) {\n  return a == b;\n}\n");
    return fmt::format("{}equal({}, {})", c.equal ? "" : "!", reg(c.reg), text(c.right()));
  }
  return fmt::format("{} {} {}", reg(c.reg), c.equal ? "==" : "!=", text(c.right()));
}

// --- accesses ----------------------------------------------------------------------------------

void CPrinter::access(const Statement& s) {
  if (s.kind == Kind::Await)
    return line("{} = __overtake_await_not_equal_{}((const void *)&{}, (uint{}_t)({}));",
                reg(s.dst), s.size, place(s), 8 * s.size, text(s.value));
  const bool wrapped = s.size == kLocationBytes && chance(style_.wrap);
  if (style_.cpp) return wrapped ? wrapped_cpp_access(s) : cpp_access(s);
  if (wrapped) return wrapped_access(s);
  if (s.kind == Kind::Cas) return compare_and_swap(s);
  return is_c11(s) ? c11_access(s) : volatile_access(s);
}

// Of a read-modify-write that is no compare-and-swap, in C and C++.
static const char* function_of(Kind kind) {
  switch (kind) {
    case Kind::Add:
      return "fetch_add";
    case Kind::Or:
      return "fetch_or";
    case Kind::And:
      return "fetch_and";
    default:
      return "exchange";
  }
}

void CPrinter::c11_access(const Statement& s) {
  const std::string order = c11_order(s.order), x = place(s);
  switch (s.kind) {
    case Kind::Load:
      return line("{} = atomic_load_explicit(&{}, memory_order_relaxed);", reg(s.dst), x);
    case Kind::Store:
      return line("atomic_store_explicit(&{}, {}, {});", x, text(s.value), order);
    default:
      return line("{} = atomic_{}_explicit(&{}, {}, {});", reg(s.dst), function_of(s.kind), x,
                  text(s.value), order);
  }
}

void CPrinter::volatile_access(const Statement& s) {
  const std::string order = builtin_order(s.order), x = place(s);
  switch (s.kind) {
    case Kind::Load:
      return line("{} = {};", reg(s.dst), x);
    case Kind::Store:
      if (s.order == ir::Order::Plain)
        return line("{} = (uint{}_t)({});", x, 8 * s.size, text(s.value));
      return line("__atomic_store_n(&{}, {}, {});", x, text(s.value), order);
    default:
      return line("{} = __atomic_{}{}(&{}, {}, {});", reg(s.dst), function_of(s.kind),
                  s.kind == Kind::Exchange ? "_n" : "", x, text(s.value), order);
  }
}

// What was found is left in the variable with the expected value: in the register itself, if that
// is where it came from.
void CPrinter::compare_and_swap(const Statement& s) {
  const auto write = [&](const std::string& expected) {
    if (is_c11(s))
      line("atomic_compare_exchange_strong_explicit(&{}, &{}, {}, {}, {});", place(s), expected,
           text(s.value), c11_order(s.order), c11_order(failure(s.order)));
    else
      line("__atomic_compare_exchange_n(&{}, &{}, {}, 0, {}, {});", place(s), expected,
           text(s.value), builtin_order(s.order), builtin_order(failure(s.order)));
  };
  if (s.expected == Value(s.dst, 0) && s.size == kLocationBytes && is_addressable())
    return write(reg(s.dst));
  line("{{");
  ++depth_;
  line("uint{}_t expected = {};", 8 * s.size, text(s.expected));
  write("expected");
  line("{} = expected;", reg(s.dst));
  --depth_;
  line("}}");
}

// --- accesses in functions of their own --------------------------------------------------------

// The function that does it, with the place's address as its first argument.
std::string CPrinter::accessor(const Statement& s) {
  const std::string order = builtin_order(s.order);
  const std::string suffix = s.order == ir::Order::Plain ? "plain" : order_word(s.order);
  std::string name, text;
  switch (s.kind) {
    case Kind::Load:
      name = "get";
      text = "static uint32_t get(volatile uint32_t *p) {\n  return *p;\n}\n";
      break;
    case Kind::Store:
      name = "put_" + suffix;
      text = fmt::format("static void {}(volatile uint32_t *p, uint32_t v) {{\n  {};\n}}\n", name,
                         s.order == ir::Order::Plain
                             ? "*p = v"
                             : fmt::format("__atomic_store_n(p, v, {})", order));
      break;
    case Kind::Cas:
      name = "cas_" + suffix;
      text = fmt::format(
          "static uint32_t {}(volatile uint32_t *p, uint32_t expected, uint32_t v) {{\n"
          "  __atomic_compare_exchange_n(p, &expected, v, 0, {}, {});\n  return expected;\n}}\n",
          name, order, builtin_order(failure(s.order)));
      break;
    default:
      name = fmt::format("{}_{}", function_of(s.kind), suffix);
      text = fmt::format(
          "static uint32_t {}(volatile uint32_t *p, uint32_t v) {{\n"
          "  return __atomic_{}{}(p, v, {});\n}}\n",
          name, function_of(s.kind), s.kind == Kind::Exchange ? "_n" : "", order);
  }
  helper(name, text);
  return name;
}

void CPrinter::wrapped_access(const Statement& s) {
  const std::string call = accessor(s), where = address({s.space, s.target});
  if (s.kind == Kind::Store) return line("{}({}, {});", call, where, text(s.value));
  if (s.kind == Kind::Cas)
    return line("{} = {}({}, {}, {});", reg(s.dst), call, where, text(s.expected), text(s.value));
  if (s.kind != Kind::Load) return line("{} = {}({}, {});", reg(s.dst), call, where, text(s.value));
  switch (random_.below(4)) {
    case 0:  // the result by pointer
      if (!is_addressable()) break;
      helper("fetch",
             "static void fetch(volatile uint32_t *p, uint32_t *out) {\n  *out = *p;\n}\n");
      return line("fetch({}, &{});", where, reg(s.dst));
    case 1:  // through a pointer to the function; what it is given is not private any more
      if (s.space != Space::Shared) break;
      helper("getter", "static uint32_t (*const getter)(volatile uint32_t *) = get;\n");
      return line("{} = getter({});", reg(s.dst), where);
    case 2:  // by name
      if (s.space != Space::Shared || style_.data != Style::Data::Globals) break;
      helper("get_" + std::to_string(s.target),
             fmt::format("static uint32_t get_{0}(void) {{\n  return get({1});\n}}\n", s.target,
                         where));
      return line("{} = get_{}();", reg(s.dst), s.target);
    default:
      break;
  }
  line("{} = {}({});", reg(s.dst), call, where);
}

// --- C++ ---------------------------------------------------------------------------------------

std::string CPrinter::cpp_call(const Statement& s) const {
  switch (s.kind) {
    case Kind::Load:
      return "load(std::memory_order_relaxed)";
    case Kind::Store:
      return fmt::format("store({}, {})", text(s.value), cpp_order(s.order));
    default:
      return fmt::format("{}({}, {})", function_of(s.kind), text(s.value), cpp_order(s.order));
  }
}

void CPrinter::cpp_access(const Statement& s) {
  if (s.kind == Kind::Store) return line("{}.{};", place(s), cpp_call(s));
  if (s.kind != Kind::Cas) return line("{} = {}.{};", reg(s.dst), place(s), cpp_call(s));
  const auto write = [&](const std::string& expected) {
    line("{}.compare_exchange_strong({}, {}, {}, {});", place(s), expected, text(s.value),
         cpp_order(s.order), cpp_order(failure(s.order)));
  };
  if (s.expected == Value(s.dst, 0) && is_addressable()) return write(reg(s.dst));
  line("{{");
  ++depth_;
  line("uint32_t expected = {};", text(s.expected));
  write("expected");
  line("{} = expected;", reg(s.dst));
  --depth_;
  line("}}");
}

void CPrinter::wrapped_cpp_access(const Statement& s) {
  if (s.kind == Kind::Cas) return cpp_access(s);
  if (s.kind == Kind::Load && is_addressable() && random_.chance(40)) {
    helper("fetch",
           "template <class A, class T>\nstatic void fetch(A& a, T& out) {\n"
           "  out = a.load(std::memory_order_relaxed);\n}\n");
    return line("fetch({}, {});", place(s), reg(s.dst));
  }
  const std::string result = s.kind == Kind::Store ? "" : reg(s.dst) + " = ";
  line("{}[&] {{ return {}.{}; }}();", result, place(s), cpp_call(s));
}

}  // namespace overtake::fuzz
