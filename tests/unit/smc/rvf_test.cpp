// RVF exploration: the counts of the paper and of combinatorics, and the same local states as the
// oracle.
#include <gtest/gtest.h>

#include <set>

#include "memory/replay.h"
#include "programs.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/trace_questions.h"

namespace overtake::smc {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::SyncOp;
using testing::Small;
using Vars = std::vector<ir::Operand>;

using testing::kModels;

struct ByValues {
  std::set<ClassName> values;
  std::multiset<ClassName> classes;
  CheckResult result;

  void note(const exec::Executor& executor, Model model, const memory::Schedule& schedule,
            const memory::ThreadNames& names) {
    const memory::Replay run = memory::replay(executor, {model}, schedule, names);
    ASSERT_TRUE(run.valid) << run.invalid_reason;
    values.insert(value_class(run));
    classes.insert(rvf_class(run));
  }
};

ByValues rvf(const ir::Program& program, Model model, const RvfOptions& options = {}) {
  const exec::Executor executor(program);
  const CheckOptions check{.model = model, .rvf = options, .all_errors = true};
  ByValues out;
  RvfExplorer explorer(executor, check, out.result);
  explorer.on_execution = [&](const memory::Schedule& schedule, const memory::ThreadNames& names) {
    out.note(executor, model, schedule, names);
  };
  explorer.explore();
  EXPECT_TRUE(out.result.finished);
  return out;
}

ByValues oracle_values(const ir::Program& program, Model model) {
  const exec::Executor executor(program);
  ByValues out;
  exhaustive(executor, {.machine = {.model = model}}, [&](const FinalRun& run) {
    out.note(executor, model, run.schedule, run.machine.names());
    return true;
  });
  return out;
}

std::uint64_t rf_count(const ir::Program& program, Model model) {
  const exec::Executor executor(program);
  const CheckOptions options{.model = model, .all_errors = true};
  CheckResult result;
  RfExplorer(executor, options, result).explore();
  return result.executions.complete + result.executions.blocked;
}

void expect_each_class_at_most_once(const ByValues& e) {
  EXPECT_EQ(std::set<ClassName>(e.classes.begin(), e.classes.end()).size(), e.classes.size());
}

// The same combinations of values as the oracle, whatever part of the exploration is missing.
void expect_complete(const ir::Program& p) {
  for (Model m : kModels) {
    const ByValues all = oracle_values(p, m);
    for (int without = 0; without < 4; ++without) {
      const ByValues e = rvf(
          p, m,
          {.backtrack_signals = without != 1, .closure = without != 2, .guidance = without != 3});
      EXPECT_TRUE(e.values == all.values) << name(m) << " without " << without;
      expect_each_class_at_most_once(e);
    }
  }
}

void expect_count(const ir::Program& p, std::uint64_t count) {
  for (Model m : kModels) EXPECT_EQ(rvf(p, m).classes.size(), count) << name(m);
}

Small::Body stores(std::vector<std::pair<int, std::uint64_t>> writes, std::vector<int> loads = {}) {
  return [=](FunctionBuilder& f, const Vars& v) {
    for (const auto& [variable, value] : writes) f.store(v[variable], f.constant(value), 8);
    for (int variable : loads) f.load(v[variable], 8);
  };
}

TEST(Rvf, Figure1) {
  Small s(2);
  const ir::Program& p = s.threads(
      {stores({{0, 1}, {1, 1}}), stores({{0, 1}, {1, 1}}, {0}), stores({{0, 1}, {1, 1}}, {1})});
  EXPECT_EQ(rf_count(p, Model::SC), 9);
  expect_count(p, 1);
  expect_complete(p);
}

// The write after r2 is a new source for r1: a backtrack signal.
TEST(Rvf, Figure6) {
  Small s(2);
  const ir::Program& p = s.threads({[](FunctionBuilder& f, const Vars& v) {
                                      f.store(v[0], f.constant(1), 8);
                                      f.load(v[0], 8);
                                      f.store(v[1], f.constant(1), 8);
                                    },
                                    [](FunctionBuilder& f, const Vars& v) {
                                      f.store(v[0], f.constant(1), 8);
                                      f.store(v[1], f.constant(1), 8);
                                      f.load(v[1], 8);
                                      f.store(v[0], f.constant(2), 8);
                                    }});
  EXPECT_EQ(rvf(p, Model::SC).classes.size(), 2);
  expect_complete(p);
}

TEST(Rvf, SameValue) {
  for (int n : {1, 2, 5, 12}) {
    Small s(1);
    expect_count(s.threads(std::vector<Small::Body>(n, stores({{0, 4}}, {0}))), 1);
  }
}

TEST(Rvf, Reorder) {
  for (int n : {1, 3, 9, 30}) {
    Small s(2);
    std::vector<Small::Body> bodies(n, stores({{0, 1}, {1, 2}}));
    bodies.push_back([](FunctionBuilder& f, const Vars& v) {
      const ir::Label end = f.label();
      const ir::Label second = f.label();
      const auto if_is = [&](int variable, std::uint64_t value, ir::Label otherwise) {
        const ir::Label then = f.label();
        const ir::Operand read = f.load(v[variable], 8);
        f.branch(f.binary(Opcode::Eq, 64, read, f.constant(value)), then, otherwise);
        f.bind(then);
      };
      if_is(0, 0, second);
      if_is(1, 0, second);
      f.jump(end);
      f.bind(second);
      if_is(0, 1, end);
      if_is(1, 2, end);
      f.jump(end);
      f.bind(end);
    });
    EXPECT_EQ(rvf(s.threads(bodies), Model::SC).classes.size(), 4) << n;
  }
}

// In the spirit of appendix B: whichever write is read, the value is the same.
TEST(Rvf, OneClassWhereRfHasExponentiallyMany) {
  for (int n : {2, 4, 10}) {
    Small one(1);
    const std::vector<std::pair<int, std::uint64_t>> often(n, {0, 1});
    expect_count(one.threads({stores(often), stores({{0, 1}}, std::vector<int>(n, 0))}), 1);

    Small same_as_before(1);
    const std::vector<std::pair<int, std::uint64_t>> zeros(n, {0, 0});
    expect_count(same_as_before.threads({stores(zeros), stores({}, std::vector<int>(n, 0))}), 1);

    Small pairs(n);
    std::vector<std::pair<int, std::uint64_t>> ones;
    std::vector<int> all;
    for (int i = 0; i < n; ++i) ones.push_back({i, 1}), all.push_back(i);
    const ir::Program& p = pairs.threads({stores(ones), stores(ones, all)});
    expect_count(p, 1);
    if (n <= 4) {
      EXPECT_GE(rf_count(p, Model::TSO), 1u << n);
    }
  }
}

TEST(Rvf, LastWriterValue) {
  Small s(1);
  std::vector<Small::Body> bodies(6, stores({{0, 'X'}}));
  bodies.push_back(stores({{0, 'Y'}}));
  expect_count(s.threads(bodies, stores({}, {0})), 2);
}

// Where every write has its own value, the classes are those of reads-from.
TEST(Rvf, NothingToGain) {
  Small s(2);
  const auto thread = [](int mine, int other) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.store(v[mine], f.constant(1), 8);
      f.load(v[other], 8);
    };
  };
  const ir::Program& p = s.threads({thread(0, 1), thread(1, 0)});
  for (Model m : kModels) EXPECT_EQ(rvf(p, m).classes.size(), rf_count(p, m));
  expect_complete(p);
}

TEST(Rvf, AtomicIncrementsAndCas) {
  Small s(1);
  const auto inc = [](FunctionBuilder& f, const Vars& v) {
    f.rmw(ir::RmwFunction::Add, v[0], f.constant(1), 8);
  };
  const auto cas = [](std::uint64_t k) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.cas(v[0], f.constant(k), f.constant(k + 1), 8);
    };
  };
  expect_complete(s.threads({inc, cas(0), cas(1), inc}));
  Small t(1);
  expect_count(t.threads({inc, inc, inc, inc}), 24);
}

// Pairs of threads at a word each: once one of them was tried as the first there, it signals no
// more to the other (there were 105 redundant nodes); and once it has obtained what the other one
// wrote, no other read is tried instead (there were 25).
TEST(Rvf, ManyPairsAtAWordEach) {
  Small s(4);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 0; k < 8; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.cas(v[k % 4], f.constant(0), f.constant(k + 1), 8);
    });
  const ir::Program& p = s.threads(bodies);
  for (const Model model : kModels) {
    const ByValues found = rvf(p, model);
    EXPECT_EQ(found.classes.size(), 16u) << name(model);
    EXPECT_EQ(found.result.executions.redundant, 0u) << name(model);
  }
}

// The exchange keeps the CAS from writing, so that nothing but its being there tells of the other
// order.
TEST(Rvf, ExchangeBeforeCas) {
  Small s(1);
  const ir::Program& p = s.threads(
      {[](FunctionBuilder& f, const Vars& v) {
         f.rmw(ir::RmwFunction::Exchange, v[0], f.constant(5), 8);
       },
       [](FunctionBuilder& f, const Vars& v) { f.cas(v[0], f.constant(0), f.constant(1), 8); }});
  expect_count(p, 2);
  expect_complete(p);
}

// The order of the critical sections is part of the class: taking the lock is a read.
TEST(Rvf, LockedUpdates) {
  const auto locked = [](std::uint64_t value) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.sync(SyncOp::MutexLock, v[1]);
      f.load(v[0], 8);
      f.store(v[0], f.constant(value), 8);
      f.sync(SyncOp::MutexUnlock, v[1]);
    };
  };
  Small equal(2);
  equal.program.globals[0].initial = {7};
  expect_count(equal.threads({locked(7), locked(7), locked(7), locked(7)}), 24);
  Small different(2);
  expect_complete(different.threads({locked(1), locked(2), locked(1)}));
}

TEST(Rvf, LocksThatAreNeverReleased) {
  Small s(1);
  const auto lock = [](FunctionBuilder& f, const Vars& v) { f.sync(SyncOp::MutexLock, v[0]); };
  const auto both = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::MutexLock, v[0]);
    f.sync(SyncOp::MutexUnlock, v[0]);
  };
  expect_count(s.threads({lock, lock}), 2);
  Small t(1);
  const ir::Program& p = t.threads({both, lock, both});
  expect_complete(p);
  for (Model m : kModels) EXPECT_FALSE(rvf(p, m).result.errors.empty());
}

TEST(Rvf, SignalsSemaphoresAndBarriers) {
  Small s(3);
  const auto waiter = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::CondEnqueue, v[0]);
    f.rmw(ir::RmwFunction::Add, v[1], f.constant(1), 8);
    f.sync(SyncOp::CondAwait, v[0]);
    f.rmw(ir::RmwFunction::Add, v[2], f.constant(1), 8);
  };
  expect_complete(s.threads({waiter, waiter, [](FunctionBuilder& f, const Vars& v) {
                               f.sync(SyncOp::CondSignal, v[0]);
                               f.sync(SyncOp::CondSignal, v[0]);
                             }}));
  Small t(2);
  t.program.globals[0].initial = {2};
  const auto user = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::SemWait, v[0]);
    f.store(v[1], f.constant(1), 8);
    f.sync(SyncOp::SemPost, v[0]);
  };
  expect_complete(t.threads({user, user, user}));
  Small u(1);
  expect_count(u.threads(std::vector<Small::Body>(3,
                                                  [](FunctionBuilder& f, const Vars& v) {
                                                    const ir::Operand round = f.sync(
                                                        SyncOp::BarrierArrive, v[0], f.constant(3));
                                                    f.sync(SyncOp::BarrierAwait, v[0], round);
                                                  })),
               1);
}

TEST(Auto, HandsOverWhereValuesRepeat) {
  Small same(1);
  const CheckOptions options{.model = Model::TSO, .equivalence = Equivalence::Auto};
  const CheckResult by_values =
      check(same.threads(std::vector<Small::Body>(6, stores({{0, 4}}, {0}))), options);
  EXPECT_EQ(by_values.used, Equivalence::Rvf);
  EXPECT_EQ(by_values.executions.complete, 1);
  EXPECT_TRUE(by_values.finished);

  Small different(1);
  std::vector<Small::Body> bodies(9, stores({}, {0}));
  bodies.push_back(stores({{0, 1}}));
  const CheckResult by_source = check(different.threads(bodies), options);
  EXPECT_EQ(by_source.used, Equivalence::Rf);
  EXPECT_EQ(by_source.executions.complete, 512);
}

// Whether the lock is free then depends on the order.
TEST(Rvf, TakesCareOfLocksThatOthersWrite) {
  Small s(1);
  const ir::Program& p = s.threads({[](FunctionBuilder& f, const Vars& v) {
                                      f.sync(SyncOp::MutexLock, v[0]);
                                      f.sync(SyncOp::MutexUnlock, v[0]);
                                    },
                                    stores({{0, 0}})});
  const CheckResult result = check(p, {.equivalence = Equivalence::Rvf, .all_errors = true});
  EXPECT_EQ(result.used, Equivalence::RvfCareful);
  EXPECT_EQ(name(result.used), "rvf");
  EXPECT_TRUE(result.rf_because.empty());
  EXPECT_TRUE(result.finished);
  for (const Model model : kModels) {
    const exec::Executor executor(p);
    std::multiset<ClassName> all;
    exhaustive(executor, {.machine = {.model = model}}, [&](const FinalRun& run) {
      if (run.first) all.insert(run.name);
      return true;
    });
    const CheckOptions options{.model = model, .all_errors = true};
    CheckResult by_sources;
    RvfExplorer explorer(executor, options, by_sources, Groups::BySource, true);
    std::multiset<ClassName> found;
    explorer.on_class = [&](const ClassName& c) { found.insert(c); };
    explorer.explore();
    EXPECT_EQ(found, all) << name(model);
  }
}

}  // namespace
}  // namespace overtake::smc
