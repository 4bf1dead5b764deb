#include "cli/replay_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/exit_codes.h"
#include "cli/judge.h"
#include "cli/report_files.h"
#include "cli/schedule_file.h"
#include "cli/terminal.h"
#include "ir/errors.h"
#include "report/check_report.h"
#include "report/document_text.h"

namespace overtake::cli {
namespace {

using Json = nlohmann::ordered_json;

Json document_of(const ScheduleFile& file, const report::ErrorReport& error,
                 const ir::Program& program, bool full) {
  Json json;
  json["command"] = "replay";
  json["version"] = OVERTAKE_VERSION;
  json["input"] = file.key.input.files;
  json["model"] = name(file.key.model.base);
  json["verdict"] = name(report::Verdict::Error);
  json["errors"] = Json::array({report::error_json(error, program, full)});
  report::add_sources(json);
  return json;
}

}  // namespace

int replay_command(const Settings& settings) {
  if (settings.files.size() != 1) throw UsageError("one SCHEDULE_FILE is replayed at a time");
  const std::string& path = settings.files.front();
  const ScheduleFile file = read_schedule_file(path);
  const PreparedProgram prepared = prepare(file.key);
  const exec::Executor executor(prepared.program);
  report::ErrorReport error;
  error.schedule = file.schedule;
  error.replay = memory::replay(executor, {file.key.model}, file.schedule, file.names);
  memory::Replay& replay = error.replay;
  error.race = file.race;
  const bool same = error.race ? may_race(replay, *error.race)
                               : replay.error && ir::name(replay.error->kind) == file.error_kind;
  if (!replay.valid || !same)
    throw InputError(
        fmt::format("{}: the schedule does not lead to its error ({}) any more{}; has the program "
                    "changed since "
                    "it was written?",
                    path, file.error_kind, replay.valid ? "" : ": " + replay.invalid_reason));
  if (error.race) {
    const memory::Record& second = replay.records[error.race->second];
    error.error.kind = ir::ErrorKind::Race;
    error.error.source = second.op.source;
    replay.error_thread = second.step.thread;
    replay.error_calls = second.calls;
  } else {
    error.error = *replay.error;
  }
  const Json document = document_of(file, error, prepared.program, settings.full);
  if (settings.json)
    write_stdout(json_text(document));
  else
    write_stdout(report::to_text(document, style_of(STDOUT_FILENO)));
  write_report_files(settings, document);
  return to_int(ExitCode::ErrorFound);
}

}  // namespace overtake::cli
