// Calls: variable arguments of every class of the ABI, structures passed and returned, function
// pointers, recursion; and control flow: switch, computed goto, setjmp, loops with breaks.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

// A type that can be an argument: how it is written, made and shown.
struct ArgumentType {
  std::string name;
  std::string (*value)(Writer&);
  std::string_view show;  // {} is the value
  unsigned integers = 0;  // registers that it takes
  unsigned floats = 0;
};

// clang 19 leaves the last integer register empty after an i128 that did not fit, while its va_arg
// looks there for the next one: such calls mean nothing. This keeps count of the registers.
struct Registers {
  unsigned integers = 5, floats = 8;  // after the first int

  bool takes(const ArgumentType& t) {
    if (t.name == "i128" && integers == 1) return false;
    if (t.integers <= integers && t.floats <= floats) {
      integers -= t.integers;
      floats -= t.floats;
    }
    return true;
  }
};

std::string small_number(Writer& w) { return w.number(integer_type_named("i32")); }
std::string long_number(Writer& w) { return w.number(integer_type_named("u64")); }
std::string wide_number(Writer& w) { return w.number(integer_type_named("i128")); }
std::string double_number(Writer& w) { return w.float_number({"double", "", ""}); }
std::string long_double_number(Writer& w) { return w.float_number({"long double", "l", ""}); }
std::string pair_value(Writer& w) {
  return fmt::format("(pair){{{}, {}}}", w.random.below(1000), w.number(integer_type_named("i64")));
}
std::string mixed_value(Writer& w) {
  return fmt::format("(mixed){{{}.5, {}}}", w.random.below(1000), w.random.below(1000));
}
std::string floats_value(Writer& w) {
  return fmt::format("(floats){{{}.25f, {}.5f, 3}}", w.random.below(100), w.random.below(100));
}
std::string big_value(Writer& w) {
  return fmt::format("(big){{{{{}, {}, 3, 4, {}}}}}", w.random.below(100), w.random.below(100),
                     w.random.below(100));
}
std::string tiny_value(Writer& w) {
  return fmt::format("(tiny){{{}, 'x', 7}}", w.random.below(100));
}

const std::vector<ArgumentType>& argument_types() {
  static const std::vector<ArgumentType> all = {
      {"int", small_number, "mix({});", 1, 0},
      {"u64", long_number, "mix({});", 1, 0},
      {"i128", wide_number, "mix_wide((u128){});", 2, 0},
      {"double", double_number, "mix_double({});", 0, 1},
      {"long double", long_double_number, "mix_long({});", 0, 0},
      {"pair", pair_value, "{{ pair p_ = {}; mix(p_.a); mix(p_.b); }}", 2, 0},
      {"mixed", mixed_value, "{{ mixed p_ = {}; mix_double(p_.a); mix(p_.b); }}", 1, 1},
      {"floats", floats_value,
       "{{ floats p_ = {}; mix_float(p_.a); mix_float(p_.b); mix_float(p_.c); }}", 0, 2},
      {"big", big_value, "{{ big p_ = {}; for (int i_ = 0; i_ < 5; ++i_) mix(p_.a[i_]); }}", 0, 0},
      {"tiny", tiny_value, "{{ tiny p_ = {}; mix(p_.a); mix(p_.b); mix(p_.c); }}", 1, 0},
  };
  return all;
}

void variadic(Writer& w) {
  std::vector<ArgumentType> fixed, variable;
  Registers left;
  auto choose = [&](std::vector<ArgumentType>& list, unsigned count) {
    for (unsigned k = 0; k < count; ++k)
      if (const ArgumentType& t = w.one_of(argument_types()); left.takes(t)) list.push_back(t);
  };
  choose(fixed, w.random.below(4));
  choose(variable, w.random.between(1, 14));
  const std::string f = w.name("list"), g = w.name("each");
  std::string body, parameters = "int first";
  for (std::size_t k = 0; k < variable.size(); ++k)
    body += fmt::format(fmt::runtime(variable[k].show),
                        fmt::format("va_arg(*list, {})", variable[k].name)) +
            " ";
  w.global(fmt::format("static void {}(va_list* list) {{ {} }}", g, body));
  std::string shows;
  for (std::size_t k = 0; k < fixed.size(); ++k) {
    parameters += fmt::format(", {} p{}", fixed[k].name, k);
    shows += fmt::format(fmt::runtime(fixed[k].show), fmt::format("p{}", k)) + " ";
  }
  const std::string copy =
      w.random.chance(40)
          ? fmt::format("va_list other; va_copy(other, list); {}(&other); va_end(other); ", g)
          : "";
  w.global(fmt::format(
      "static void {0}({1}, ...) {{ va_list list; {2} va_start(list, {3}); {4}{5}(&list); "
      "va_end(list); mix(first); }}",
      f, parameters, shows, fixed.empty() ? "first" : fmt::format("p{}", fixed.size() - 1), copy,
      g));
  for (unsigned calls = 0; calls < 2; ++calls) {
    std::string arguments = std::to_string(w.random.below(1000));
    for (const auto& list : {fixed, variable})
      for (const ArgumentType& t : list) arguments += ", " + t.value(w);
    w.statement(fmt::format("{}({});", f, arguments));
  }
}

void pointers(Writer& w) {
  const ArgumentType& a = w.one_of(argument_types());
  const ArgumentType& b = w.one_of(argument_types());
  const std::string table = w.name("table");
  std::string list;
  for (unsigned k = 0; k < 3; ++k) {
    const std::string f = w.name("f");
    w.global(
        fmt::format("static {0} {1}({2} x, {0} y, int n) {{ {3} mix(n + {4}); if (n > 0) return "
                    "{1}(x, y, n - 1); "
                    "{5} return y; }}",
                    a.name, f, b.name, fmt::format(fmt::runtime(b.show), "x"), k,
                    fmt::format(fmt::runtime(a.show), "y")));
    list += f + ", ";
  }
  w.global(fmt::format("static {}(*{}[])({}, {}, int) = {{ {} }};", a.name, table, b.name, a.name,
                       list));
  w.statement(fmt::format("for (int k_ = 0; k_ < 3; ++k_) {{ {} r_ = {}[k_]({}, {}, k_ * 2); {} }}",
                          a.name, table, b.value(w), a.value(w),
                          fmt::format(fmt::runtime(a.show), "r_")));
}

}  // namespace

void native_calls(Writer& w) {
  variadic(w);
  pointers(w);
  if (w.random.chance(50)) variadic(w);
}

void native_control(Writer& w) {
  const std::vector<Variable> vars = w.variables(3);
  const IntegerType u32 = integer_type_named("u32");
  // A switch with fall-through over any type.
  IntegerType t = w.integer_type();
  if (t.bits == 1) t = u32;
  std::string cases;
  for (unsigned k = 0; k < w.random.between(2, 7); ++k)
    cases += fmt::format("case {}: mix({}); {}", k * 3, w.random.below(1000),
                         w.random.chance(60) ? "break; " : "");
  w.statement(fmt::format(
      "for (int i_ = 0; i_ < 9; ++i_) switch (({})(({}){} % 20 + i_)) {{ {} default: mix(i_); }}",
      t.name, fmt::format("u{}", t.bits), w.expression(t, vars, 1), cases));
  // A machine by computed gotos.
  const std::string f = w.name("machine");
  w.global(fmt::format(
      "static void {0}(u32 x) {{ static void* const to[] = {{&&a, &&b, &&c, &&d}}; int steps = 0; "
      "a: mix(x); x = x * {1}u + 7; if (++steps > {2}) goto d; goto *to[x >> 5 & 3]; "
      "b: x ^= x >> 3; mix(x + 1); goto *to[(x & 1) ? 0 : 2]; c: x += {3}; goto *to[0]; d: "
      "mix(steps); }}",
      f, w.random.between(3, 99), w.random.between(2, 9), w.random.below(50)));
  w.statement(fmt::format("{}({});", f, w.expression(u32, vars, 1)));
  // Nested loops with breaks and continues.
  w.statement(fmt::format(
      "for (u32 i_ = 0; i_ < {}; ++i_) {{ u32 j_ = {}; do {{ j_ = j_ / 2; if ((j_ ^ i_) % 3 == 1) "
      "continue; mix(j_); if (j_ % 5 == i_) break; }} while (j_ > 2); mix(i_); }}",
      w.random.between(1, 6), w.expression(u32, vars, 1)));
  // setjmp: what changes in between is volatile.
  const std::string g = w.name("jumper"), buffer = w.name("buffer");
  w.global(fmt::format(
      "static jmp_buf {}; static void {}(int n, int v) {{ if (n > 0) {}(n - 1, v); mix(n); "
      "longjmp({}, v); }}",
      buffer, g, g, buffer));
  w.statement(
      fmt::format("{{ volatile int n_ = 0; int r_ = setjmp({}); mix(r_); n_ = n_ + 1; if (n_ < {}) "
                  "{}(n_, n_ - 1); "
                  "mix(n_); }}",
                  buffer, w.random.between(1, 6), g));
  // Conditions with effects, evaluated in order.
  w.statement(fmt::format(
      "{{ int n_ = 0; if ((n_++ > {0} || ++n_ % 2) && (n_ += {1}) > 3) mix(n_); mix(n_); "
      "mix((n_++, n_ * 2)); }}",
      w.random.below(2), w.random.below(5)));
  for (const Variable& v : vars) w.statement(mix(v));
}

}  // namespace overtake::fuzz
