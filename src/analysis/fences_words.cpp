#include "analysis/fences_words.h"

#include <algorithm>
#include <filesystem>

#include "analysis/frame.h"
#include "base/error.h"
#include "fences/patch.h"
#include "report/names.h"

namespace overtake::analysis {

namespace finder = overtake::fences;
using report::FencesVerdict;

namespace {

report::Fence fence_of(const finder::Fence& f) {
  return {.full = f.kind == finder::FenceKind::Full,
          .where = static_cast<report::FenceWhere>(f.where),
          .thread = report::demangled(f.thread),
          .after = f.after,
          .place = {f.file, f.line, f.column},
          .order = f.order};
}

finder::Fence fence_of(const report::Fence& f) {
  return {.kind = f.full ? finder::FenceKind::Full : finder::FenceKind::StoreStore,
          .where = static_cast<finder::FenceWhere>(f.where),
          .thread = f.thread,
          .after = f.after,
          .file = f.place.file,
          .line = f.place.line,
          .column = f.place.column,
          .order = f.order};
}

template <class To, class From>
std::vector<To> fences_of(const std::vector<From>& all) {
  std::vector<To> out;
  for (const From& f : all) out.push_back(fence_of(f));
  return out;
}

}  // namespace

FencesVerdict verdict_of(finder::Verdict verdict) {
  switch (verdict) {
    case finder::Verdict::NoFencesNeeded:
      return FencesVerdict::NotNeeded;
    case finder::Verdict::FencesNeeded:
      return FencesVerdict::Needed;
    case finder::Verdict::FailsUnderSc:
      return FencesVerdict::FailsUnderSc;
    case finder::Verdict::Undecided:
      break;
  }
  return FencesVerdict::Undecided;
}

std::vector<report::Fence> described(const std::vector<finder::Fence>& fences) {
  return fences_of<report::Fence>(fences);
}

std::vector<finder::Fence> undescribed(const std::vector<report::Fence>& fences) {
  return fences_of<finder::Fence>(fences);
}

std::string patch_text(const std::vector<finder::Fence>& all, const finder::RepairOptions& repair) {
  const auto is_source = [](const finder::Fence& f) {
    const std::string extension = std::filesystem::path(f.file).extension().string();
    return extension == ".c" || extension == ".cc" || extension == ".cpp" || extension == ".h";
  };
  if (all.empty() || !std::ranges::all_of(all, is_source)) return {};
  try {
    return finder::make_patch(all, repair).diff;
  } catch (const InputError&) {
    return {};
  }
}

void describe(const finder::Report& r, const finder::RepairOptions& repair, const Control& control,
              report::FencesDocument& d) {
  d.verdict = verdict_of(r.verdict);
  d.fences = described(r.fences);
  d.minimal = r.minimal;
  for (const std::vector<finder::Fence>& set : r.all_minimal)
    d.all_minimal_sets.push_back(described(set));
  d.all_complete = r.all_complete;
  d.counterexamples = r.counterexamples;
  d.searches = r.searches;
  d.executions = r.executions;
  d.failure = r.failure;
  d.patch = patch_text(r.fences, repair);
  for (const ReachedLimit& limit : r.limits)
    d.reasons.push_back(reason_of(limit, control.reason()));
  if (d.verdict == report::FencesVerdict::Undecided && control.stopped())
    d.reasons.push_back(control.reason());
}

}  // namespace overtake::analysis
