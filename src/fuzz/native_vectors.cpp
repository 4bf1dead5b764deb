// Vectors of gcc's kind: element by element, comparisons, shuffles, conversions, as values and in
// memory.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {

void native_vectors(Writer& w) {
  IntegerType t = w.integer_type(false);
  if (t.bits == 1) t = integer_type_named("u8");
  const unsigned n = 1u << w.random.between(1, 4);
  const unsigned bytes = n * t.bits / 8;
  const std::string v = w.name("vector"), m = w.name("mask");
  w.global(fmt::format("typedef {} {} __attribute__((vector_size({})));", t.name, v, bytes));
  w.global(fmt::format("typedef i{} {} __attribute__((vector_size({})));", t.bits, m, bytes));
  const std::string g = w.name("shared"), f = w.name("swap");
  w.global(fmt::format("static {} {};", v, g));
  w.global(fmt::format("static {0} {1}({0} a, {0} b) {{ return a - b * 3; }}", v, f));
  auto constant = [&] {
    std::string list;
    for (unsigned k = 0; k < n; ++k) list += w.number(t) + ", ";
    return fmt::format("({}){{ {} }}", v, list);
  };
  for (unsigned k = 0; k < 3; ++k) w.local(fmt::format("{} x{} = {};", v, k, constant()));
  auto shown = [&](const std::string& e) {
    return fmt::format("{{ {} s_ = {}; for (int i_ = 0; i_ < {}; ++i_) {} }}", v, e, n,
                       mix({"s_[i_]", t}));
  };
  auto one = [&] { return fmt::format("x{}", w.random.below(3)); };
  const unsigned count = w.random.between(4, 10);
  for (unsigned k = 0; k < count; ++k) {
    static constexpr std::string_view kOps[] = {"+", "-", "*", "&", "|", "^"};
    static constexpr std::string_view kCompare[] = {"<", "<=", "==", "!=", ">", ">="};
    switch (w.random.below(8)) {
      case 0:
        w.statement(
            fmt::format("{{ {} c_ = {} {} {}; for (int i_ = 0; i_ < {}; ++i_) mix((u64)c_[i_]); }}",
                        m, one(), w.one_of(kCompare), one(), n));
        break;
      case 1: {
        std::string list;
        for (unsigned i = 0; i < n; ++i) list += fmt::format(", {}", w.random.below(2 * n));
        w.statement(shown(fmt::format("__builtin_shufflevector({}, {}{})", one(), one(), list)));
        break;
      }
      case 2:
        w.statement(
            fmt::format("{}[{} & {}] = {};", one(), w.random.below(100), n - 1, w.number(t)));
        break;
      case 3:
        w.statement(fmt::format("{} = {}({}, {}); {} = {};", one(), f, one(), one(), g, one()));
        break;
      case 4:
        w.statement(shown(fmt::format("{} >> ({} & {})", one(), one(), t.bits - 1)));
        break;
      case 5:
        w.statement(fmt::format(
            "{{ {0} c_; memcpy(&c_, &{1}, sizeof c_); {2} = c_; mix(((u8*)&c_)[{3}]); }}", v, one(),
            one(), w.random.below(bytes)));
        break;
      case 6:
        w.statement(fmt::format("{{ {0} c_ = ({0})({1} < {2}); {3} = (c_ & {4}) | (~c_ & {5}); }}",
                                v, one(), one(), one(), one(), one()));
        break;
      default:
        w.statement(fmt::format("{0} = {1} {2} {3};", one(), one(), w.one_of(kOps), one()));
    }
  }
  for (unsigned k = 0; k < 3; ++k) w.statement(shown(fmt::format("x{}", k)));
  w.statement(shown(g));
}

}  // namespace overtake::fuzz
