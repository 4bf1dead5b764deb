// Atomics used by one thread: all operations of C11 and of gcc's two families of builtins, all
// sizes, compare-exchanges that succeed and fail, structures of any size; thread-local variables.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

constexpr std::string_view kOrders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
constexpr std::string_view kLoads[] = {"relaxed", "acquire", "seq_cst"};
constexpr std::string_view kStores[] = {"relaxed", "release", "seq_cst"};

std::string builtin_order(std::string_view order) {
  std::string name = "__ATOMIC_";
  for (char c : order) name += static_cast<char>(c == '_' ? c : c - 32);
  return name;
}

// gcc's builtins on ordinary objects.
void builtins(Writer& w, const Variable& v) {
  const std::string t(v.type.name);
  const std::string n = w.number(v.type);
  const std::string order = builtin_order(w.one_of(kOrders));
  const bool is_bool = v.type.bits == 1;
  static constexpr std::string_view kFunctions[] = {"add", "sub", "and", "or", "xor", "nand"};
  const std::string_view fn = w.one_of(kFunctions);
  auto show = [&](const std::string& e) { return mix({e, v.type}); };
  switch (w.random.below(is_bool ? 3 : 8)) {
    case 0:
      w.statement(show(fmt::format("__atomic_exchange_n(&{}, {}, {})", v.name, n, order)));
      break;
    case 1:
      w.statement(fmt::format(
          "{{ {} e_ = {}; mix(__atomic_compare_exchange_n(&{}, &e_, {}, 0, {}, "
          "__ATOMIC_RELAXED)); {} }}",
          t, w.random.chance(50) ? v.name : n, v.name, w.number(v.type), order, show("e_")));
      break;
    case 2:
      w.statement(
          fmt::format("{{ {0} x_ = {1}, y_; __atomic_exchange(&{2}, &x_, &y_, {3}); {4} "
                      "__atomic_load(&{2}, &x_, __ATOMIC_ACQUIRE); {5} __atomic_store(&{2}, &y_, "
                      "__ATOMIC_RELEASE); }}",
                      t, n, v.name, order, show("y_"), show("x_")));
      break;
    case 3:
      w.statement(show(fmt::format("__atomic_fetch_{}(&{}, {}, {})", fn, v.name, n, order)));
      break;
    case 4:
      w.statement(show(fmt::format("__atomic_{}_fetch(&{}, {}, {})", fn, v.name, n, order)));
      break;
    case 5:
      w.statement(show(fmt::format("__sync_fetch_and_{}(&{}, {})", fn, v.name, n)));
      break;
    case 6:
      w.statement(show(fmt::format("__sync_{}_and_fetch(&{}, {})", fn, v.name, n)));
      break;
    default: {
      const std::string expected = w.random.chance(50) ? v.name : n;
      w.statement(
          w.random.chance(50)
              ? fmt::format("mix(__sync_bool_compare_and_swap(&{}, {}, {}));", v.name, expected, n)
              : show(fmt::format("__sync_val_compare_and_swap(&{}, {}, {})", v.name, expected, n)));
      w.statement(show(fmt::format("__sync_lock_test_and_set(&{}, {})", v.name, n)));
      if (w.random.chance(30)) w.statement(fmt::format("__sync_lock_release(&{});", v.name));
    }
  }
}

// C11's operations on _Atomic objects.
void standard(Writer& w, const Variable& v) {
  const std::string n = w.number(v.type);
  const bool is_bool = v.type.bits == 1;
  static constexpr std::string_view kFunctions[] = {"add", "sub", "and", "or", "xor"};
  auto show = [&](const std::string& e) { return mix({e, v.type}); };
  const std::string order = fmt::format("memory_order_{}", w.one_of(kOrders));
  switch (w.random.below(is_bool ? 5 : 8)) {
    case 0:
      w.statement(fmt::format("atomic_store_explicit(&{}, {}, memory_order_{});", v.name, n,
                              w.one_of(kStores)));
      break;
    case 1:
      w.statement(show(
          fmt::format("atomic_load_explicit(&{}, memory_order_{})", v.name, w.one_of(kLoads))));
      break;
    case 2:
      w.statement(show(fmt::format("atomic_exchange_explicit(&{}, {}, {})", v.name, n, order)));
      break;
    case 3:
      w.statement(fmt::format("{{ {} e_ = {}; mix(atomic_compare_exchange_{}(&{}, &e_, {})); {} }}",
                              v.type.name, w.random.chance(50) ? v.name : n,
                              w.random.chance(50) ? "strong" : "weak", v.name, w.number(v.type),
                              show("e_")));
      break;
    case 4:
      w.statement(fmt::format("{} = {};", v.name, n));
      break;
    case 5: {
      static constexpr std::string_view kOps[] = {"+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="};
      const std::string_view op = w.one_of(kOps);
      const bool shifts = op == "<<=" || op == ">>=";
      w.statement(show(
          fmt::format("({} {} {})", v.name, op, shifts ? std::to_string(w.random.below(7)) : n)));
      break;
    }
    case 6:
      w.statement(show(fmt::format("({}{})", v.name, w.random.chance(50) ? "++" : "--")));
      break;
    default:
      w.statement(show(fmt::format("atomic_fetch_{}_explicit(&{}, {}, {})", w.one_of(kFunctions),
                                   v.name, n, order)));
  }
}

void structures(Writer& w) {
  // Of other sizes clang compares what it has padded them with.
  static constexpr unsigned kSizes[] = {1, 2, 4, 8, 16, 24};
  const unsigned n = w.one_of(kSizes);
  const std::string t = w.name("block"), v = w.name("shared");
  w.global(fmt::format("typedef struct {{ u8 b[{}]; }} {};", n, t));
  w.global(fmt::format("static _Atomic({}) {};", t, v));
  w.statement(
      fmt::format("{{ {0} x_ = {{{{{2}, 2}}}}, e_, o_; memset(&e_, 0, sizeof e_); e_.b[0] = {3}; "
                  "atomic_store(&{1}, x_); o_ = atomic_exchange(&{1}, e_); "
                  "mix_bytes(o_.b, {4}); mix(atomic_compare_exchange_strong(&{1}, &x_, o_)); "
                  "mix_bytes(x_.b, {4}); "
                  "mix(atomic_compare_exchange_strong(&{1}, &e_, o_)); e_ = atomic_load(&{1}); "
                  "mix_bytes(e_.b, {4}); }}",
                  t, v, w.random.below(200), w.random.below(200), n));
}

void others(Writer& w) {
  static constexpr std::string_view kTexts[] = {
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one program
      "{ static _Atomic double d_ = 1.5; d_ += 2.25; mix_double(d_); d_ = d_ * 3; "
      "mix_double(atomic_exchange(&d_, 4)); }",
      "{ static _Atomic float f_ = 1.5f; f_ /= 4; mix_float(f_); f_++; mix_float(f_); }",
      "{ static int a_[5]; static _Atomic(int*) p_ = a_; atomic_fetch_add(&p_, 2); mix(p_ - a_); "
      "mix(atomic_fetch_sub(&p_, 1) - a_); mix(atomic_load(&p_) == a_ + 1); }",
      "{ static atomic_flag f_ = ATOMIC_FLAG_INIT; mix(atomic_flag_test_and_set(&f_)); "
      "mix(atomic_flag_test_and_set(&f_)); atomic_flag_clear(&f_); "
      "mix(atomic_flag_test_and_set(&f_)); }",
      "{ bool b_ = 0; mix(__atomic_test_and_set(&b_, __ATOMIC_ACQUIRE)); mix(b_); "
      "__atomic_clear(&b_, __ATOMIC_RELEASE); mix(b_); }",
      "{ atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_acquire); "
      "__sync_synchronize(); }",
      "{ int x_ = 3; mix(__atomic_fetch_min(&x_, -2, __ATOMIC_RELAXED)); "
      "mix(__atomic_fetch_max(&x_, 9, __ATOMIC_RELAXED)); mix(x_); }",
      "{ u32 x_ = 3; mix(__atomic_min_fetch(&x_, 2, __ATOMIC_SEQ_CST)); "
      "mix(__atomic_max_fetch(&x_, -9, __ATOMIC_SEQ_CST)); }"};
  w.statement(std::string(w.one_of(kTexts)));
}

}  // namespace

void native_atomics(Writer& w) {
  std::vector<Variable> plain, atomic;
  for (unsigned k = 0; k < 3; ++k) {
    const IntegerType t = w.integer_type(), a = w.integer_type();
    plain.push_back({w.name("plain"), t});
    w.global(fmt::format("static {}{} {} __attribute__((aligned(16))) = {};",
                         w.random.chance(40) ? "_Thread_local " : "", t.name, plain.back().name,
                         w.number(t)));
    atomic.push_back({w.name("atomic"), a});
    if (w.random.chance(30)) {
      w.local(fmt::format("_Atomic {} a{} = {};", a.name, k, w.number(a)));
      atomic.back().name = fmt::format("a{}", k);
    } else {
      w.global(fmt::format("static _Atomic {} {} = {};", a.name, atomic.back().name, w.number(a)));
    }
  }
  const unsigned count = w.random.between(6, 16);
  for (unsigned k = 0; k < count; ++k) {
    switch (w.random.below(8)) {
      case 0:
        structures(w);
        break;
      case 1:
        others(w);
        break;
      case 2:
      case 3:
      case 4:
        builtins(w, w.one_of(plain));
        break;
      default:
        standard(w, w.one_of(atomic));
    }
  }
  for (const Variable& v : plain) w.statement(mix(v));
  for (const Variable& v : atomic) w.statement(mix(v));
}

}  // namespace overtake::fuzz
