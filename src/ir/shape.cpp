#include "ir/shape.h"

#include <array>
#include <span>
#include <unordered_map>

#include "ir/errors.h"
#include "ir/sync_table.h"

namespace overtake::ir {
namespace {

constexpr Use N = Use::Needed;
constexpr Use O = Use::Optional;
constexpr Use X = Use::None;
using W = WidthRule;
using S = SubRule;

constexpr Shape pure(std::string_view name, Use b, Use c, W width, S sub = S::None) {
  return {name, N, N, b, c, width, sub, Flow::Next, false, true};
}
constexpr Shape binary(std::string_view name, W width = W::Bits) { return pure(name, N, X, width); }
constexpr Shape division(std::string_view name) {
  return {name, N, N, N, X, W::Bits, S::None, Flow::Next, false, false};
}

// In the order of Opcode.
// clang-format off
constexpr std::array<Shape, kOpcodes> kShapes{{
    pure("mov", X, X, W::Ignored),
    binary("add"), binary("sub"), binary("mul"), binary("and"), binary("or"), binary("xor"),
    binary("shl"), binary("lshr"), binary("ashr"),
    division("udiv"), division("sdiv"), division("urem"), division("srem"),
    binary("eq"), binary("ne"), binary("ult"), binary("ule"), binary("slt"), binary("sle"),
    pure("select", N, N, W::Ignored),
    pure("sext", X, X, W::Bits, S::Bits),
    pure("trunc", X, X, W::Bits),
    binary("fadd", W::FloatBits), binary("fsub", W::FloatBits), binary("fmul", W::FloatBits),
    binary("fdiv", W::FloatBits), binary("frem", W::FloatBits),
    pure("fcmp", N, X, W::FloatBits, S::FloatPredicate),
    pure("fmath", O, O, W::FloatBits, S::FloatFunction),
    pure("ftos", X, X, W::FloatBits, S::Bits),
    pure("ftou", X, X, W::FloatBits, S::Bits),
    pure("stof", X, X, W::Bits, S::FloatBits),
    pure("utof", X, X, W::Bits, S::FloatBits),
    pure("ftof", X, X, W::FloatBits, S::FloatBits),
    {"undef", N, X, X, X, W::Bits, S::None, Flow::Next, false, true},
    pure("freeze", X, X, W::Ignored),
    //              dst a  b  c  width        sub            flow
    {"jump",          X, X, X, X, W::Ignored,  S::None,        Flow::Jump},
    {"branch",        X, N, X, X, W::Ignored,  S::Idle,        Flow::Jump},
    {"switch",        X, N, X, X, W::Bits,     S::Idle,        Flow::Jump},
    {"call",          O, X, X, X, W::CallBits, S::Idle,        Flow::Call},
    {"call_indirect", O, N, X, X, W::CallBits, S::None,        Flow::Call},
    {"ret",           X, O, O, X, W::Ignored,  S::None,        Flow::Stop},
    {"alloca",        N, N, X, X, W::Ignored,  S::Contents},
    {"stack_save",    N, X, X, X},
    {"stack_restore", X, N, X, X},
    {"load",          N, N, X, X, W::Access,   S::Idle,        Flow::Next, true},
    {"store",         X, N, N, X, W::Access,   S::Idle,        Flow::Next, true},
    {"rmw",           N, N, N, X, W::Atomic,   S::RmwFunction, Flow::Next, true},
    {"cas",           N, N, N, N, W::Atomic,   S::CasAcquires, Flow::Next, true},
    {"fence",         X, X, X, X, W::Ignored,  S::FenceKind,   Flow::Next, true},
    {"memcopy",       X, N, N, N, W::Chunk},
    {"memset",        X, N, N, N, W::Chunk},
    {"alloc",         N, N, X, X, W::Ignored,  S::Contents},
    {"free",          X, N, X, X},
    {"object_size",   N, N, X, X},
    {"thread_local",  N, X, X, X, W::Ignored,  S::Idle},
    {"spawn",         N, N, N, X},
    {"join",          N, N, O, X},
    {"thread_exit",   X, N, X, X, W::Ignored,  S::None,        Flow::Stop},
    {"self",          N, X, X, X},
    {"sync",          N, N, O, X, W::Word,     S::SyncOp,      Flow::Next, true},
    {"atomic_begin",  X, X, X, X},
    {"atomic_end",    X, X, X, X},
    {"choose",        N, N, X, X},
    {"assume",        X, N, X, X},
    {"process_exit",  X, N, X, X, W::Ignored,  S::None,        Flow::Stop},
    {"clock",         N, X, X, X},
    {"sleep",         X, N, X, X, W::Ignored,  S::SleepKind},
    {"fail",          X, N, X, X, W::Ignored,  S::ErrorKind,   Flow::Stop},
    {"print",         X, N, N, X},
    {"show",          X, N, X, X},
    {"mark",          X, N, N, X},
    {"loop_bound",    N, X, X, X},
    {"spin_head",     X, X, X, X},
    {"throw",         X, N, N, X, W::Ignored,  S::None,        Flow::Stop},
    {"forced_unwind", X, N, N, N, W::Ignored,  S::None,        Flow::Stop},
    {"caught",        N, X, X, X},
    {"resume",        X, N, N, X, W::Ignored,  S::None,        Flow::Stop},
    {"trap",          X, X, X, X, W::Ignored,  S::None,        Flow::Stop},
}};

constexpr std::string_view kFloatPredicates[] = {
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
    "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
constexpr std::string_view kFloatFunctions[] = {
    "neg", "abs", "sqrt", "floor", "ceil", "trunc", "round", "round_even", "min", "max",
    "copysign", "pow", "exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos",
    "atan", "atan2", "sinh", "cosh", "tanh", "cbrt", "hypot", "fma"};
constexpr std::string_view kRmwFunctions[] = {
    "exchange", "add", "sub", "and", "or", "xor", "nand", "max", "min", "umax", "umin", "fadd",
    "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap"};
constexpr std::string_view kFenceKinds[] = {"by_order", "full", "store", "compiler"};
constexpr std::string_view kContents[] = {"zeroed", "uninitialized"};
constexpr std::string_view kIdle[] = {"needed", "idle"};
constexpr std::string_view kCasAcquires[] = {"both", "on_success", "on_failure"};
constexpr std::string_view kSleepKinds[] = {"for", "until"};
constexpr std::string_view kOrders[] = {"plain", "relaxed", "acquire", "release", "acq_rel",
                                        "seq_cst"};
// clang-format on

static_assert(std::size(kFloatFunctions) == static_cast<unsigned>(FloatFunction::Fma) + 1);
static_assert(std::size(kRmwFunctions) == static_cast<unsigned>(RmwFunction::UDecWrap) + 1);
static_assert(kShapes.back().name == "trap");

constexpr auto kSyncOps = [] {
  std::array<std::string_view, kSyncTable.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kSyncTable[i].name;
  return names;
}();

// Empty for rules whose values are numbers. Error kinds are named by ir/errors.h.
std::span<const std::string_view> names_of(SubRule rule) {
  switch (rule) {
    case S::FloatPredicate:
      return kFloatPredicates;
    case S::FloatFunction:
      return kFloatFunctions;
    case S::RmwFunction:
      return kRmwFunctions;
    case S::SyncOp:
      return kSyncOps;
    case S::FenceKind:
      return kFenceKinds;
    case S::Contents:
      return kContents;
    case S::Idle:
      return kIdle;
    case S::CasAcquires:
      return kCasAcquires;
    case S::SleepKind:
      return kSleepKinds;
    case S::None:
    case S::Bits:
    case S::FloatBits:
    case S::ErrorKind:
      break;
  }
  return {};
}

constexpr unsigned kErrorKinds = static_cast<unsigned>(ErrorKind::Race) + 1;

}  // namespace

const Shape& shape(Opcode op) { return kShapes[static_cast<std::size_t>(op)]; }

Shape shape(const Instruction& i) {
  Shape s = shape(i.op);
  if (i.op == Opcode::FMath) {
    switch (static_cast<FloatFunction>(i.sub)) {
      case FloatFunction::Min:
      case FloatFunction::Max:
      case FloatFunction::CopySign:
      case FloatFunction::Pow:
      case FloatFunction::Atan2:
      case FloatFunction::Hypot:
        s.b = Use::Needed;
        s.c = Use::None;
        break;
      case FloatFunction::Fma:
        s.b = s.c = Use::Needed;
        break;
      default:
        s.b = s.c = Use::None;
    }
  } else if (i.op == Opcode::Sync) {
    s.b = sync_row(static_cast<SyncOp>(i.sub)).operand;
  }
  return s;
}

std::optional<Opcode> opcode_named(std::string_view name) {
  static const std::unordered_map<std::string_view, Opcode> by_name = [] {
    std::unordered_map<std::string_view, Opcode> map;
    for (std::size_t i = 0; i < kShapes.size(); ++i)
      map.emplace(kShapes[i].name, static_cast<Opcode>(i));
    return map;
  }();
  const auto it = by_name.find(name);
  if (it == by_name.end()) return std::nullopt;
  return it->second;
}

std::string_view sub_name(SubRule rule, std::uint8_t sub) {
  if (rule == S::ErrorKind) {
    if (sub >= kErrorKinds) return {};
    return name(static_cast<ErrorKind>(sub));
  }
  const auto names = names_of(rule);
  if (sub >= names.size()) return {};
  return names[sub];
}

std::optional<std::uint8_t> sub_named(SubRule rule, std::string_view text) {
  for (unsigned sub = 0; sub < 256; ++sub) {
    const std::string_view candidate = sub_name(rule, static_cast<std::uint8_t>(sub));
    if (candidate.empty()) break;
    if (candidate == text) return static_cast<std::uint8_t>(sub);
  }
  return std::nullopt;
}

std::string_view name(Order order) {
  const auto i = static_cast<std::size_t>(order);
  return i < std::size(kOrders) ? kOrders[i] : std::string_view{};
}

std::optional<Order> order_named(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kOrders); ++i)
    if (kOrders[i] == text) return static_cast<Order>(i);
  return std::nullopt;
}

std::uint8_t default_width(Opcode op) {
  switch (op) {
    case Opcode::Mov:
    case Opcode::Select:
    case Opcode::Branch:
    case Opcode::Call:
    case Opcode::CallIndirect:
    case Opcode::Ret:
      return 64;
    default:
      return 0;
  }
}

unsigned results(const Instruction& i) {
  if (i.dst == kNoRegister) return 0;
  switch (i.op) {
    case Opcode::Load:
    case Opcode::Rmw:
      return i.width == 16 ? 2 : 1;
    case Opcode::Cas:
      return i.width == 16 ? 3 : 2;
    case Opcode::Call:
    case Opcode::CallIndirect:
      return i.width == 128 ? 2 : 1;
    case Opcode::Caught:
      return 2;
    default:
      return 1;
  }
}

}  // namespace overtake::ir
