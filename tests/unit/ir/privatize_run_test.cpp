// Privatization held to what runs do: random programs that pass pointers around run twice, with
// everything shared and privatized. No address of a private object may ever become visible, and
// what is read must be the same.
//
// Objects have 16 bytes: a pointer at 0, a number at 8. Pointer and number registers are kept
// apart, so that a private address in a visible operation is always a leak.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "exec/executor.h"
#include "generator.h"
#include "ir/builder.h"
#include "ir/print.h"
#include "ir/privatize.h"
#include "ir/verify.h"
#include "support/scale.h"

namespace overtake::ir {
namespace {

class PointerProgramGenerator {
 public:
  explicit PointerProgramGenerator(std::uint64_t seed) : random_(seed) {}

  Program run() {
    g_ = program_.add_global({.name = "g", .size = 16});
    out_ = program_.add_global({.name = "out", .size = 8});
    t_ = program_.add_global({.name = "t", .size = 16, .thread_local_ = true});
    const std::uint32_t functions = 2 + random_.below(4);
    for (std::uint32_t f = 0; f < functions; ++f)
      declare_function(program_, "f" + std::to_string(f), f == 0 ? 0 : 1 + random_.below(3));
    for (std::uint32_t f = 0; f < functions; ++f) function(FunctionId{f});
    program_.entry = FunctionId{0};
    return std::move(program_);
  }

 private:
  void function(FunctionId id) {
    FunctionBuilder b(program_, id);
    b_ = &b;
    pointers_.clear();
    const std::uint32_t parameters = program_.functions[id.index()].parameters;
    for (std::uint32_t p = 0; p < parameters; ++p) pointers_.push_back(b.parameter(p));
    for (std::uint32_t k = 0; k < 2; ++k) pointers_.push_back(b.alloca_(b.constant(16)));
    number_ = b.fresh();
    b.move(number_, b.constant(1 + random_.below(9)));
    for (std::uint32_t n = 5 + random_.below(12); n > 0; --n) step(id);
    b.ret(random_.chance(50) ? pointer() : b.constant(0));
    b.finish();
  }

  Operand pointer() { return pointers_[random_.below(pointers_.size())]; }
  // Into a fresh register, or over an old one: registers are variables.
  void keep(Operand p) {
    const std::uint32_t parameters = program_.functions[b_->id().index()].parameters;
    if (random_.chance(60) || pointers_.size() <= parameters)
      pointers_.push_back(p);
    else
      b_->move(pointers_[random_.below(pointers_.size())].index(), p);
  }
  Operand number_field(Operand p) { return b_->binary(Opcode::Add, 64, p, b_->constant(8)); }

  // Runs `access` unless the pointer is null.
  template <class Access>
  void unless_null(Operand p, Access access) {
    const Label then = b_->label(), end = b_->label();
    b_->branch(p, then, end);
    b_->bind(then);
    access();
    b_->bind(end);
  }

  void step(FunctionId self) {
    FunctionBuilder& b = *b_;
    switch (random_.below(16)) {
      case 0:
        keep(b.alloca_(b.constant(16)));
        break;
      case 1: {
        const std::uint32_t t = b.fresh();
        b.emit({.op = Opcode::ThreadLocal, .dst = t, .target = t_.value});
        keep(Operand::reg(t));
        break;
      }
      case 2:
        if (random_.chance(40)) b.store(b.global(g_), pointer(), 8);
        break;
      case 3:
        keep(b.load(b.global(g_), 8));
        break;
      case 4:
      case 5: {
        const Operand p = pointer(), q = pointer();
        unless_null(p, [&] { b.store(p, q, 8); });
        break;
      }
      case 6:
      case 7: {
        const std::uint32_t r = b.fresh();
        const Operand p = pointer();
        unless_null(p, [&] { b.move(r, b.load(p, 8)); });
        keep(Operand::reg(r));
        break;
      }
      case 8: {
        const Operand p = pointer();
        unless_null(p, [&] { b.store(number_field(p), Operand::reg(number_), 8); });
        break;
      }
      case 9: {
        const Operand p = pointer();
        unless_null(p, [&] {
          const Operand n = b.load(number_field(p), 8);
          b.move(number_, b.binary(Opcode::Add, 32, n, b.constant(1)));
          b.store(b.global(out_), Operand::reg(number_), 8);
        });
        break;
      }
      case 10: {
        const Operand p = pointer(), q = pointer();
        unless_null(p, [&] {
          unless_null(q, [&] {
            b.emit({.op = Opcode::MemCopy, .width = 8, .a = p, .b = q, .c = b.constant(16)});
          });
        });
        break;
      }
      case 11:
        keep(b.select(Operand::reg(number_), pointer(), pointer()));
        break;
      case 12: {
        const Operand p = pointer(), q = pointer();
        unless_null(p, [&] { keep(b.rmw(RmwFunction::Exchange, p, q, 8)); });
        break;
      }
      case 13:
        if (random_.chance(20))
          b.spawn(b.function(FunctionId{random_.below(program_.functions.size())}), pointer());
        break;
      default:
        call(self);
    }
  }

  void call(FunctionId self) {
    // Later functions, mostly; sometimes recursion, which the budget of steps ends.
    const std::uint32_t first = random_.chance(10) ? 1 : self.value + 1;
    if (first >= program_.functions.size()) return;
    const FunctionId callee{first + random_.below(program_.functions.size() - first)};
    std::vector<Operand> arguments(program_.functions[callee.index()].parameters);
    for (Operand& a : arguments) a = pointer();
    keep(random_.chance(10) ? b_->call_indirect(b_->function(callee), arguments)
                            : b_->call(callee, arguments));
  }

  Random random_;
  Program program_;
  GlobalId g_, out_, t_;
  FunctionBuilder* b_ = nullptr;
  std::vector<Operand> pointers_;
  std::uint32_t number_ = 0;
};

struct Seen {
  std::vector<std::uint64_t> out;  // what was stored in `out`
  std::size_t operations = 0;
  bool leaked = false;
  bool failed = false;  // inside the thread
};

Seen run(const Program& p) {
  Seen seen;
  std::map<Address, std::uint64_t> memory;
  std::set<std::uint64_t> freed;
  const Address out = address_of(p.globals[1].slot);
  const exec::Executor executor(p, {.stack_words = 1u << 12});
  exec::Thread t = executor.start_main();
  for (; t.ready() && seen.operations < 2000; ++seen.operations) {
    const exec::Op op = t.next();
    seen.leaked |= is_private(op.operand.lo) || is_private(op.address);
    if (op.kind == exec::OpKind::End) break;
    if (op.is_access() && (slot_bits(op.address) == 0 || freed.count(slot_bits(op.address)) != 0))
      break;
    exec::Value result;
    switch (op.kind) {
      case exec::OpKind::Load:
        result.lo = memory[op.address];
        break;
      case exec::OpKind::Store:
        memory[op.address] = op.operand.lo;
        if (op.address == out) seen.out.push_back(op.operand.lo);
        break;
      case exec::OpKind::Rmw:
        result.lo = std::exchange(memory[op.address], op.operand.lo);
        break;
      case exec::OpKind::Free:
        freed.insert(slot_bits(op.address));
        break;
      default:
        break;
    }
    executor.resume(t, result);
  }
  seen.failed = t.status() == exec::Status::Failed && t.error().kind != ErrorKind::StackOverflow;
  return seen;
}

TEST(PrivatizeRun, NothingPrivateIsEverVisible) {
  std::size_t all = 0, visible = 0, values = 0, marked = 0, objects = 0;
  const std::uint64_t programs = support::scaled(10000);
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Program p = PointerProgramGenerator(seed).run();
    ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed;
    const Seen before = run(p);
    privatize(p);
    const Seen after = run(p);
    ASSERT_FALSE(after.leaked) << "seed " << seed << "\n" << print(p);
    ASSERT_FALSE(after.failed && !before.failed) << "seed " << seed << "\n" << print(p);
    // Where one run stopped (a dead object, the budget), the other may have gone on.
    const std::size_t n = std::min(before.out.size(), after.out.size());
    for (std::size_t k = 0; k < n; ++k)
      ASSERT_EQ(before.out[k], after.out[k]) << "seed " << seed << "\n" << print(p);
    all += before.operations;
    visible += after.operations;
    values += n;
    for (const Function& f : p.functions)
      for (const Instruction& i : f.code)
        if (i.op == Opcode::Alloca) {
          ++objects;
          marked += i.count;
        }
  }
  // The test means something: values were compared, and objects of both kinds were there.
  EXPECT_GT(values, programs);
  EXPECT_LT(visible, all);
  EXPECT_GT(marked, objects / 5);
  EXPECT_LT(marked, objects * 4 / 5);
}

}  // namespace
}  // namespace overtake::ir
