// Integers of all widths: expressions, assignments, overflow builtins, _BitInt, arrays, loops.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

// {type of result, operands}: clang needs a library that is not there to multiply 128 bits checked.
void overflow(Writer& w, const std::vector<Variable>& vars) {
  static constexpr std::string_view kOps[] = {"add", "sub", "mul"};
  const std::string_view op = w.one_of(kOps);
  IntegerType r = w.integer_type(op != "mul");
  if (r.bits == 1) r = integer_type_named("u16");
  const IntegerType a = op == "mul" ? r : w.integer_type(), b = op == "mul" ? r : w.integer_type();
  w.statement(fmt::format("{{ {} r_; mix(__builtin_{}_overflow({}, {}, &r_)); {} }}", r.name, op,
                          w.expression(a, vars, 1), w.expression(b, vars, 1), mix({"r_", r})));
}

void bit_int(Writer& w, const std::vector<Variable>& vars) {
  const unsigned bits = w.random.chance(70) ? w.random.between(2, 130) : w.random.between(131, 260);
  const bool is_signed = w.random.chance(50);
  const std::string t = fmt::format("{} _BitInt({})", is_signed ? "signed" : "unsigned", bits);
  auto value = [&] {
    const IntegerType from = w.integer_type();
    return fmt::format("({}){}", t, w.expression(from, vars, 1));
  };
  static constexpr std::string_view kOps[] = {"+", "-", "*", "&", "|", "^"};
  std::string text = fmt::format("{{ {} a_ = {}, b_ = {}; ", t, value(), value());
  for (unsigned k = 0; k < 3; ++k) text += fmt::format("a_ = ({})(a_ {} b_); ", t, w.one_of(kOps));
  if (w.random.chance(50))
    text += fmt::format("if (b_ != 0{}) b_ = ({})(a_ {} b_); ", is_signed ? " && b_ != -1" : "", t,
                        w.random.chance(50) ? "/" : "%");
  if (w.random.chance(50)) text += fmt::format("a_ = ({})(a_ >> {}); ", t, w.random.below(bits));
  text += "mix((u64)a_); mix((u64)b_); mix(a_ < b_); mix(a_ == b_); ";
  if (bits > 64) text += "mix((u64)(a_ >> 64)); ";
  if (bits > 128) text += "mix((u64)(b_ >> 128)); ";
  w.statement(text + "}");
}

void assignment(Writer& w, const std::vector<Variable>& vars) {
  const Variable& v = w.one_of(vars);
  static constexpr std::string_view kOps[] = {"+=", "-=", "*=", "&=", "|=", "^="};
  switch (w.random.below(5)) {
    case 0:
      w.statement(fmt::format("{} {} {};", v.name, w.one_of(kOps),
                              w.expression(w.integer_type(), vars, 2)));
      break;
    case 1:
      if (v.type.bits == 1) break;
      w.statement(fmt::format("mix((u64)({}{}{}));", w.random.chance(50) ? "++" : "", v.name, ""));
      w.statement(fmt::format("{}--;", v.name));
      break;
    default:
      w.statement(fmt::format("{} = {};", v.name, w.expression(v.type, vars, 3)));
  }
}

void arrays(Writer& w, const std::vector<Variable>& vars) {
  const IntegerType t = w.integer_type();
  const unsigned n = w.random.between(2, 9);
  const std::string a = w.name("a");
  w.global(fmt::format("static {} {}[{}];", t.name, a, n));
  w.statement(fmt::format("for (int i_ = 0; i_ < {}; ++i_) {}[i_] = ({})({} + i_ * 3);", n, a,
                          t.name, w.expression(t, vars, 1)));
  for (unsigned k = 0; k < 3; ++k)
    w.statement(fmt::format("{}[(u32){} % {}] ^= {};", a,
                            w.expression(integer_type_named("u32"), vars, 1), n,
                            w.expression(t, vars, 2)));
  w.statement(fmt::format("for (int i_ = {} - 1; i_ >= 0; --i_) {}", n,
                          mix({fmt::format("{}[i_]", a), t})));
}

}  // namespace

void native_integers(Writer& w) {
  const std::vector<Variable> vars = w.variables(w.random.between(3, 7));
  const unsigned count = w.random.between(6, 16);
  for (unsigned k = 0; k < count; ++k) {
    switch (w.random.below(10)) {
      case 0:
      case 1:
        overflow(w, vars);
        break;
      case 2:
        bit_int(w, vars);
        break;
      case 3:
        arrays(w, vars);
        break;
      case 4:
        w.statement(fmt::format("for (int i_ = 0; i_ < {}; ++i_) {{ {} = {}; {} }}",
                                w.random.between(1, 6), vars[0].name,
                                w.expression(vars[0].type, vars, 2), mix(vars[0])));
        break;
      default:
        assignment(w, vars);
    }
  }
  for (const Variable& v : vars) w.statement(mix(v));
}

}  // namespace overtake::fuzz
