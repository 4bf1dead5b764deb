#include "report/valid.h"

#include <fmt/format.h>

#include "base/error.h"

namespace overtake::report {
namespace {

class Validator {
 public:
  explicit Validator(const Run& run) : run_(run), size_(run.schedule.size()) {}

  void check() const {
    for (const Step& s : run_.schedule) check(s);
    for (const StoryStep& s : run_.story)
      for (const std::uint32_t step : s.steps) require(step, "story");
    for (const Missed& m : run_.missed) {
      require(m.read, "missed");
      require(m.store, "missed");
      require_or_none(m.overtaking_store, "missed");
    }
    for (const Edge& e : run_.coherence) check(e, "coherence");
    for (const Edge& e : run_.from_read) check(e, "from_read");
  }

  void require(std::uint32_t step, const char* part) const {
    if (step >= size_)
      throw InputError(fmt::format("\"{}\" names a step that is not in \"schedule\"", part));
  }
  void require_or_none(std::uint32_t step, const char* part) const {
    if (step != kNone) require(step, part);
  }

 private:
  void check(const Step& s) const {
    if (s.drain) require(s.store, "store");
    require_or_none(s.reads_from, "reads_from");
    for (const std::uint32_t step : s.overtook) require(step, "overtook");
    for (const BufferedStore& b : s.buffer) require_or_none(b.step, "buffer");
  }
  void check(const Edge& e, const char* part) const {
    require(e.from, part);
    require(e.to, part);
  }

  const Run& run_;
  const std::size_t size_;
};

void check(const Access& a, const Validator& run) { run.require_or_none(a.step, "step"); }

template <class D>
void check_errors(const D& d) {
  for (const Finding& e : d.errors) {
    const Validator run(e.run);
    run.check();
    if (e.other) run.require_or_none(e.other->step, "other");
  }
}

void check_document(const CheckDocument& d) { check_errors(d); }
void check_document(const ModelsDocument& d) {
  for (const CheckDocument& one : d.results) check_errors(one);
}
void check_document(const ReplayDocument& d) { check_errors(d); }
void check_document(const BmcDocument& d) { check_errors(d); }

void check_document(const MonitorDocument& d) {
  for (const Violation& v : d.violations) {
    const Validator run(v.run);
    run.check();
    check(v.delayed, run);
    check(v.overtaking, run);
    for (const Access& a : v.path) check(a, run);
  }
}

void check_document(const FencesDocument& d) {
  for (const FencesViolation& v : d.violations) {
    Validator(v.run).check();
    for (const std::uint64_t fence : v.prevented_by)
      if (fence >= d.fences.size())
        throw InputError("\"prevented_by\" names a fence that is not in \"fences\"");
  }
}

void check_document(const ConsistencyDocument& d) {
  for (const TraceResult& t : d.traces) Validator(t.run).check();
}

void check_document(const LitmusDocument& d) {
  for (const LitmusResult& t : d.tests)
    for (const LitmusRun& r : t.runs) Validator(r.run).check();
}

void check_document(const auto&) {}

}  // namespace

void require_valid(const Document& document) {
  std::visit([](const auto& d) { check_document(d); }, document);
}

}  // namespace overtake::report
