#include "analysis/replay.h"

#include "analysis/frame.h"
#include "analysis/judge.h"
#include "analysis/schedule_file.h"

namespace overtake::analysis {

report::ReplayDocument replay(const std::string& schedule_file, bool full) {
  const Clock clock;
  const ScheduleFile file = read_schedule_file(schedule_file);
  const Prepared prepared = prepare(file.key, Purpose::Explore);
  const Judged judged =
      Judge(prepared.program, file.key.model)
          .again(file.schedule, file.names, file.error_kind, file.race, schedule_file);
  return {.frame = clock.frame(file.key.input.files, file.key.model.base),
          .errors = {make_finding(prepared.program, judged, full)}};
}

}  // namespace overtake::analysis
