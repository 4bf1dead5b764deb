#include "fences/fences.h"

#include "base/error.h"
#include "fences/finder.h"

namespace overtake::fences {

std::string_view name(Criterion criterion) {
  switch (criterion) {
    case Criterion::Persistence:
      return "persistence";
    case Criterion::Robustness:
      return "robustness";
    case Criterion::Safety:
      return "safety";
  }
  return "?";
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::NoFencesNeeded:
      return "no-fences-needed";
    case Verdict::FencesNeeded:
      return "fences-needed";
    case Verdict::FailsUnderSc:
      return "fails-under-sc";
    case Verdict::Undecided:
      return "undecided";
  }
  return "?";
}

Report find_fences(const Subject& subject, const FenceOptions& options) {
  switch (options.criterion) {
    case Criterion::Persistence:
      return find_for_persistence(subject, options);
    case Criterion::Robustness:
      return find_for_robustness(subject, options);
    case Criterion::Safety:
      return find_for_safety(subject, options);
  }
  throw InternalError("a criterion of no kind");
}

}  // namespace overtake::fences
