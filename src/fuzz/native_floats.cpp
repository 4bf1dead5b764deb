// Floating point of all widths: arithmetic, comparisons, conversions in range, what libm computes
// exactly, and complex numbers. The bits of a NaN are never looked at.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

// Conversions that the target can hold; anything else is undefined.
std::string to_integer(Writer& w, std::string_view value) {
  struct Range {
    std::string_view type, low, high;
  };
  static constexpr Range kRanges[] = {{"i8", "-128", "127"},
                                      {"u8", "0", "255"},
                                      {"i16", "-32768", "32767"},
                                      {"u16", "0", "65000"},
                                      {"i32", "-2147480000", "2147480000"},
                                      {"u32", "0", "4294960000"},
                                      {"i64", "-9.2e18", "9.2e18"},
                                      {"u64", "0", "1.8e19"},
                                      {"i128", "-1.7e38", "1.7e38"},
                                      {"u128", "0", "3.4e38"}};
  const Range& r = w.one_of(kRanges);
  return fmt::format(
      "mix_wide((u128)((double){0} >= {1} && (double){0} <= {2} ? ({3}){0} : ({3})7));", value,
      r.low, r.high, r.type);
}

void function(Writer& w, FloatType t, unsigned vars) {
  static constexpr std::string_view kOfOne[] = {"sqrt",  "fabs", "floor",     "ceil", "trunc",
                                                "round", "rint", "nearbyint", "logb"};
  static constexpr std::string_view kOfTwo[] = {"fmod", "copysign", "fdim"};
  if (t.name == "__float128" || t.name == "_Float16") return;
  const std::string a = w.float_expression(t, vars, 1), b = w.float_expression(t, vars, 1);
  switch (w.random.below(8)) {
    case 0:
      w.statement(fmt::format(
          "{{ int e_ = 0; {} r_ = frexp{}({}, &e_); {}(r_); if (r_ - r_ == 0) mix(e_); }}", t.name,
          t.suffix, a, t.mix));
      break;
    case 1:
      w.statement(fmt::format("{}(ldexp{}({}, {}));", t.mix, t.suffix, a,
                              static_cast<int>(w.random.below(400)) - 200));
      break;
    case 2:
      w.statement(fmt::format("{{ {} i_; {}(modf{}({}, &i_)); {}(i_); }}", t.name, t.mix, t.suffix,
                              a, t.mix));
      break;
    case 3: {
      static constexpr std::string_view kTests[] = {"isnan", "isinf", "isfinite", "isnormal",
                                                    "signbit"};
      w.statement(
          fmt::format("{{ {} x_ = {}; if (x_ == x_) mix({}(x_) != 0); else mix(isnan(x_) != 0); }}",
                      t.name, a, w.one_of(kTests)));
      break;
    }
    case 4: {
      static constexpr std::string_view kTests[] = {"isgreater", "isless", "islessequal",
                                                    "isunordered", "islessgreater"};
      w.statement(fmt::format("mix({}({}, {}) != 0);", w.one_of(kTests), a, b));
      break;
    }
    case 5:
      w.statement(fmt::format("{}({}{}({}, {}));", t.mix, w.one_of(kOfTwo), t.suffix, a, b));
      break;
    default:
      w.statement(fmt::format("{}({}{}({}));", t.mix, w.one_of(kOfOne), t.suffix, a));
  }
}

void complex(Writer& w, FloatType t, unsigned vars) {
  if (t.name != "float" && t.name != "double") return;
  const std::string a = w.float_expression(t, vars, 1), b = w.float_expression(t, vars, 1);
  w.statement(fmt::format(
      "{{ _Complex {0} c_ = {1}, d_ = {2}; __imag__ c_ = {3}; __imag__ d_ = {4}; c_ = c_ {5} d_; "
      "{6}(__real__ c_); {6}(__imag__ c_); mix(c_ == d_); c_ = ~c_; {6}(__imag__ c_); }}",
      t.name, a, b, w.float_number(t), w.float_number(t),
      w.random.chance(30) ? "*" : (w.random.chance(50) ? "+" : "-"), t.mix));
}

}  // namespace

void native_floats(Writer& w) {
  const FloatType t = w.float_type();
  const unsigned vars = w.random.between(2, 5);
  for (unsigned k = 0; k < vars; ++k)
    w.local(fmt::format("{} f{} = {};", t.name, k, w.float_number(t)));
  const unsigned count = w.random.between(5, 12);
  for (unsigned k = 0; k < count; ++k) {
    const std::string f = fmt::format("f{}", w.random.below(vars));
    switch (w.random.below(8)) {
      case 0:
        w.statement(to_integer(w, f));
        break;
      case 1: {
        const IntegerType from = w.integer_type();
        w.statement(fmt::format("{} = ({}){};", f, t.name, w.number(from)));
        break;
      }
      case 2:
      case 3:
        function(w, t, vars);
        break;
      case 4:
        complex(w, t, vars);
        break;
      case 5: {
        static constexpr std::string_view kOps[] = {"+=", "-=", "*=", "/="};
        w.statement(fmt::format("{} {} {};", f, w.one_of(kOps), w.float_expression(t, vars, 2)));
        break;
      }
      default:
        w.statement(fmt::format("{} = {}; {}({});", f, w.float_expression(t, vars, 3), t.mix, f));
    }
  }
  for (unsigned k = 0; k < vars; ++k) w.statement(fmt::format("{}(f{});", t.mix, k));
}

}  // namespace overtake::fuzz
