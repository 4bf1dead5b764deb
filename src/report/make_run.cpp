#include "report/make_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/errors.h"
#include "report/describe.h"
#include "report/edges.h"
#include "report/names.h"
#include "report/places.h"
#include "report/slice.h"
#include "report/story.h"

namespace overtake::report {
namespace {

using memory::Record;

// A value as a number where JSON can hold it, else as text ("&x", wide values).
Value make_value(Names& names, const exec::Value& value, unsigned size, Address address) {
  std::string text = names.value(value, size, address);
  const bool number = !text.empty() && text.size() < 19 &&
                      text.find_first_not_of("-0123456789") == std::string::npos;
  if (number) return static_cast<std::int64_t>(std::stoll(text));
  return text;
}

Place place_of(const ir::Program& program, const Record& r) {
  return shown_place(program, r.op.source, r.calls);
}

Step make_step(const ir::Program& program, const Record& r, std::uint32_t drained, Names& names,
               SourceText& text) {
  Step step{.thread = names.thread(r.step.thread),
            .drain = r.step.drain,
            .op = std::string(op_name(r.op)),
            .place = place_of(program, r),
            .library = in_library(program, r.op.source)};
  const std::string_view code = text.line(step.place);
  step.code = code;
  step.text = describe(r, names);
  if (r.op.is_access() || r.op.kind == exec::OpKind::Free) {
    step.variable = r.op.kind == exec::OpKind::Free ? names.whole(r.op.address)
                                                    : names.variable(r.op.address, r.op.size);
    step.local = !names.is_global(r.op.address);
  }
  if (!r.step.drain) step.stack = names.stack(r.op.source, r.calls);
  if (r.step.drain) step.store = drained;
  if (r.reads) step.read = make_value(names, r.read, r.op.size, r.op.address);
  if (r.wrote_memory)
    step.written = make_value(names, r.written, r.op.size, r.op.address);
  else if (r.op.kind == exec::OpKind::Store)
    step.buffered = make_value(names, r.op.operand, r.op.size, r.op.address);
  step.reads = r.reads;
  step.reads_from = r.reads_from;
  step.from_own_buffer = r.from_own_buffer;
  step.overtook = r.overtook;
  if (r.spawned.valid()) {
    step.spawned = names.thread(r.spawned);
    step.function = names.users_function(r.op.address);
  }
  if (r.op.kind == exec::OpKind::Join) step.joined = names.thread(ThreadId{r.op.operand.lo});
  if (r.op.kind == exec::OpKind::Choose) step.choice = r.step.choice;
  for (const memory::BufferedStore& store : r.buffer)
    step.buffer.push_back({names.variable(store.address, store.size),
                           make_value(names, store.value, store.size, store.address),
                           store.issued_at});
  return step;
}

std::string race_message(const ir::Program& program, const memory::Replay& replay, const Race& race,
                         Names& names) {
  const Record& first = replay.records[race.first];
  const Record& second = replay.records[race.second];
  return fmt::format(
      "data race: {} is accessed here by {} and at {} by {}, and neither happens before the other",
      names.variable(second.op.address, second.op.size), names.thread(second.step.thread),
      place_of(program, first).text(), names.thread(first.step.thread));
}

// What the program says, or what the error is.
std::string message(const ir::Program& program, const exec::Error& error, const Names& names) {
  const std::string_view what = ir::describe(error.kind);
  if (error.origin.valid())
    return fmt::format("{}; its memory is from {}", what,
                       shown_place(program, error.origin, {}).text());
  const std::string said = names.message(error);
  return said.empty() ? std::string(what) : fmt::format("{}: {}", what, said);
}

std::vector<Missed> make_missed(const std::vector<MissedStore>& missed) {
  std::vector<Missed> list;
  for (const MissedStore& m : missed) list.push_back({m.read, m.store, m.overtaking_store});
  return list;
}

// Names of one violation's run.
class Accesses {
 public:
  Accesses(const ir::Program& program, const memory::Replay& replay, Names& names)
      : program_(program), replay_(replay), names_(names) {}

  Access access(std::uint32_t step) {
    const Record& r = replay_.records[step];
    Access access{.place = place_of(program_, r),
                  .thread = names_.thread(r.step.thread),
                  .op = std::string(op_name(r.op))};
    access.code = text_.line(access.place);
    if (r.op.is_access()) access.variable = names_.variable(r.op.address, r.op.size);
    const std::string what =
        r.op.kind == exec::OpKind::Store ? "stores " + store_text(r, names_) : describe(r, names_);
    access.text = fmt::format("{} at {}: {}", access.thread, access.place.text(), what);
    return access;
  }

 private:
  const ir::Program& program_;
  const memory::Replay& replay_;
  Names& names_;
  SourceText text_;
};

// A run of a machine with store buffers in which each store reaches memory at once: one of SC.
bool delays_nothing(const memory::Replay& replay) {
  if (replay.machine.model == Model::SC || !replay.error) return false;
  for (std::size_t i = 0; i < replay.records.size(); ++i) {
    const Record& r = replay.records[i];
    if (r.buffer.empty()) continue;
    if (i + 1 == replay.records.size())
      return r.op.kind == exec::OpKind::Store && r.buffer.size() == 1;
    const Record& next = replay.records[i + 1];
    if (!next.step.drain || next.step.thread != r.step.thread || !next.buffer.empty()) return false;
  }
  return true;
}

// What clang calls the functions that initialize global variables.
bool initializes_globals(const std::string& function) {
  return function.starts_with("__cxx_global_var_init") || function.starts_with("_GLOBAL__");
}

// What each thread runs: the outermost of the user's functions, "producer".
std::vector<std::string> roles(const memory::Replay& replay, const Names& names) {
  std::vector<std::string> list(replay.thread_names.size());
  for (const Record& r : replay.records) {
    if (r.step.drain || r.step.thread.index() >= list.size()) continue;
    std::string& role = list[r.step.thread.index()];
    if (!role.empty()) continue;
    const std::vector<std::string> stack = names.stack(r.op.source, r.calls);
    if (!stack.empty() && !initializes_globals(function_of(stack.back())))
      role = function_of(stack.back());
  }
  const bool none = std::ranges::all_of(list, [](const std::string& s) { return s.empty(); });
  return none ? std::vector<std::string>{} : list;
}

Run make_run(const ir::Program& program, const memory::Replay& replay, Names& names,
             SourceText& text, Story story) {
  Run run{.legend = std::move(story.legend),
          .threads = replay.thread_names,
          .roles = roles(replay, names),
          .story = std::move(story.steps),
          .left_out = story.left_out};
  const std::vector<std::uint32_t> drained = drained_stores(replay);
  for (std::size_t i = 0; i < replay.records.size(); ++i)
    run.schedule.push_back(make_step(program, replay.records[i], drained[i], names, text));
  Edges relations = edges(replay);
  run.coherence = std::move(relations.coherence);
  run.from_read = std::move(relations.from_read);
  return run;
}

}  // namespace

Run make_run(const ir::Program& program, const memory::Replay& replay, bool full) {
  Names names(program, replay);
  SourceText text;
  return make_run(program, replay, names, text, tell(program, replay, names, text, {.full = full}));
}

Finding make_finding(const ir::Program& program, const exec::Error& error,
                     const memory::Replay& replay, const std::optional<Race>& race, bool full) {
  Names names(program, replay);
  SourceText text;
  Finding finding{.kind = std::string(ir::name(error.kind)),
                  .message = race ? race_message(program, replay, *race, names)
                                  : message(program, error, names),
                  .place = shown_place(program, error.source, replay.error_calls)};
  if (replay.error_thread.valid()) finding.thread = names.thread(replay.error_thread);
  if (race) {
    const Record& first = replay.records[race->first];
    finding.other =
        OtherAccess{place_of(program, first), names.thread(first.step.thread), race->first};
  }
  for (const memory::StuckThread& stuck : replay.stuck)
    finding.waiting.push_back({names.thread(stuck.thread), std::string(op_name(stuck.waits_for)),
                               shown_place(program, stuck.waits_for.source, stuck.calls)});
  Story story = tell(program, replay, names, text, {.full = full, .race = race});
  finding.explanation = std::move(story.sentences);
  if (!race && delays_nothing(replay)) {
    finding.under_sc = UnderSc::Fails;
    finding.explanation.emplace_back(
        "It fails under SC as well: store buffers have no part in it.");
  }
  std::vector<Missed> missed = make_missed(story.missed);
  finding.run = make_run(program, replay, names, text, std::move(story));
  finding.run.missed = std::move(missed);
  return finding;
}

Violation make_violation(const ir::Program& program, const memory::Replay& replay,
                         std::uint32_t delayed, std::uint32_t overtaking,
                         std::span<const memory::TraceEdge> cycle) {
  Names names(program, replay);
  SourceText text;
  Accesses accesses(program, replay, names);
  Violation v;
  v.delayed = accesses.access(delayed);
  v.overtaking = accesses.access(overtaking);
  v.place = v.delayed.place;
  v.message = fmt::format("the store to {} is delayed past {}", v.delayed.variable,
                          v.overtaking.place.text());
  for (const memory::TraceEdge& e : cycle) {
    Access step = accesses.access(e.from);
    step.step = e.from;
    step.edge = edge_kind(e.kind);
    v.explanation.push_back(fmt::format("{}, {}", step.text, because(step.edge)));
    v.path.push_back(std::move(step));
  }
  v.explanation.push_back(v.delayed.text);
  v.run =
      make_run(program, replay, names, text, tell(program, replay, names, text, {.full = true}));
  v.run.missed = {{.read = overtaking, .store = delayed}};
  return v;
}

EdgeKind edge_kind(memory::TraceEdgeKind kind) {
  switch (kind) {
    case memory::TraceEdgeKind::ProgramOrder:
      return EdgeKind::ProgramOrder;
    case memory::TraceEdgeKind::Synchronization:
      return EdgeKind::Synchronization;
    case memory::TraceEdgeKind::ReadsFrom:
      return EdgeKind::ReadsFrom;
    case memory::TraceEdgeKind::StoreOrder:
      return EdgeKind::StoreOrder;
    case memory::TraceEdgeKind::FromRead:
      return EdgeKind::FromRead;
  }
  return EdgeKind::None;
}

std::string_view because(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::ProgramOrder:
      return "before, in program order,";
    case EdgeKind::Synchronization:
      return "before, by synchronization,";
    case EdgeKind::ReadsFrom:
      return "which is read when";
    case EdgeKind::StoreOrder:
      return "which is overwritten when";
    case EdgeKind::FromRead:
      return "and so happens before";
    case EdgeKind::None:
      break;
  }
  return "";
}

}  // namespace overtake::report
