// Inline assembly with random operands: every instruction that the front end knows, with operands
// in registers, in memory and as immediates, with results as flags, tied and bound to registers.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

struct Size {
  std::string_view type;
  char suffix;
  std::string_view modifier;
};
constexpr Size kSizes[] = {
    {"u8", 'b', "b"}, {"u16", 'w', "w"}, {"u32", 'l', "k"}, {"u64", 'q', "q"}};

constexpr std::string_view kConditions[] = {"o", "no", "b", "ae", "e",  "ne", "be", "a",
                                            "s", "ns", "p", "np", "l",  "ge", "le", "g",
                                            "c", "nc", "z", "nz", "na", "nbe"};

Size size(Writer& w, unsigned least = 0) { return kSizes[w.random.between(least, 3)]; }

// An operand that is read: a register, memory, or a constant that fits.
std::string source(Writer& w, Size s, bool memory) {
  switch (w.random.below(3)) {
    case 0:
      return fmt::format("\"i\"(({}){})",
                         s.suffix == 'b'   ? "i8"
                         : s.suffix == 'w' ? "i16"
                                           : "i32",
                         s.suffix == 'b' ? w.random.below(100) : w.random.below(30000));
    case 1:
      if (memory) return fmt::format("\"m\"(y_)");
      [[fallthrough]];
    default:
      return "\"q\"(y_)";
  }
}

// x_ op= y_, with the flags as results.
void arithmetic(Writer& w) {
  static constexpr std::string_view kOps[] = {"add", "sub",  "and", "or", "xor",
                                              "cmp", "test", "adc", "sbb"};
  const Size s = size(w);
  const std::string_view op = w.one_of(kOps);
  const bool in_memory = w.random.chance(50);
  const bool locks =
      in_memory && w.random.chance(50) && op != "cmp" && op != "test" && op != "adc" && op != "sbb";
  const bool carries = op == "adc" || op == "sbb";
  const std::string lead = carries ? (w.random.chance(50) ? "stc; " : "clc; ") : "";
  w.statement(
      fmt::format("{{ {0} x_ = {1}, y_ = {2}; int c_; asm volatile(\"{3}{4}{5}{6} %2, %0\" : "
                  "\"+{7}\"(x_), \"=@cc{8}\"(c_) : {9} : "
                  "\"memory\"); mix(x_); mix(c_); }}",
                  s.type, w.number(integer_type_named(s.type)),
                  w.number(integer_type_named(s.type)), lead, locks ? "lock; " : "", op, s.suffix,
                  in_memory ? "m" : "q", w.one_of(kConditions), source(w, s, !in_memory)));
}

void unary(Writer& w) {
  static constexpr std::string_view kOps[] = {"inc", "dec", "neg", "not"};
  const Size s = size(w);
  const std::string_view op = w.one_of(kOps);
  const bool in_memory = w.random.chance(50), locks = in_memory && w.random.chance(50);
  const bool flag = op != "not";
  static constexpr std::string_view kFlags[] = {"z", "s", "o", "p", "nz", "g", "le", "l"};
  w.statement(
      fmt::format("{{ {0} x_ = {1}; u8 c_ = 0; asm volatile(\"{2}{3}{4} %0{5}\" : \"+{6}\"(x_), "
                  "\"+q\"(c_) : : \"cc\", "
                  "\"memory\"); mix(x_); mix(c_); }}",
                  s.type, w.number(integer_type_named(s.type)), locks ? "lock " : "", op, s.suffix,
                  flag ? fmt::format("; set{} %1", w.one_of(kFlags)) : "", in_memory ? "m" : "q"));
}

void exchanges(Writer& w) {
  const Size s = size(w);
  const std::string t(s.type), a = w.number(integer_type_named(s.type)),
                               b = w.number(integer_type_named(s.type));
  const char* lock = w.random.chance(50) ? "lock; " : "";
  switch (w.random.below(6)) {
    case 0:
      w.statement(
          fmt::format("{{ {0} x_ = {1}, y_ = {2}; asm volatile(\"{3}xadd{4} %0, %1\" : \"+q\"(y_), "
                      "\"+m\"(x_) : : "
                      "\"memory\", \"cc\"); mix(x_); mix(y_); }}",
                      t, a, b, lock, s.suffix));
      break;
    case 1:  // one register for an output and an input
      w.statement(fmt::format(
          "{{ {0} x_ = {1}, r_; asm volatile(\"xchg{2} %{3}0, %1\" : \"=d\"(r_), \"+m\"(x_) : "
          "\"d\"({4}) : \"memory\"); mix(x_); mix(r_); }}",
          t, a, s.suffix, s.modifier, b));
      break;
    case 2:
      w.statement(fmt::format(
          "{{ {0} x_ = {1}, e_ = {2}; u8 z_; asm volatile(\"lock cmpxchg{3} %2, %1; setz %0\" : "
          "\"=a\"(z_), "
          "\"+m\"(x_) : \"q\"(({0}){4}), \"a\"(e_) : \"memory\", \"cc\"); mix(x_); mix(z_); }}",
          t, a, w.random.chance(50) ? a : b, s.suffix, b));
      break;
    case 3:
      w.statement(
          fmt::format("{{ {0} x_ = {1}, e_ = {2}; int z_, c_; asm volatile(\"{3}cmpxchg{4} %4, "
                      "%0\" : \"+m\"(x_), "
                      "\"=@ccz\"(z_), \"=@cc{5}\"(c_), \"+a\"(e_) : \"q\"(({0}){6}) : \"memory\"); "
                      "mix(x_); mix(e_); mix(z_); mix(c_); }}",
                      t, a, w.random.chance(50) ? a : b, lock, s.suffix, w.one_of(kConditions), b));
      break;
    case 4:
      w.statement(fmt::format(
          "{{ u64 x_[2] __attribute__((aligned(16))) = {{{0}, {1}}}, o_[2] = {{{2}, {3}}}; u8 z_; "
          "asm volatile(\"lock cmpxchg16b %0; "
          "setz %3\" : \"+m\"(*(u128*)x_), \"=a\"(o_[0]), \"=d\"(o_[1]), \"=q\"(z_) : "
          "\"a\"(o_[0]), \"d\"(o_[1]), \"b\"(5ul), \"c\"(6ul) : "
          "\"memory\", \"cc\"); mix(x_[0]); mix(x_[1]); mix(o_[0]); mix(o_[1]); mix(z_); }}",
          w.random.below(3), w.random.below(3), w.random.below(3), w.random.below(3)));
      break;
    default:
      w.statement(
          fmt::format("{{ {0} x_ = {1}, y_ = {2}; asm(\"xchg{3} %0, %1\" : \"+q\"(x_), "
                      "\"+q\"(y_)); mix(x_); mix(y_); }}",
                      t, a, b, s.suffix));
  }
}

void bits(Writer& w) {
  static constexpr std::string_view kOps[] = {"bt", "bts", "btr", "btc"};
  const Size s = size(w, 1);
  const std::string_view op = w.one_of(kOps);
  const unsigned width = s.suffix == 'w' ? 16 : s.suffix == 'l' ? 32 : 64;
  const char* lock = op != "bt" && w.random.chance(50) ? "lock; " : "";
  switch (w.random.below(4)) {
    case 0:  // anywhere around the operand
      w.statement(fmt::format(
          "{{ {0} x_[5] = {{1, {1}, {2}, {3}, 7}}; {4} n_ = {5}; bool c_; asm volatile(\"{6}{7}{8} "
          "%2, %0; setc %1\" : "
          "\"+m\"(x_[2]), \"=q\"(c_) : \"r\"(n_) : \"memory\", \"cc\"); mix(c_); for (int i_ = 0; "
          "i_ < 5; ++i_) mix(x_[i_]); }}",
          s.type, w.number(integer_type_named(s.type)), w.number(integer_type_named(s.type)),
          w.number(integer_type_named(s.type)), fmt::format("i{}", width),
          static_cast<int>(w.random.below(5 * width)) - static_cast<int>(2 * width), lock, op,
          s.suffix));
      break;
    case 1:
      w.statement(fmt::format(
          "{{ {0} x_ = {1}; int c_; asm volatile(\"{2}{3}{4} ${5}, %0\" : \"+m\"(x_), "
          "\"=@ccc\"(c_) : : \"memory\"); mix(x_); "
          "mix(c_); }}",
          s.type, w.number(integer_type_named(s.type)), lock, op, s.suffix, w.random.below(width)));
      break;
    case 2:
      w.statement(fmt::format(
          "{{ {0} x_ = {1}; int c_; asm(\"{2}{3} %2, %0\" : \"+r\"(x_), \"=@ccc\"(c_) : "
          "\"r\"(({0}){4})); mix(x_); mix(c_); }}",
          s.type, w.number(integer_type_named(s.type)), op, s.suffix, w.random.below(200)));
      break;
    default: {
      static constexpr std::string_view kScan[] = {"bsf", "bsr"};
      w.statement(
          fmt::format("{{ {0} x_ = {1}, r_ = 77; int z_; asm(\"{2}{3} %2, %0\" : \"+r\"(r_), "
                      "\"=@ccz\"(z_) : \"r\"(x_)); if (x_) mix(r_); "
                      "mix(z_); }}",
                      s.type, w.number(integer_type_named(s.type)), w.one_of(kScan), s.suffix));
    }
  }
}

void moves(Writer& w) {
  const std::string n = w.number(integer_type_named("u64"));
  static constexpr std::string_view kTexts[] = {
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one program
      "{{ u64 x_ = {0}; asm(\"movb $7, %b0\" : \"+q\"(x_)); mix(x_); asm(\"movw $1000, %w0\" : "
      "\"+q\"(x_)); mix(x_); asm(\"movl %k0, %k0\" : \"+q\"(x_)); mix(x_); }}",
      "{{ u64 x_ = {0}, y_ = 5; asm(\"movb %h1, %b0; movzbl %b1, %k1\" : \"+Q\"(y_), \"+Q\"(x_)); "
      "mix(x_); mix(y_); }}",
      "{{ u64 x_ = {0}, y_ = {1}; asm(\"leaq 5(%0,%1,4), %0; movslq %k1, %1\" : \"+r\"(x_), "
      "\"+r\"(y_)); mix(x_); mix(y_); }}",
      "{{ u32 a_[4] = {{1, (u32){0}, 3, 4}}; u64 i_ = 1; u32 r_; asm(\"movl 4(%1,%2,4), %0; addl "
      "(%1,%2,4), %0\" : \"=&r\"(r_) : \"r\"(a_), \"r\"(i_) : \"memory\"); mix(r_); }}",
      "{{ u64 x_ = {0}; asm(\"bswapq %0\" : \"+r\"(x_)); mix(x_); u32 y_ = (u32)x_; asm(\"bswapl "
      "%0\" : \"+r\"(y_)); mix(y_); }}",
      "{{ u64 x_ = {0}, y_ = {1}, r_ = 3; asm(\"cmpq %2, %1; cmovb %1, %0\" : \"+r\"(r_) : "
      "\"r\"(x_), \"r\"(y_) : \"cc\"); mix(r_); }}",
      "{{ u64 lo_, hi_; asm(\"mulq %3\" : \"=a\"(lo_), \"=d\"(hi_) : \"a\"({0}), \"r\"({1}) : "
      "\"cc\"); mix(lo_); mix(hi_); }}",
      "{{ i64 x_ = {0}; int o_; asm(\"imulq %2, %0\" : \"+r\"(x_), \"=@cco\"(o_) : \"r\"({1})); "
      "mix(x_); mix(o_); }}",
      "{{ u32 s_ = 0, n_ = {2}; asm(\"1: addl %1, %0; decl %1; jnz 1b\" : \"+r\"(s_), \"+r\"(n_) : "
      ": \"cc\"); mix(s_); }}",
      "{{ u64 r_; asm(\"testq %1, %1; js 2f; movq $1, %0; jmp 3f; 2: movq $-1, %0; 3:\" : "
      "\"=r\"(r_) : \"r\"({0}) : \"cc\"); mix(r_); }}",
      "{{ register u64 x_ asm(\"r9\") = {0}; asm(\"notq %%r9; shrq $3, %0\" : \"+r\"(x_) : : "
      "\"cc\"); mix(x_); }}",
      "{{ u64 x_ = {0}; u8 n_ = {2}; asm(\"rolq %%cl, %0; sarl $2, %k0\" : \"+r\"(x_) : \"c\"(n_) "
      ": \"cc\"); mix(x_); }}",
      "{{ u32 x_ = (u32){0}; int c_; asm(\"shll ${2}, %0\" : \"+r\"(x_), \"=@ccc\"(c_)); mix(x_); "
      "mix(c_); }}",
      "{{ u64 x_ = {0}; asm goto(\"btq ${2}, %0; jc %l1\" : : \"r\"(x_) : \"cc\" : yes_{3}); "
      "mix(1); yes_{3}: mix(2); }}",
      "{{ u64 x_ = {0}; asm volatile(\"\" : \"+r\"(x_) : : \"memory\"); asm volatile(\"mfence; "
      "lfence; sfence; pause; rep; nop; lock; addl $0, -8(%%rsp)\" ::: \"memory\", \"cc\"); "
      "mix(x_); }}",
      "{{ u32 lo_ = (u32){0}, hi_ = (u32){1}, c_ = 3; asm(\"addl %3, %0; adcl $0, %1\" : "
      "\"+r\"(lo_), \"+r\"(hi_) : \"r\"(0), \"r\"(c_) : \"cc\"); mix(lo_); mix(hi_); }}"};
  w.statement(fmt::format(fmt::runtime(w.one_of(kTexts)), n, w.number(integer_type_named("u64")),
                          w.random.between(1, 9), w.name("l")));
}

}  // namespace

void native_assembly(Writer& w) {
  const unsigned count = w.random.between(5, 10);
  for (unsigned k = 0; k < count; ++k) {
    switch (w.random.below(7)) {
      case 0:
      case 1:
        arithmetic(w);
        break;
      case 2:
        unary(w);
        break;
      case 3:
        exchanges(w);
        break;
      case 4:
        bits(w);
        break;
      default:
        moves(w);
    }
  }
}

}  // namespace overtake::fuzz
