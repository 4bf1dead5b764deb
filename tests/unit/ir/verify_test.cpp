// A well-formed program, and every way of breaking it that the verifier must see.
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "ir/builder.h"
#include "ir/shape.h"

namespace overtake::ir {
namespace {

// Indices into `main`, in the order of emission below.
enum Place : std::size_t { kAdd, kLoad, kLoad16, kStore16, kCas, kCall, kTls, kBranch, kSwitch };

Program good() {
  Program p;
  const FileId file = add_file(p, "a.c");
  const SourceId line = add_source(p, file, 1, 1);
  p.sources.push_back({file, 2, 1, line});
  const GlobalId x = p.add_global({.name = "x", .size = 16, .initial = {1, 2}});
  const GlobalId t = p.add_global({.name = "t", .size = 8, .thread_local_ = true});
  FunctionBuilder callee(p, "callee", 2);
  callee.ret(callee.parameter(1));
  const FunctionId callee_id = callee.finish();

  FunctionBuilder f(p, "main", 0);
  f.at(line);
  const Label out = f.label();
  const Operand sum = f.binary(Opcode::Add, 32, f.constant(1), f.constant(2));
  f.load(f.global(x), 4, Order::Acquire);
  const Operand wide = f.load(f.global(x), 16);
  f.store(f.global(x), wide, 16);
  f.cas(f.global(x), sum, sum, 4);
  f.call(callee_id, std::vector<Operand>{sum, f.constant(7)});
  f.emit({.op = Opcode::ThreadLocal, .dst = f.fresh(), .target = t.value});
  f.branch(sum, out, out);
  f.bind(out);
  const std::pair<std::uint64_t, Label> cases[] = {{1, out}, {5, out}};
  f.switch_on(sum, 8, cases, out);
  p.entry = f.finish();
  return p;
}

Function& main_of(Program& p) { return p.functions[p.entry.index()]; }

TEST(Verify, AcceptsWellFormed) {
  EXPECT_EQ(verify(good()), std::vector<std::string>{});
  EXPECT_NO_THROW(verify_or_throw(good()));
}

TEST(Verify, ThrowsInternalErrorWithPlace) {
  Program p = good();
  main_of(p).code[kAdd].a = Operand::reg(99);
  try {
    verify_or_throw(p);
    FAIL() << "accepted";
  } catch (const InternalError& e) {
    EXPECT_NE(std::string(e.what()).find("function 'main', instruction 0 (add): register %99"),
              std::string::npos)
        << e.what();
  }
}

struct Fault {
  const char* name;
  std::function<void(Program&, Function& main)> inject;
  const char* expected;  // part of the message
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class VerifyFault : public testing::TestWithParam<Fault> {};

TEST_P(VerifyFault, IsReported) {
  Program p = good();
  GetParam().inject(p, main_of(p));
  const std::vector<std::string> messages = verify(p);
  bool found = false;
  std::string all;
  for (const std::string& m : messages) {
    found |= m.find(GetParam().expected) != std::string::npos;
    all += m + "\n";
  }
  EXPECT_TRUE(found) << "expected: " << GetParam().expected << "\ngot:\n" << all;
}

using P = Program;
using F = Function;

const Fault kFaults[] = {
    {"RegisterOfOperand", [](P&, F& f) { f.code[kAdd].b = Operand::reg(f.registers); },
     "instruction 0 (add): register"},
    {"RegisterOfResult", [](P&, F& f) { f.code[kAdd].dst = f.registers; }, "register"},
    {"SecondRegisterOfWideLoad", [](P&, F& f) { f.code[kLoad16].dst = f.registers - 1; },
     "instruction 2 (load): register"},
    {"SecondRegisterOfWideStore",
     [](P&, F& f) { f.code[kStore16].b = Operand::reg(f.registers - 1); }, "(store): register"},
    {"ConstantAsWideValue", [](P&, F& f) { f.code[kStore16].b = Operand::constant(0); },
     "pair of registers"},
    {"SuccessRegisterOfCas", [](P&, F& f) { f.code[kCas].dst = f.registers - 1; },
     "(cas): register"},
    {"ThirdRegisterOfWideCas",
     [](P&, F& f) {
       f.code[kCas].width = 16;
       f.code[kCas].b = f.code[kCas].c = Operand::reg(0);
       f.code[kCas].dst = f.registers - 2;
     },
     "(cas): register"},
    {"SecondRegisterOfPairCall",
     [](P&, F& f) {
       f.code[kCall].width = 128;
       f.code[kCall].dst = f.registers - 1;
     },
     "(call): register"},
    {"RegisterOfArgument", [](P&, F& f) { f.arguments[0] = Operand::reg(1000); }, "%1000"},
    {"MissingArgument", [](P&, F& f) { f.arguments[1] = {}; }, "argument 1 is missing"},
    {"Constant", [](P&, F& f) { f.code[kAdd].a = Operand::constant(50); },
     "constant 50 out of range"},
    {"MissingOperand", [](P&, F& f) { f.code[kAdd].b = {}; }, "operand b is missing"},
    {"ExtraOperand", [](P&, F& f) { f.code[kAdd].c = Operand::reg(0); }, "has an operand c"},
    {"MissingResult", [](P&, F& f) { f.code[kLoad].dst = kNoRegister; }, "no result register"},
    {"ExtraResult", [](P&, F& f) { f.code[kStore16].dst = 0; }, "has a result register"},
    {"BranchTarget", [](P&, F& f) { f.code[kBranch].target = 1000; }, "jumps out of the function"},
    {"BranchElseTarget", [](P&, F& f) { f.code[kBranch].target2 = kNoTarget; }, "jumps out"},
    {"UnwindTarget", [](P&, F& f) { f.code[kCall].unwind = 1000; }, "jumps out"},
    {"StrayTarget", [](P&, F& f) { f.code[kAdd].target = 0; }, "has a target"},
    {"StrayCount", [](P&, F& f) { f.code[kAdd].count = 1; }, "has a count"},
    {"SwitchTable", [](P&, F& f) { f.code[kSwitch].target = 1; }, "switch table 1 out of range"},
    {"SwitchTableShared", [](P&, F& f) { f.code.push_back(f.code[kSwitch]); }, "shares its table"},
    {"SwitchTarget", [](P&, F& f) { f.switches[0].cases[1].second = 1000; },
     "switch table 0: target"},
    {"SwitchDefault", [](P&, F& f) { f.switches[0].otherwise = kNoTarget; },
     "switch table 0: target"},
    {"SwitchUnsorted", [](P&, F& f) { std::swap(f.switches[0].cases[0], f.switches[0].cases[1]); },
     "not sorted"},
    {"SwitchTwice", [](P&, F& f) { f.switches[0].cases[1].first = 1; }, "not sorted"},
    {"SwitchCaseTooWide", [](P&, F& f) { f.switches[0].cases[1].first = 256; }, "wider"},
    {"FallsOffTheEnd", [](P&, F& f) { f.code.back() = f.code[kAdd]; }, "falls off the end"},
    {"NoCode", [](P& p, F&) { p.functions[0].code.clear(); }, "function 'callee': has no code"},
    {"WidthOfComputation", [](P&, F& f) { f.code[kAdd].width = 65; }, "width 65"},
    {"WidthZero", [](P&, F& f) { f.code[kAdd].width = 0; }, "width 0"},
    {"WidthOfAccess", [](P&, F& f) { f.code[kLoad].width = 9; }, "width 9"},
    {"WidthOfCas", [](P&, F& f) { f.code[kCas].width = 3; }, "width 3"},
    {"WidthOfFloat",
     [](P&, F& f) {
       f.code[kAdd].op = Opcode::FAdd;
       f.code[kAdd].width = 16;
     },
     "width 16"},
    {"WidthOfFloatRmw",
     [](P&, F& f) {
       f.code[kCas] = {.op = Opcode::Rmw,
                       .width = 2,
                       .sub = std::uint8_t(RmwFunction::FAdd),
                       .dst = 0,
                       .a = Operand::reg(0),
                       .b = Operand::reg(0)};
     },
     "4 or 8 bytes"},
    {"SubOfRmw",
     [](P&, F& f) {
       f.code[kCas] = {.op = Opcode::Rmw,
                       .width = 4,
                       .sub = 17,
                       .dst = 0,
                       .a = Operand::reg(0),
                       .b = Operand::reg(0)};
     },
     "sub 17"},
    {"SubOfSync",
     [](P&, F& f) {
       f.code[kCas] = {.op = Opcode::Sync, .width = 8, .sub = 200, .dst = 0, .a = Operand::reg(0)};
     },
     "sub 200"},
    {"SubOfFail",
     [](P&, F& f) { f.code.back() = {.op = Opcode::Fail, .sub = 99, .a = Operand::reg(0)}; },
     "sub 99"},
    {"SubOfFence", [](P&, F& f) { f.code[kCas] = {.op = Opcode::Fence, .sub = 4}; }, "sub 4"},
    {"FenceWithoutKind", [](P&, F& f) { f.code[kCas] = {.op = Opcode::Fence}; },
     "without order or kind"},
    {"SubOfAdd", [](P&, F& f) { f.code[kAdd].sub = 1; }, "sub 1"},
    {"SExtNarrows",
     [](P&, F& f) {
       f.code[kAdd] = {.op = Opcode::SExt, .width = 32, .sub = 8, .dst = 0, .a = Operand::reg(0)};
     },
     "fewer bits"},
    {"Order", [](P&, F& f) { f.code[kLoad].order = static_cast<Order>(6); }, "order out of range"},
    {"OrderOfAdd", [](P&, F& f) { f.code[kAdd].order = Order::SeqCst; }, "has an order"},
    {"ReleaseLoad", [](P&, F& f) { f.code[kLoad].order = Order::Release; }, "cannot release"},
    {"AcquireStore", [](P&, F& f) { f.code[kStore16].order = Order::Acquire; }, "cannot acquire"},
    {"UnknownOpcode", [](P&, F& f) { f.code[kAdd].op = static_cast<Opcode>(kOpcodes); },
     "unknown opcode"},
    {"ArgumentCount", [](P&, F& f) { f.code[kCall].count = 1; }, "'callee' takes 2 arguments"},
    {"ArgumentsOutOfRange", [](P&, F& f) { f.code[kCall].target2 = 1; }, "arguments out of range"},
    {"ArgumentsShared", [](P&, F& f) { f.code.push_back(f.code[kCall]); }, "shares arguments"},
    {"TooFewForVariadic",
     [](P& p, F& f) {
       p.functions[0].variadic = true;
       f.code[kCall].count = 1;
     },
     "takes 2 arguments"},
    {"Callee", [](P&, F& f) { f.code[kCall].target = 2; }, "function 2 out of range"},
    {"ThreadLocalOutOfRange", [](P&, F& f) { f.code[kTls].target = 9; }, "global 9 out of range"},
    {"ThreadLocalOfShared", [](P&, F& f) { f.code[kTls].target = 0; }, "'x' is not thread-local"},
    {"PrivateShared", [](P& p, F&) { p.globals[0].private_ = true; }, "not thread-local"},
    {"AllocaMark",
     [](P&, F& f) {
       f.code[kAdd] = {.op = Opcode::Alloca, .dst = 0, .a = Operand::reg(0), .count = 3};
     },
     "none of 0"},
    {"SecondHalfOnly",
     [](P& p, F&) {
       p.functions[0].code[0].b = p.functions[0].code[0].a;
       p.functions[0].code[0].a = {};
     },
     "without its first half"},
    {"InstructionSource", [](P&, F& f) { f.code[kAdd].source = SourceId{2}; },
     "source 2 out of range"},
    {"FunctionSource", [](P&, F& f) { f.source = SourceId{2}; }, "source 2 out of range"},
    {"GlobalSource", [](P& p, F&) { p.globals[0].source = SourceId{2}; }, "global 'x': source 2"},
    {"FileOfSource", [](P& p, F&) { p.sources[0].file = FileId{1}; }, "source 0: file"},
    {"NoFileOfSource", [](P& p, F&) { p.sources[0].file = {}; }, "source 0: file"},
    {"InlinedAt", [](P& p, F&) { p.sources[0].inlined_at = SourceId{7}; }, "inlined_at"},
    {"InlinedLoop", [](P& p, F&) { p.sources[0].inlined_at = SourceId{1}; }, "into itself"},
    {"InlinedSelf", [](P& p, F&) { p.sources[0].inlined_at = SourceId{0}; }, "into itself"},
    {"InitialTooLong", [](P& p, F&) { p.globals[0].size = 1; }, "2 bytes of initial value"},
    {"SlotsOverlap", [](P& p, F&) { p.globals[1].slot = p.globals[0].slot; }, "overlap"},
    {"SlotsOverlapByLength",
     [](P& p, F&) {
       p.globals[0].size = 5 * kSlotSpan;
       p.next_global_slot += 10;
     },
     "overlap"},
    {"SlotNone", [](P& p, F&) { p.globals[0].slot = {}; }, "slot out of the range"},
    {"SlotZero", [](P& p, F&) { p.globals[0].slot = SlotId{0}; }, "slot out of the range"},
    {"GlobalTooLarge", [](P& p, F&) { p.globals[1].size = ~std::uint64_t{0}; }, "slot out of the"},
    {"SlotTable", [](P& p, F&) { p.global_of_slot[1] = GlobalId{1}; }, "does not name it"},
    {"SlotTableHole",
     [](P& p, F&) {
       p.global_of_slot.push_back({});
       ++p.next_global_slot;
     },
     "names no global"},
    {"SlotTableShort", [](P& p, F&) { p.global_of_slot.pop_back(); }, "does not end at"},
    {"PairCallWithoutResult",
     [](P&, F& f) {
       f.code[kCall].width = 128;
       f.code[kCall].dst = kNoRegister;
     },
     "no result register"},
    {"NextSlot", [](P& p, F&) { p.next_global_slot = 2; }, "beyond next_global_slot"},
    {"NoEntry", [](P& p, F&) { p.entry = {}; }, "has no entry"},
    {"EntryOutOfRange", [](P& p, F&) { p.entry = FunctionId{5}; }, "entry: function 5"},
    {"EntryWithParameters", [](P& p, F&) { p.entry = FunctionId{0}; }, "entry 'callee' has 2"},
    {"ThreadEnd", [](P& p, F&) { p.thread_end = FunctionId{0}; }, "thread_end 'callee' has 2"},
    {"Parameters", [](P& p, F&) { p.functions[0].registers = 1; }, "more parameters"},
};

INSTANTIATE_TEST_SUITE_P(All, VerifyFault, testing::ValuesIn(kFaults),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Verify, ReportsEveryFaultNotOnlyTheFirst) {
  Program p = good();
  main_of(p).code[kAdd].a = Operand::reg(99);
  main_of(p).code[kLoad].width = 9;
  p.entry = {};
  // Without an entry `main` is still checked.
  EXPECT_EQ(verify(p).size(), 3u);
}

}  // namespace
}  // namespace overtake::ir
