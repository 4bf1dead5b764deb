// Objects whose life has ended: the explorers say what the machine says of them.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "programs.h"
#include "smc/check.h"

namespace overtake::smc {
namespace {

using ir::ErrorKind;
using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

using Use = std::function<void(FunctionBuilder&, Operand)>;

// main makes an object of 8 bytes, frees it, and starts a thread that uses it; or starts it first.
ir::Program program_with(const Use& use, bool ordered) {
  ir::Program program;
  FunctionBuilder user(program, "user", 1);
  use(user, user.parameter(0));
  user.ret();
  const ir::FunctionId u = user.finish();
  FunctionBuilder main(program, "main", 0);
  const Operand object = Operand::reg(main.fresh());
  main.emit({.op = Opcode::Alloc, .dst = object.index(), .a = main.constant(8)});
  if (!ordered) main.spawn(main.function(u), object);
  main.emit({.op = Opcode::Free, .a = object});
  if (ordered) main.spawn(main.function(u), object);
  main.ret();
  program.entry = main.finish();
  return program;
}

void expect(const Use& use, bool ordered, ErrorKind kind) {
  const ir::Program program = program_with(use, ordered);
  for (const Equivalence e : {Equivalence::Exhaustive, Equivalence::Rf, Equivalence::Rvf})
    for (const Model model : testing::kModels) {
      const CheckResult result = check(program, {.model = model, .equivalence = e, .jobs = 1});
      ASSERT_EQ(result.errors.size(), 1u) << name_of(e) << " under " << name(model);
      EXPECT_EQ(result.errors[0].error.kind, kind) << name_of(e) << " under " << name(model);
    }
}

void size(FunctionBuilder& f, Operand object) {
  f.emit({.op = Opcode::ObjectSize, .dst = f.fresh(), .a = object});
}
void free_again(FunctionBuilder& f, Operand object) { f.emit({.op = Opcode::Free, .a = object}); }
void free_inside(FunctionBuilder& f, Operand object) {
  f.emit({.op = Opcode::Free, .a = f.binary(Opcode::Add, 64, object, f.constant(1))});
}
void load(FunctionBuilder& f, Operand object) { f.load(object, 8); }

TEST(Lifetimes, AnAccessAfterTheFree) { expect(load, true, ErrorKind::UseAfterFree); }
TEST(Lifetimes, AnAccessThatRacesWithTheFree) { expect(load, false, ErrorKind::UseAfterFree); }
TEST(Lifetimes, TheSizeOfAFreedObject) { expect(size, true, ErrorKind::UseAfterFree); }
TEST(Lifetimes, TheSizeOfAnObjectThatIsBeingFreed) { expect(size, false, ErrorKind::UseAfterFree); }
TEST(Lifetimes, ASecondFree) { expect(free_again, true, ErrorKind::DoubleFree); }
// Both are wrong, and the machine looks at the address first.
TEST(Lifetimes, AFreeInsideOfAFreedObject) { expect(free_inside, true, ErrorKind::InvalidFree); }

}  // namespace
}  // namespace overtake::smc
