#include "analysis/check_findings.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/schedule_file.h"
#include "analysis/under_sc.h"
#include "base/error.h"
#include "ir/errors.h"

namespace overtake::analysis {

using report::About;

std::vector<Judged> judge_findings(const ir::Program& program, const MemoryModel& model,
                                   const smc::CheckOptions& explored, const CheckOptions& options,
                                   const smc::CheckResult& result,
                                   report::CheckDocument& document) {
  std::vector<Judged> all;
  const Judge judge(program, model, explored.stop);
  const report::Executions& n = document.executions;
  UnderSc under_sc(program, explored, n.all() + n.redundant);
  const auto add = [&](Judged judged, std::uint64_t executions, report::UnderSc sc) {
    report::Finding finding = make_finding(program, judged, options.full);
    finding.executions = executions;
    if (finding.under_sc == report::UnderSc::Unknown) finding.under_sc = sc;
    document.errors.push_back(std::move(finding));
    all.push_back(std::move(judged));
  };
  for (const memory::FoundError& found : result.errors)
    if (std::optional<Judged> judged = judge.replayed(found)) {
      const UnderSc::Answer sc = under_sc.ask(found);
      if (sc.found)
        if (std::optional<Judged> run = judge.replayed(*sc.found, true)) judged = std::move(run);
      add(std::move(*judged), found.executions, sc.answer);
    }
  if (all.empty() && !result.errors.empty())
    throw InternalError("errors were found, and none of them comes first");
  for (const memory::FoundRace& race : result.races)
    add(judge.replayed(race), 1, report::UnderSc::Unknown);
  if (options.show_output && !all.empty()) document.output = judge.output(all.front());
  return all;
}

void write_schedules(const std::string& file, const ProgramKey& key, std::span<const Judged> judged,
                     report::CheckDocument& document) {
  if (file.empty()) return;
  const std::filesystem::path first = file;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    std::filesystem::path path = first;
    if (i > 0)
      path.replace_filename(
          fmt::format("{}.{}{}", first.stem().string(), i + 1, first.extension().string()));
    const Judged& one = judged[i];
    try {
      write_schedule_file(path.string(), {.key = key,
                                          .error_kind = std::string(ir::name(one.error.kind)),
                                          .race = one.race,
                                          .schedule = one.schedule,
                                          .names = one.names});
      document.errors[i].schedule_file = path.string();
    } catch (const InputError& failure) {
      document.notes.push_back({About::NotWritten, 0, failure.what()});
      return;
    }
  }
}

}  // namespace overtake::analysis
