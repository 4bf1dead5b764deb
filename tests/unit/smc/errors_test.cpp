// Errors are replayed before they are kept, whatever else is going on.
#include "smc/errors.h"

#include <gtest/gtest.h>

#include <atomic>

#include "ir/builder.h"

namespace overtake::smc {
namespace {

// for (i = 0; i < 100000; ++i) ;  fail
ir::Program counts_and_fails() {
  ir::Program program;
  ir::FunctionBuilder f(program, "main", 0);
  const ir::Operand i = f.binary(ir::Opcode::Add, 64, f.constant(0), f.constant(0));
  const ir::Label head = f.label();
  const ir::Label done = f.label();
  f.jump(head);
  f.bind(head);
  f.move(i.index(), f.binary(ir::Opcode::Add, 64, i, f.constant(1)));
  f.branch(f.binary(ir::Opcode::Eq, 64, i, f.constant(100'000)), done, head);
  f.bind(done);
  f.fail(ir::ErrorKind::Assertion, "counted");
  program.entry = f.finish();
  return program;
}

TEST(Errors, AreKeptWhenTheRunIsStoppedMeanwhile) {
  const ir::Program program = counts_and_fails();
  std::atomic<bool> stop = false;
  const exec::Executor executor(program, {.stop = &stop});
  const memory::Machine machine(executor, {Model::TSO});
  ASSERT_EQ(machine.thread(ThreadId{0}).status(), exec::Status::Failed);
  stop = true;
  const CheckOptions options{.model = Model::TSO, .stop = &stop};
  CheckResult result;
  ErrorCollector(executor, options, result).note(machine, {}, memory::Ending::Complete);
  EXPECT_EQ(result.errors.size(), 1);
}

}  // namespace
}  // namespace overtake::smc
