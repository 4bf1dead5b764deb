// Objects as bytes: unions, copies that overlap, comparisons, structures by value, pointers into
// arrays, variable-length arrays. Bytes that are padding are never looked at.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

struct Field {
  std::string name;
  IntegerType type;
  unsigned count;  // 0: no array
};

struct Struct {
  std::string name;
  std::vector<Field> fields;
};

Struct structure(Writer& w, std::string_view base) {
  Struct s{w.name(base), {}};
  std::string text = fmt::format("struct {} {{ ", s.name);
  const unsigned n = w.random.between(1, 6);
  for (unsigned k = 0; k < n; ++k) {
    const Field f{fmt::format("m{}", k), w.integer_type(),
                  w.random.chance(25) ? w.random.between(1, 5) : 0};
    text += fmt::format("{} {}{}; ", f.type.name, f.name,
                        f.count != 0 ? fmt::format("[{}]", f.count) : "");
    s.fields.push_back(f);
  }
  w.global(text + (w.random.chance(20) ? "} __attribute__((packed));" : "};"));
  return s;
}

// Statements that set or show all fields of `object`.
std::string set_all(Writer& w, const Struct& s, const std::string& object) {
  std::string text;
  for (const Field& f : s.fields) {
    if (f.count == 0)
      text += fmt::format("{}.{} = {}; ", object, f.name, w.number(f.type));
    else
      text += fmt::format("for (int i_ = 0; i_ < {}; ++i_) {}.{}[i_] = ({})({} * (i_ + 1)); ",
                          f.count, object, f.name, f.type.name, w.random.below(1000));
  }
  return text;
}

std::string show_all(const Struct& s, const std::string& object) {
  std::string text;
  for (const Field& f : s.fields) {
    const std::string each = fmt::format("{}.{}", object, f.name);
    if (f.count == 0)
      text += mix({each, f.type}) + " ";
    else
      text +=
          fmt::format("for (int i_ = 0; i_ < {}; ++i_) {} ", f.count, mix({each + "[i_]", f.type}));
  }
  return text;
}

void by_value(Writer& w) {
  const Struct s = structure(w, "s");
  const std::string f = w.name("change"), g = w.name("object");
  const Field& changed = s.fields[w.random.below(static_cast<std::uint32_t>(s.fields.size()))];
  w.global(
      fmt::format("static struct {0} {1}(int n, struct {0} x) {{ x.{2}{3} += ({4})n; return x; }}",
                  s.name, f, changed.name, changed.count != 0 ? "[0]" : "", changed.type.name));
  w.global(fmt::format("static struct {} {};", s.name, g));
  w.statement(fmt::format("{{ struct {} x_, y_; {} y_ = {}({}, x_); {} {} = y_; {} }}", s.name,
                          set_all(w, s, "x_"), f, w.random.below(100), show_all(s, "x_"), g,
                          show_all(s, g)));
  w.statement(
      fmt::format("{{ struct {0} a_[3], *p_ = a_; {1} a_[2] = a_[1] = *p_; p_ += 2; *p_ = "
                  "{2}(3, p_[-1]); {3} mix(p_ - a_); }}",
                  s.name, set_all(w, s, "p_[0]"), f, show_all(s, "a_[2]")));
}

void bytes(Writer& w) {
  const unsigned n = w.random.between(8, 40);
  const std::string b = w.name("bytes");
  w.global(fmt::format("static u8 {}[{}];", b, n));
  w.statement(fmt::format("for (int i_ = 0; i_ < {}; ++i_) {}[i_] = (u8)(i_ * {} + 1);", n, b,
                          w.random.below(100)));
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned length = w.random.below(n), from = w.random.below(n - length + 1),
                   to = w.random.below(n - length + 1);
    switch (w.random.below(5)) {
      case 0:
        w.statement(fmt::format("memset({} + {}, {}, {});", b, from, w.random.below(256), length));
        break;
      case 1:
        w.statement(
            fmt::format("{{ u8 c_[{0}]; memcpy(c_, {1}, {0}); mix(memcmp(c_ + {2}, {1} + {3}, "
                        "{4}) == 0); mix(memcmp({1} + {2}, c_ + {3}, {4}) < 0); }}",
                        n, b, from, to, length));
        break;
      case 2: {
        const IntegerType t = w.integer_type(false);
        const unsigned bytes = t.bits == 1 ? 1 : t.bits / 8;
        if (t.bits == 1 || n < bytes) break;
        const unsigned at = w.random.below(n - bytes + 1);
        w.statement(
            fmt::format("{{ {0} x_; memcpy(&x_, {1} + {2}, sizeof x_); {3} x_ = ({0})(x_ * 3); "
                        "memcpy({1} + {2}, &x_, sizeof x_); }}",
                        t.name, b, at, mix({"x_", t})));
        break;
      }
      default:
        w.statement(fmt::format("memmove({0} + {1}, {0} + {2}, {3});", b, to, from, length));
    }
  }
  w.statement(fmt::format("mix_bytes({}, {});", b, n));
}

void unions(Writer& w) {
  const std::string u = w.name("u");
  const IntegerType a = w.integer_type(), b = w.integer_type();
  w.global(
      fmt::format("union {0} {{ {1} a; {2} b; u8 bytes[16]; u16 words[8]; float f; double d; "
                  "struct {{ u32 low, high; }} halves; u64 q[2]; }};",
                  u, a.bits == 1 ? "u8" : a.name, b.bits == 1 ? "u8" : b.name));
  w.statement(fmt::format(
      "{{ union {0} x_ = {{0}}, y_; x_.q[0] = {1}; x_.q[1] = {2}; y_ = x_; mix((u64)y_.a); "
      "mix((u64)y_.b); "
      "y_.halves.high ^= {3}u; y_.words[{4}] += {5}; mix(y_.q[0]); mix(y_.q[1]); x_ = y_; "
      "x_.bytes[{6}] = {7}; mix_bytes(x_.bytes, 16); mix_float(x_.f); mix_double(x_.d); }}",
      u, w.number(integer_type_named("u64")), w.number(integer_type_named("u64")),
      w.random.below(100000), w.random.below(8), w.random.below(60000), w.random.below(16),
      w.random.below(256)));
}

void variable_arrays(Writer& w) {
  const IntegerType t = w.integer_type();
  w.statement(fmt::format(
      "for (int n_ = 1; n_ < {0}; ++n_) {{ {1} a_[n_ * 2 + 1]; u32 *p_ = __builtin_alloca(4 * n_); "
      "for (int i_ = 0; i_ <= n_ * 2; ++i_) a_[i_] = ({1})(i_ * {2} - n_); for (int i_ = 0; i_ < "
      "n_; ++i_) "
      "p_[i_] = (u32)a_[i_ + 1]; mix(sizeof a_); {3} mix(p_[n_ - 1]); }}",
      w.random.between(2, 7), t.name, w.random.below(1000), mix({"a_[n_]", t})));
}

}  // namespace

void native_memory(Writer& w) {
  const unsigned count = w.random.between(2, 4);
  for (unsigned k = 0; k < count; ++k) {
    switch (w.random.below(4)) {
      case 0:
        by_value(w);
        break;
      case 1:
        bytes(w);
        break;
      case 2:
        unions(w);
        break;
      default:
        variable_arrays(w);
    }
  }
}

// Structures of bit-fields, packed and not, shared and local; fields of several types straddle.
void native_bit_fields(Writer& w) {
  const std::string s = w.name("bits");
  struct Bits {
    std::string name;
    unsigned width;
    bool is_signed;
  };
  std::vector<Bits> fields;
  std::string text = fmt::format("struct {} {{ ", s);
  const unsigned n = w.random.between(2, 8);
  for (unsigned k = 0; k < n; ++k) {
    static constexpr unsigned kUnits[] = {8, 16, 32, 64};
    const unsigned unit = w.one_of(kUnits);
    const bool is_signed = w.random.chance(50);
    const unsigned width = w.random.between(is_signed ? 2 : 1, unit);
    if (w.random.chance(10)) text += "int : 0; ";
    if (w.random.chance(10)) text += fmt::format("u8 plain{}; ", k);
    fields.push_back({fmt::format("b{}", k), width, is_signed});
    text += fmt::format("{}{} b{} : {}; ", is_signed ? "i" : "u", unit, k, width);
  }
  w.global(text + (w.random.chance(50) ? "} __attribute__((packed));" : "};"));
  const std::string g = w.name("shared");
  w.global(fmt::format("static struct {} {}[2];", s, g));
  w.local(fmt::format("struct {} x; memset(&x, 0, sizeof x);", s));
  const IntegerType u64 = integer_type_named("u64");
  const unsigned count = w.random.between(5, 14);
  for (unsigned k = 0; k < count; ++k) {
    const Bits& f = w.one_of(fields);
    const std::string object =
        w.random.chance(50) ? "x" : fmt::format("{}[{}]", g, w.random.below(2));
    switch (w.random.below(5)) {
      case 0:
        w.statement(fmt::format("{}.{} += {};", object, f.name, w.number(u64)));
        break;
      case 1:
        w.statement(
            fmt::format("{0}.{1} = {0}.{1} * 3 ^ {2};", object, f.name, w.one_of(fields).width));
        break;
      case 2:
        w.statement(w.random.chance(50) ? fmt::format("{}[{}] = x;", g, w.random.below(2))
                                        : fmt::format("x = {}[{}];", g, w.random.below(2)));
        break;
      case 3:
        w.statement(fmt::format("mix((u64)(x.{} {} {}.{}));", f.name,
                                w.random.chance(50) ? "<" : "+", object, w.one_of(fields).name));
        break;
      default:
        w.statement(fmt::format("{}.{} = {};", object, f.name, w.number(u64)));
    }
  }
  for (const Bits& f : fields)
    w.statement(
        fmt::format("mix((u64)x.{0}); mix((u64){1}[0].{0}); mix((u64){1}[1].{0});", f.name, g));
}

}  // namespace overtake::fuzz
