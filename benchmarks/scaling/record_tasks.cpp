// record_tasks MODEL FILE [compiler flags ...]: explores a program alone, but as if another worker
// were waiting for work all the time, and writes down the tasks into which it falls apart: for
// simulate.py.
//
// One line a task: its number, the task that gave it, how many seconds into that it was given, how
// many seconds it takes itself, how many words it has as a message, and how many mutations it asked
// those for who share nodes with it.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>

#include "base/error.h"
#include "measured_program.h"
#include "smc/known_set.h"
#include "smc/rf_explorer.h"

namespace overtake {
namespace {

// Tasks are not cut smaller than this: executing a prefix again is part of each.
constexpr double kGrain = 500e-6;
// And giving, which takes longer the more there is to give, is at most this part of working. (Ranks
// give at most once a millisecond.)
constexpr double kGivingPart = 0.1;

class Counted final : public smc::KnownByAll {
 public:
  Counted(smc::KnownSet known, std::uint64_t& asked) : known_(std::move(known)), asked_(asked) {}
  bool is_far() const override { return false; }
  std::uint64_t claim(const Hash128&) override { return 0; }
  bool insert(const Hash128& h) override {
    ++asked_;
    return known_.insert(h);
  }

 private:
  smc::KnownSet known_;
  std::uint64_t& asked_;
};

class Recorder final : public smc::WorkPool {
 public:
  void explore(smc::Explorer& explorer) {
    explorer.join(*this);
    tasks_.push_back({});
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      Task task = std::move(tasks_[i]);
      current_ = i;
      asked_ = 0;
      last_given_ = start_ = thread_seconds();
      if (i == 0 || explorer.resume(task.item)) explorer.explore();
      const double seconds = thread_seconds() - start_;
      std::printf("%zu %zu %.6f %.6f %zu %llu\n", i, task.parent, task.offset, seconds,
                  task.item.words.size(), static_cast<unsigned long long>(asked_));
    }
  }

  bool wants_work() override {
    asked_at_ = thread_seconds();
    return asked_at_ - last_given_ >= std::max(kGrain, giving_took_ / kGivingPart);
  }
  void give(smc::WorkItem item) override {
    last_given_ = thread_seconds();
    giving_took_ = last_given_ - asked_at_;
    tasks_.push_back({std::move(item), current_, last_given_ - start_});
  }
  std::shared_ptr<smc::KnownByAll> share(const smc::KnownSet& known) override {
    return std::make_shared<Counted>(known, asked_);
  }
  void keep(smc::WorkItem item) override { give(std::move(item)); }
  void at_rest(smc::Explorer&) override {}
  void wait(smc::Explorer&) override {}
  bool stopped() const override { return false; }
  void stop() override {}
  std::uint64_t count_execution() override { return 0; }
  void learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) override {
    names_.child(parent, number);
    names = names_;
  }

 private:
  struct Task {
    smc::WorkItem item;
    std::size_t parent = 0;
    double offset = 0;
  };
  std::deque<Task> tasks_;
  std::size_t current_ = 0;
  std::uint64_t asked_ = 0;
  double start_ = 0, asked_at_ = 0, last_given_ = 0, giving_took_ = 0;
  memory::ThreadNames names_;
};

int record(int argc, char** argv) {
  const std::optional<MeasuredProgram> subject = measured_program(argc, argv);
  if (!subject) return 1;
  const exec::Executor executor(subject->program);
  smc::CheckResult result;
  const smc::CheckOptions options{.model = subject->model, .all_errors = true};
  smc::RfExplorer explorer(executor, options, result);
  Recorder().explore(explorer);
  std::fprintf(stderr, "%llu executions\n",
               static_cast<unsigned long long>(result.executions.complete));
  return 0;
}

}  // namespace
}  // namespace overtake

int main(int argc, char** argv) {
  try {
    return overtake::record(argc, argv);
  } catch (const overtake::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
