#include "fuzz/native_writer.h"

#include <fmt/format.h>

namespace overtake::fuzz {
namespace {

constexpr IntegerType kIntegers[] = {{"i8", 8, true},    {"u8", 8, false},    {"i16", 16, true},
                                     {"u16", 16, false}, {"i32", 32, true},   {"u32", 32, false},
                                     {"i64", 64, true},  {"u64", 64, false},  {"bool", 1, false},
                                     {"i32", 32, true},  {"i128", 128, true}, {"u128", 128, false}};
constexpr std::size_t kNarrow = 10;  // of them have no 128 bits

constexpr FloatType kFloats[] = {{"float", "f", "mix_float"},    {"double", "", "mix_double"},
                                 {"double", "", "mix_double"},   {"long double", "l", "mix_long"},
                                 {"__float128", "", "mix_quad"}, {"_Float16", "", "mix_half"}};
constexpr std::size_t kSmallFloats = 3;

}  // namespace

IntegerType integer_type_named(std::string_view name) {
  for (const IntegerType& type : kIntegers)
    if (type.name == name) return type;
  return kIntegers[0];
}

std::string mix(const Variable& v) {
  return v.type.bits > 64 ? fmt::format("mix_wide((u128){});", v.name)
                          : fmt::format("mix((u64){});", v.name);
}

std::string Writer::name(std::string_view base) {
  return fmt::format("{}_{}_{}", base, index_, names_++);
}

IntegerType Writer::integer_type(bool wide) {
  return kIntegers[random.below(wide ? std::size(kIntegers) : kNarrow)];
}

std::string Writer::number(IntegerType type) {
  auto word = [&]() -> std::uint64_t {
    switch (random.below(8)) {
      case 0:
        return 0;
      case 1:
        return ~std::uint64_t{0};
      case 2:
        return random.below(10);
      case 3:
        return std::uint64_t{1} << random.below(64);
      case 4:
        return (std::uint64_t{1} << random.below(64)) - 1;
      case 5:
        return 0 - std::uint64_t{random.below(300)};
      default:
        return random.next() >> random.below(64);
    }
  };
  if (type.bits == 128 && random.chance(60))
    return fmt::format("({})((u128){:#x}ull << 64 | {:#x}ull)", type.name, word(), word());
  if (type.is_signed && random.chance(30))
    return fmt::format("({})-{}ll", type.name, random.below(1000));
  return fmt::format("({}){:#x}ull", type.name, word());
}

std::vector<Variable> Writer::variables(unsigned count, std::string_view base) {
  std::vector<Variable> all;
  for (unsigned k = 0; k < count; ++k) {
    all.push_back({fmt::format("{}{}", base, k), integer_type()});
    local(
        fmt::format("{} {} = {};", all.back().type.name, all.back().name, number(all.back().type)));
  }
  return all;
}

// Divisors are not 0, and not -1; shifts are smaller than the width.
std::string Writer::binary(IntegerType type, const std::vector<Variable>& variables,
                           unsigned depth) {
  IntegerType t = random.chance(50) ? type : integer_type();
  if (t.bits == 1) t = integer_type_named("i32");
  const std::string a = expression(t, variables, depth - 1),
                    b = expression(t, variables, depth - 1);
  switch (random.below(12)) {
    case 0:
    case 1: {
      const char* op = random.chance(50) ? "/" : "%";
      const std::string guard = t.is_signed ? "y_ == 0 || y_ == -1" : "y_ == 0";
      return fmt::format(
          "({})(__extension__({{ {} x_ = {}, y_ = {}; {} ? x_ : ({})(x_ {} y_); }}))", type.name,
          t.name, a, b, guard, t.name, op);
    }
    case 2:
      return fmt::format("({})({} >> ((u32){} & {}))", type.name, a, b, t.bits - 1);
    case 3: {
      const std::string u = fmt::format("u{}", t.bits);
      return fmt::format("({})({})(({}){} << ((u32){} & {}))", type.name, t.name, u, a, b,
                         t.bits - 1);
    }
    case 4:
    case 5: {
      static constexpr std::string_view kCompare[] = {"<", "<=", ">", ">=", "==", "!="};
      return fmt::format("({})({} {} {})", type.name, a, one_of(kCompare), b);
    }
    case 6:
      return fmt::format("({})({} {} {})", type.name, a, random.chance(50) ? "&&" : "||", b);
    default: {
      static constexpr std::string_view kPlain[] = {"+", "-", "*", "&", "|", "^"};
      return fmt::format("({})({})({} {} {})", type.name, t.name, a, one_of(kPlain), b);
    }
  }
}

std::string Writer::builtin(IntegerType type, const std::vector<Variable>& variables,
                            unsigned depth) {
  const std::string x = expression(integer_type_named("u64"), variables, depth - 1);
  const std::string y = expression(integer_type_named("u32"), variables, depth - 1);
  static constexpr std::string_view kOfOne[] = {
      "__builtin_popcountll({})",      "__builtin_parityll({})",
      "__builtin_clzll({} | 1)",       "__builtin_ctzll({} | 1)",
      "__builtin_ffsll({})",           "__builtin_clrsbll({})",
      "__builtin_bswap64({})",         "__builtin_bitreverse64({})",
      "__builtin_bswap32((u32){})",    "__builtin_bswap16((u16){})",
      "__builtin_bitreverse8((u8){})", "__builtin_bitreverse16((u16){})",
      "__builtin_popcount((u32){})",   "__builtin_clz((u32){} | 1)",
      "__builtin_ctz((u32){} | 1)",    "__builtin_abs((i32){})",
      "__builtin_llabs((i64){})"};
  static constexpr std::string_view kRotate[] = {
      "__builtin_rotateleft8((u8){}, (u8){})",    "__builtin_rotateright16((u16){}, (u16){})",
      "__builtin_rotateleft32((u32){}, (u32){})", "__builtin_rotateright64({}, (u64){})",
      "__builtin_rotateleft64({}, (u64){})",      "__builtin_rotateright8((u8){}, (u8){})"};
  if (random.chance(30))
    return fmt::format("({}){}", type.name, fmt::format(fmt::runtime(one_of(kRotate)), x, y));
  return fmt::format("({}){}", type.name, fmt::format(fmt::runtime(one_of(kOfOne)), x));
}

std::string Writer::expression(IntegerType type, const std::vector<Variable>& variables,
                               unsigned depth) {
  if (depth == 0 || random.chance(15)) {
    if (variables.empty() || random.chance(30)) return number(type);
    return fmt::format("({}){}", type.name, one_of(variables).name);
  }
  switch (random.below(10)) {
    case 0: {
      IntegerType t = integer_type();
      if (t.bits == 1) t = type.bits == 1 ? integer_type_named("u8") : type;
      static constexpr std::string_view kUnary[] = {"-", "~", "!", "+"};
      return fmt::format("({})({})({}{})", type.name, t.name, one_of(kUnary),
                         expression(t, variables, depth - 1));
    }
    case 1:
      return fmt::format("({})({})", type.name, expression(integer_type(), variables, depth - 1));
    case 2:
      return fmt::format(
          "({} ? {} : {})", expression(integer_type_named("bool"), variables, depth - 1),
          expression(type, variables, depth - 1), expression(type, variables, depth - 1));
    case 3:
      return builtin(type, variables, depth);
    default:
      return binary(type, variables, depth);
  }
}

FloatType Writer::float_type(bool wide) {
  return kFloats[random.below(wide ? std::size(kFloats) : kSmallFloats)];
}

std::string Writer::float_number(FloatType type) {
  static constexpr std::string_view kSpecial[] = {"0.0",
                                                  "-0.0",
                                                  "1.0",
                                                  "__builtin_inf()",
                                                  "-__builtin_inf()",
                                                  "__builtin_nan(\"\")",
                                                  "0.1",
                                                  "1e-310",
                                                  "5e-324",
                                                  "3e38",
                                                  "1e300",
                                                  "-2.5",
                                                  "16777217",
                                                  "65504.0",
                                                  "6e-8",
                                                  "1e-40",
                                                  "9007199254740993.0",
                                                  "0.5"};
  switch (random.below(4)) {
    case 0:
      return fmt::format("({}){}", type.name, one_of(kSpecial));
    case 1:
      return fmt::format("({})({}.0 / {})", type.name,
                         static_cast<std::int64_t>(random.below(20000)) - 10000,
                         1u << random.below(12));
    case 2:
      return fmt::format("({})({}{:#x}p{})", type.name, random.chance(50) ? "-" : "",
                         random.next() >> 12, static_cast<int>(random.below(120)) - 100);
    default:
      return fmt::format("({}){}", type.name, static_cast<int>(random.below(2000)) - 1000);
  }
}

std::string Writer::float_expression(FloatType type, unsigned variables, unsigned depth) {
  if (depth == 0 || random.chance(20)) {
    if (random.chance(30)) return float_number(type);
    return fmt::format("({})f{}", type.name, random.below(variables));
  }
  const std::string a = float_expression(type, variables, depth - 1);
  switch (random.below(9)) {
    case 0:
      return fmt::format("(-{})", a);
    case 1: {
      const FloatType other = float_type();
      return fmt::format("({})({}){}", type.name, other.name, a);
    }
    case 2:
      return fmt::format("({} {} {} ? {} : {})", a,
                         random.chance(50) ? "<" : (random.chance(50) ? "==" : ">="),
                         float_expression(type, variables, depth - 1),
                         float_expression(type, variables, depth - 1), float_number(type));
    default: {
      static constexpr std::string_view kOps[] = {"+", "-", "*", "/"};
      return fmt::format("({})({} {} {})", type.name, a, one_of(kOps),
                         float_expression(type, variables, depth - 1));
    }
  }
}

}  // namespace overtake::fuzz
