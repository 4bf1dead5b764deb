#include "fences/each_process.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "fences/process_states.h"

namespace overtake::fences {
namespace {

constexpr std::size_t kMostWalks = 2'000'000;

// pi3 of one pivot, from every state of it with a write.
class PivotWalk {
 public:
  PivotWalk(ProcessStates& states, std::uint32_t pivot, const std::atomic<bool>* stop)
      : states_(states), pivot_(pivot), text_(states.program().processes[pivot]), stop_(stop) {}

  std::vector<std::vector<gcl::InstructionId>> run() {
    for (const ProcessStates::Local& local : states_.of(pivot_)) {
      if (local.locks != 0) continue;
      for (const gcl::InstructionId id : text_.label(local.label).instructions)
        if (text_.instruction(id).statement.kind == gcl::StatementKind::Write) begin(local, id);
      while (!work_.empty()) {
        const Point at = std::move(work_.front());
        work_.pop_front();
        go_on(at);
      }
    }
    return std::move(found_);
  }

 private:
  struct Point {
    ProcessStates::Local local;
    std::uint32_t written = 0;               // by e1
    std::map<std::uint32_t, Known> memory;   // what it found, and what e1 wrote
    std::vector<gcl::InstructionId> passed;  // sorted
    friend auto operator<=>(const Point&, const Point&) = default;
  };

  void begin(const ProcessStates::Local& local, gcl::InstructionId e1) {
    const gcl::Instruction& i = text_.instruction(e1);
    const auto cell = states_.cell(i.statement, local);
    if (!cell) return;
    const auto value = states_.written(i.statement.value, *cell, local);
    if (!value) return;
    Point p{states_.wrote(pivot_, i, local, *cell, *value), *cell, {{*cell, *value}}, {}};
    add(std::move(p), e1);
  }

  bool is_covered(const std::vector<gcl::InstructionId>& passed) const {
    return std::ranges::any_of(
        found_, [&](const auto& known) { return std::ranges::includes(passed, known); });
  }

  void add(Point p, gcl::InstructionId passed) {
    const auto at = std::ranges::lower_bound(p.passed, passed);
    if (at == p.passed.end() || *at != passed) p.passed.insert(at, passed);
    if (is_covered(p.passed)) return;  // and whatever comes after it
    if (!seen_.insert(p).second) return;
    if (seen_.size() > kMostWalks || (stop_ != nullptr && stop_->load(std::memory_order_relaxed)))
      throw NotByItself{};
    work_.push_back(std::move(p));
  }

  void go_on(const Point& at) {
    if (is_covered(at.passed)) return;
    for (const gcl::InstructionId id : text_.label(at.local.label).instructions) {
      const gcl::Instruction& i = text_.instruction(id);
      if (ProcessStates::is_local(i.statement.kind)) {
        Point next = at;
        if (auto done = states_.do_locally(pivot_, i, at.local)) {
          next.local = std::move(*done);
          add(std::move(next), id);
        }
      } else if (i.statement.kind == gcl::StatementKind::Read) {
        read(at, id);
        if (is_covered(at.passed)) return;
      }
    }
  }

  void read(const Point& at, gcl::InstructionId id) {
    const gcl::Instruction& i = text_.instruction(id);
    const auto cell = states_.cell(i.statement, at.local);
    if (!cell) return;
    std::vector<Known> values;
    if (const auto it = at.memory.find(*cell); it != at.memory.end())
      values = {it->second};
    else
      values = states_.found_in(pivot_, *cell, at.local);
    if (*cell != at.written && std::ranges::any_of(values, [&](Known v) {
          return states_.others_write(pivot_, *cell, v);
        })) {
      std::erase_if(found_, [&](const auto& q) { return std::ranges::includes(q, at.passed); });
      found_.push_back(at.passed);
      return;
    }
    for (const Known v : values) {
      Point next = at;
      next.local = states_.read(pivot_, i, at.local, v);
      next.memory.emplace(*cell, v);
      add(std::move(next), id);
    }
  }

  ProcessStates& states_;
  std::uint32_t pivot_;
  const gcl::Process& text_;
  const std::atomic<bool>* stop_;
  std::set<Point> seen_;
  std::deque<Point> work_;
  std::vector<std::vector<gcl::InstructionId>> found_;
};

}  // namespace

std::optional<ProcessPatterns> patterns_of_each_process(const gcl::Program& program,
                                                        std::uint32_t value_bits,
                                                        const std::atomic<bool>* stop) {
  try {
    ProcessStates states(program, value_bits, stop);
    ProcessPatterns all{.transitions = states.transitions()};
    for (std::uint32_t p = 0; p < program.processes.size(); ++p) {
      all.states += states.of(p).size();
      for (auto& new_fences : PivotWalk(states, p, stop).run())
        all.patterns.push_back({p, std::move(new_fences)});
    }
    return all;
  } catch (const NotByItself&) {
    return std::nullopt;
  }
}

bool has_few_values(const gcl::Program& program, const std::atomic<bool>* stop) {
  try {
    return ProcessStates(program, 0, stop).bounded();
  } catch (const NotByItself&) {
    return false;
  }
}

}  // namespace overtake::fences
