#include "fences/fences.h"

#include "base/error.h"
#include "explicit/extents.h"
#include "fences/finder.h"

namespace overtake::fences {
namespace {

Report find_once(const Subject& subject, const FenceOptions& options) {
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

}  // namespace

Report find_fences(const Subject& subject, const FenceOptions& options) {
  for (;;) {
    try {
      return find_once(subject, options);
    } catch (const explicit_state::Regrouped&) {
      continue;  // with larger cells
    }
  }
}

}  // namespace overtake::fences
