// Functions without a body that are instructions: the intrinsics of runtime/overtake.h, the
// mathematics of libm, libatomic's calls of any size, and output that is not shown.
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include <algorithm>

#include "frontend/clang/cas_orders.h"
#include "frontend/clang/function_lowering.h"
#include "ir/errors.h"

namespace overtake::frontend {
namespace {

const llvm::StringMap<ir::SyncOp>& sync_operations() {
  using S = ir::SyncOp;
  static const llvm::StringMap<S> table = {
      {"mutex_lock", S::MutexLock},
      {"mutex_trylock", S::MutexTryLock},
      {"mutex_unlock", S::MutexUnlock},
      {"mutex_held", S::MutexHeld},
      {"spin_lock", S::SpinLock},
      {"read_lock", S::ReadLock},
      {"read_trylock", S::ReadTryLock},
      {"write_lock", S::WriteLock},
      {"write_trylock", S::WriteTryLock},
      {"rw_unlock", S::RwUnlock},
      {"sem_wait", S::SemWait},
      {"sem_wait_cancellable", S::SemWait},
      {"sem_trywait", S::SemTryWait},
      {"sem_post", S::SemPost},
      {"once_begin", S::OnceBegin},
      {"once_end", S::OnceEnd},
      {"cond_enqueue", S::CondEnqueue},
      {"cond_await", S::CondAwait},
      {"cond_await_cancellable", S::CondAwait},
      {"cond_cancel", S::CondCancel},
      {"cond_signal", S::CondSignal},
      {"cond_broadcast", S::CondBroadcast},
      {"barrier_arrive", S::BarrierArrive},
      {"barrier_await", S::BarrierAwait},
      {"await_not_equal_1", S::AwaitNotEqual},
      {"await_not_equal_2", S::AwaitNotEqual},
      {"await_not_equal_4", S::AwaitNotEqual},
      {"await_not_equal_8", S::AwaitNotEqual},
      {"destroy", S::Destroy},
  };
  return table;
}

ir::ErrorKind error_kind(const std::string& name) {
  for (int k = 0; k <= static_cast<int>(ir::ErrorKind::Race); ++k)
    if (ir::name(static_cast<ir::ErrorKind>(k)) == name) return static_cast<ir::ErrorKind>(k);
  throw Refusal{"__overtake_fail: there is no kind of error '" + name + "'"};
}

// libm's functions that are instructions, by their names for double.
const llvm::StringMap<ir::FloatFunction>& math_functions() {
  using F = ir::FloatFunction;
  static const llvm::StringMap<F> table = {
      {"fabs", F::Abs},
      {"sqrt", F::Sqrt},
      {"floor", F::Floor},
      {"ceil", F::Ceil},
      {"trunc", F::Trunc},
      {"round", F::Round},
      {"roundeven", F::RoundEven},
      {"rint", F::RoundEven},
      {"nearbyint", F::RoundEven},
      {"fmin", F::Min},
      {"fmax", F::Max},
      {"copysign", F::CopySign},
      {"pow", F::Pow},
      {"exp", F::Exp},
      {"exp2", F::Exp2},
      {"log", F::Log},
      {"log2", F::Log2},
      {"log10", F::Log10},
      {"sin", F::Sin},
      {"cos", F::Cos},
      {"tan", F::Tan},
      {"asin", F::Asin},
      {"acos", F::Acos},
      {"atan", F::Atan},
      {"atan2", F::Atan2},
      {"sinh", F::Sinh},
      {"cosh", F::Cosh},
      {"tanh", F::Tanh},
      {"cbrt", F::Cbrt},
      {"hypot", F::Hypot},
      {"fma", F::Fma},
  };
  return table;
}

// The value of __ATOMIC_RELAXED ... __ATOMIC_SEQ_CST.
ir::Order order_argument(std::optional<std::uint64_t> value) {
  constexpr ir::Order kOrders[] = {ir::Order::Relaxed, ir::Order::Acquire, ir::Order::Acquire,
                                   ir::Order::Release, ir::Order::AcqRel,  ir::Order::SeqCst};
  return value && *value < std::size(kOrders) ? kOrders[*value] : ir::Order::SeqCst;
}

// How many arguments a format of printf takes.
std::size_t asked_for(const std::string& format) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    const std::size_t end = format.find_first_of("diouxXeEfFgGaAcspn%m", i + 1);
    if (end == format.npos) break;
    for (; i < end; ++i) count += format[i] == '*' ? 1 : 0;
    count += format[end] != '%' && format[end] != 'm' ? 1 : 0;
  }
  return count;
}

bool is_output_name(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "printf",        "fprintf", "vprintf", "vfprintf",     "dprintf",          "puts",
      "fputs",         "putchar", "putc",    "fputc",        "putchar_unlocked", "putc_unlocked",
      "perror",        "fwrite",  "fflush",  "__printf_chk", "__fprintf_chk",    "__vprintf_chk",
      "__vfprintf_chk"};
  return names.contains(name);
}

}  // namespace

// Output that is not shown, unless the program looks at how much it was, or lets it store that
// (%n).
bool FunctionLowering::is_swallowed_output(const llvm::CallBase& call, llvm::StringRef name) {
  if (program_.input().show_output || !call.use_empty() || !is_output_name(name)) return false;
  return std::ranges::none_of(call.args(), [&](const llvm::Use& argument) {
    const std::optional<std::string> text = known_string(argument.get());
    return text && text->find("%n") != std::string::npos;
  });
}

// What is printed must not depend on values that were never set. Of the arguments after a format
// those are that it asks for; an unknown format asks for none.
void FunctionLowering::show_arguments(const llvm::CallBase& call) {
  const unsigned fixed = call.getFunctionType()->getNumParams();
  std::size_t shown = call.arg_size();
  if (call.getFunctionType()->isVarArg() && fixed > 0) {
    const std::optional<std::string> format = known_string(call.getArgOperand(fixed - 1));
    shown = std::min<std::size_t>(shown, fixed + (format ? asked_for(*format) : 0));
  }
  for (unsigned k = 0; k < shown; ++k)
    for (Operand word : value(call.getArgOperand(k)))
      if (!word.is_constant()) b_.emit({.op = Opcode::Show, .a = word});
}

bool FunctionLowering::library(const llvm::CallBase& call, llvm::StringRef name) {
  if (is_setjmp(name)) {
    save_jump(call);
    return true;
  }
  if (name == "pthread_setcanceltype" && program_.symbols().cancels()) {
    // What is loaded is the type that was set before: the model looks at it.
    const llvm::Value* type = call.getArgOperand(0);
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(type);
    if (constant != nullptr ? !constant->isZero() : !llvm::isa<llvm::LoadInst>(type))
      throw Refusal{"pthread_setcanceltype: asynchronous cancellation is not supported"};
  }
  if (is_swallowed_output(call, name)) {
    show_arguments(call);
    if (!call.getType()->isVoidTy()) define_zero(&call);  // which is not used
    return true;
  }
  return overtake_intrinsic(call, name) || math(call, name) || sized_atomic(call, name);
}

bool FunctionLowering::overtake_intrinsic(const llvm::CallBase& call, llvm::StringRef name) {
  if (!name.consume_front("__overtake_")) return false;
  auto argument = [&](unsigned i) { return scalar(call.getArgOperand(i)); };
  auto result = [&](Operand r) {
    if (!call.getType()->isVoidTy()) define(&call, r);
    return true;
  };
  auto emit = [&](ir::Instruction instruction) {
    b_.emit(instruction);
    return true;
  };
  if (auto it = sync_operations().find(name); it != sync_operations().end()) {
    const bool small = name == "spin_lock" || name == "once_begin" || name == "once_end";
    const unsigned width = name.starts_with("await_not_equal_") ? name.back() - '0'
                           : small                              ? 4u
                                                                : 8u;
    return result(
        b_.sync(it->second, argument(0), call.arg_size() > 1 ? argument(1) : Operand{}, width));
  }
  if (name == "fail") {
    const std::optional<std::string> kind = known_string(call.getArgOperand(0));
    if (!kind) throw Refusal{"the kind of __overtake_fail must be a string literal"};
    return emit({.op = Opcode::Fail,
                 .sub = static_cast<std::uint8_t>(error_kind(*kind)),
                 .a = argument(1)});
  }
  if (name == "assume") return emit({.op = Opcode::Assume, .a = argument(0)});
  if (name == "choose") return result(b_.choose(argument(0)));
  if (name == "process_exit") return emit({.op = Opcode::ProcessExit, .a = argument(0)});
  if (name == "spawn") return result(b_.spawn(argument(0), argument(1)));
  if (name == "join") return result(b_.join(argument(0)));
  if (name == "join_cancellable") {
    const std::uint32_t dst = b_.fresh();
    b_.emit({.op = Opcode::Join, .dst = dst, .a = argument(0), .b = argument(1)});
    return result(Operand::reg(dst));
  }
  if (name == "thread_exit") return emit({.op = Opcode::ThreadExit, .a = argument(0)});
  if (name == "self") {
    const std::uint32_t dst = b_.fresh();
    b_.emit({.op = Opcode::Self, .dst = dst});
    return result(Operand::reg(dst));
  }
  if (name == "alloc" || name == "alloc_uninitialized") {
    const auto contents = name == "alloc" ? ir::Contents::Zeroed : ir::Contents::Uninitialized;
    return result(unary(Opcode::Alloc, 0, argument(0), static_cast<unsigned>(contents)));
  }
  if (name.starts_with("undefined.")) return define(&call, undefined(call.getType())), true;
  if (name == "settled") return result(unary(Opcode::Freeze, 0, argument(0)));
  if (name == "free") return emit({.op = Opcode::Free, .a = argument(0)});
  if (name == "object_size") return result(unary(Opcode::ObjectSize, 0, argument(0)));
  if (name == "clock") return result(b_.clock());
  if (name == "sleep_for" || name == "sleep_until") {
    b_.sleep(name == "sleep_for" ? ir::SleepKind::For : ir::SleepKind::Until, argument(0));
    return true;
  }
  if (name == "atomic_begin") return emit({.op = Opcode::AtomicBegin});
  if (name == "atomic_end") return emit({.op = Opcode::AtomicEnd});
  if (name == "print") return emit({.op = Opcode::Print, .a = argument(0), .b = argument(1)});
  if (name == "shows_output") return result(number(program_.input().show_output ? 1 : 0));
  if (name == "mark") return emit({.op = Opcode::Mark, .a = argument(0), .b = argument(1)});
  if (name == "forced_unwind")
    return emit({.op = Opcode::ForcedUnwind, .a = argument(0), .b = argument(1), .c = argument(2)});
  if (name == "throw") return emit({.op = Opcode::Throw, .a = argument(0), .b = argument(1)});
  return false;
}

bool FunctionLowering::math(const llvm::CallBase& call, llvm::StringRef name) {
  llvm::Type* type = call.getType();
  if (type->isIntegerTy() && call.arg_size() == 1) return math_to_integer(call, name);
  if (!type->isDoubleTy() && !type->isFloatTy()) return false;
  const unsigned width = type->isFloatTy() ? 32 : 64;
  llvm::StringRef base = name;
  if (!math_functions().contains(base) && base.ends_with("f")) base = base.drop_back();
  std::vector<Operand> arguments;
  for (const llvm::Use& use : call.args()) {
    if (use->getType() != type) return false;
    arguments.push_back(scalar(use.get()));
  }
  if (base == "fmod" && arguments.size() == 2) {
    define(&call, op(Opcode::FRem, width, arguments[0], arguments[1]));
    return true;
  }
  auto it = math_functions().find(base);
  if (it == math_functions().end()) return false;
  arguments.resize(3);
  define(&call, float_math(it->second, width, arguments[0], arguments[1], arguments[2]));
  return true;
}

// lround and its kin.
bool FunctionLowering::math_to_integer(const llvm::CallBase& call, llvm::StringRef name) {
  llvm::Type* from = call.getArgOperand(0)->getType();
  if (!from->isDoubleTy() && !from->isFloatTy()) return false;
  if (name.ends_with("f") || name.ends_with("l")) name = name.drop_back();
  name.consume_front("l");
  std::optional<ir::FloatFunction> fn;
  if (name == "lround") fn = ir::FloatFunction::Round;
  if (name == "lrint") fn = ir::FloatFunction::RoundEven;
  if (name == "round") fn = ir::FloatFunction::Round;
  if (name == "rint") fn = ir::FloatFunction::RoundEven;
  if (!fn) return false;
  const unsigned width = from->isFloatTy() ? 32 : 64;
  const Operand rounded = float_math(*fn, width, scalar(call.getArgOperand(0)));
  define(&call, unary(Opcode::FToS, width, rounded, scalar_bits(call.getType())));
  return true;
}

// __atomic_load(n, from, to, order) and the like: one access if n is the size of one, else a copy
// in one atomic step.
bool FunctionLowering::sized_atomic(const llvm::CallBase& call, llvm::StringRef name) {
  const bool loads = name == "__atomic_load", stores = name == "__atomic_store";
  const bool exchanges = name == "__atomic_exchange",
             compares = name == "__atomic_compare_exchange";
  if (name == "__atomic_is_lock_free") {
    const std::optional<std::uint64_t> n = known(call.getArgOperand(0));
    define(&call, number(n && *n <= 16 && (*n & (*n - 1)) == 0));
    return true;
  }
  if (!loads && !stores && !exchanges && !compares) return false;
  const std::optional<std::uint64_t> n = known(call.getArgOperand(0));
  if (!n) throw Refusal{"'" + name.str() + "' with a size that is not constant is not supported"};
  const Operand object = scalar(call.getArgOperand(1)), first = scalar(call.getArgOperand(2));
  llvm::LLVMContext& context = call.getContext();
  if (*n == 1 || *n == 2 || *n == 4 || *n == 8 || *n == 16) {
    llvm::Type* type = llvm::Type::getIntNTy(context, *n * 8);
    const unsigned bytes = *n;
    auto word = [&](const Words& all) { return bytes == 16 ? as_pair(all) : all[0]; };
    auto result = [&](Operand r) {
      return bytes == 16 ? Words{r, Operand::reg(r.index() + 1)} : Words{r};
    };
    const ir::Order order =
        order_argument(known(call.getArgOperand(compares ? 4 : call.arg_size() - 1)));
    if (loads) {
      store_words(first, type, load_words(object, type, order), ir::Order::Plain);
    } else if (stores) {
      store_words(object, type, load_words(first, type, ir::Order::Plain), order);
    } else if (exchanges) {
      const Operand old = b_.rmw(ir::RmwFunction::Exchange, object,
                                 word(load_words(first, type, ir::Order::Plain)), bytes, order);
      store_words(scalar(call.getArgOperand(3)), type, result(old), ir::Order::Plain);
    } else {
      const Operand expected = word(load_words(first, type, ir::Order::Plain));
      const Operand desired =
          word(load_words(scalar(call.getArgOperand(3)), type, ir::Order::Plain));
      const auto [old, success] = emit_cas(b_, object, expected, desired, bytes, order,
                                           order_argument(known(call.getArgOperand(5))));
      const ir::Label failed = b_.label(), done = b_.label();
      b_.branch(success, done, failed);
      b_.bind(failed);
      store_words(first, type, result(old), ir::Order::Plain);
      b_.bind(done);
      define(&call, success);
    }
    return true;
  }
  const Operand length = number(*n);
  const std::uint8_t chunk = *n % 8 == 0 ? 8 : *n % 4 == 0 ? 4 : *n % 2 == 0 ? 2 : 1;
  auto copy = [&](Operand to, Operand from) {
    b_.emit({.op = Opcode::MemCopy, .width = chunk, .a = to, .b = from, .c = length});
  };
  b_.fence(ir::kFullFence);
  b_.emit({.op = Opcode::AtomicBegin});
  if (loads) copy(first, object);
  if (stores) copy(object, first);
  if (exchanges) {
    copy(scalar(call.getArgOperand(3)), object);
    copy(object, first);
  }
  if (compares) {
    Operand same = number(1);
    for (std::uint64_t at = 0; at < *n; at += chunk) {
      const Operand a = b_.load(address_offset(object, at), chunk);
      const Operand b = b_.load(address_offset(first, at), chunk);
      same = op(Opcode::And, 64, same, op(Opcode::Eq, 64, a, b));
    }
    const ir::Label equal = b_.label(), different = b_.label(), done = b_.label();
    b_.branch(same, equal, different);
    b_.bind(equal);
    copy(object, scalar(call.getArgOperand(3)));
    b_.jump(done);
    b_.bind(different);
    copy(first, object);
    b_.bind(done);
    define(&call, same);
  }
  b_.fence(ir::kFullFence);
  b_.emit({.op = Opcode::AtomicEnd});
  return true;
}

}  // namespace overtake::frontend
