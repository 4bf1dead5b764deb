#include "report/story.h"

#include <fmt/format.h>

#include "ir/errors.h"
#include "report/describe.h"
#include "report/explain.h"
#include "report/slice.h"

namespace overtake::report {
namespace {

using exec::OpKind;
using memory::Record;

// The code of a line; what looks like a comment but may be part of a string stays.
std::string_view without_comment(std::string_view code) {
  for (std::string_view mark : {" //", " /*"}) {
    const std::size_t at = code.find(mark);
    if (at == code.npos || code.find('"', at) != code.npos) continue;
    code = code.substr(0, at);
    while (code.ends_with(' ')) code.remove_suffix(1);
  }
  return code;
}

class Teller {
 public:
  Teller(const ir::Program& program, const memory::Replay& replay, Names& names, SourceText& text,
         const StoryOptions& options)
      : program_(program),
        replay_(replay),
        text_(text),
        options_(options),
        names_(names),
        slice_(slice(program, replay, names, options.race)) {}

  Story run() {
    names_.forget_legend();
    for (std::uint32_t i = 0; i < replay_.records.size(); ++i)
      if ((options_.full || slice_.keep[i]) && !is_failing_access(replay_, replay_.records[i]))
        tell_step(i);
    tell_stuck_threads();
    tell_failure();
    story_.sentences = explain(program_, replay_, slice_, names_, options_.race);
    if (!options_.full) {
      join_the_beginning();
      drop_the_middle();
    }
    story_.legend = names_.legend();
    story_.missed = slice_.missed;
    return std::move(story_);
  }

 private:
  void tell_step(std::uint32_t i) {
    const Record& r = replay_.records[i];
    // A store that reaches memory at once is one step, not two.
    if (r.step.drain && i > 0 && drains_previous(i) && !story_.steps.empty()) {
      StoryStep& store = story_.steps.back();
      store.what = "stores " + store_text(r, names_);
      store.notes.clear();
      store.buffer.clear();
      store.steps.push_back(i);
      return;
    }
    StoryStep step;
    step.thread = names_.thread(r.step.thread);
    step.steps = {i};
    step.place = shown_place(program_, r.op.source, r.calls);
    const std::string_view code = text_.line(step.place);
    step.what = describe(r, names_);
    if (r.step.drain) {
      step.place = {};
    } else if (!in_library(program_, r.op.source)) {
      step.code = without_comment(code);
    }
    if (!r.step.drain) set_function(step, r.op.source, r.calls);
    add_notes(i, step);
    story_.steps.push_back(std::move(step));
  }

  void set_function(StoryStep& step, ir::SourceId source, std::span<const ir::SourceId> calls) {
    const std::vector<std::string> stack = names_.stack(source, calls);
    if (!stack.empty()) step.function = function_of(stack.front());
  }

  // Step i is the drain of the store of step i-1, which is shown.
  bool drains_previous(std::uint32_t i) const {
    const Record& store = replay_.records[i - 1];
    const Record& drain = replay_.records[i];
    return (options_.full || slice_.keep[i - 1]) && !store.step.drain &&
           store.op.kind == OpKind::Store && store.step.thread == drain.step.thread &&
           store.op.address == drain.op.address && store.buffer.size() == drain.buffer.size() + 1 &&
           store.buffer.size() == 1;
  }

  void add_notes(std::uint32_t i, StoryStep& step) {
    const Record& r = replay_.records[i];
    for (std::uint32_t store : r.overtook) {
      if (store == memory::kNoStep || !(options_.full || slice_.keep[store])) continue;
      step.notes.push_back("overtakes " + buffered_text(store));
      step.weak = true;
    }
    if (options_.race && i == options_.race->second) {
      const Record& other = replay_.records[options_.race->first];
      step.notes.push_back(fmt::format("races with {}'s access at {}",
                                       names_.thread(other.step.thread),
                                       shown_place(program_, other.op.source, other.calls).text()));
      step.failure = true;
    }
    for (const MissedStore& m : slice_.missed)
      if (m.read == i) {
        step.notes.push_back(fmt::format("misses {}'s {}",
                                         names_.thread(replay_.records[m.store].step.thread),
                                         buffered_text(m.store)));
        step.weak = true;
      }
    if (r.step.drain || r.op.kind == OpKind::Store) {
      for (const auto& store : r.buffer)
        step.buffer += (step.buffer.empty() ? "" : ", ") +
                       names_.variable(store.address, store.size) + " = " +
                       names_.value(store.value, store.size, store.address);
    }
  }

  std::string buffered_text(std::uint32_t store) {
    return store_text(replay_.records[store], names_);
  }

  void tell_stuck_threads() {
    if (!waits_for_ever(replay_)) return;
    for (const auto& stuck : replay_.stuck) {
      StoryStep step{.thread = names_.thread(stuck.thread)};
      step.place = shown_place(program_, stuck.waits_for.source, stuck.calls);
      const exec::Op& op = stuck.waits_for;
      step.what = op.kind == OpKind::Join
                      ? "waits for " + names_.thread(ThreadId{op.operand.lo}) + " for ever"
                      : "waits for " + names_.object(op.address) + " for ever";
      if (!in_library(program_, op.source)) step.code = without_comment(text_.line(step.place));
      set_function(step, op.source, stuck.calls);
      step.failure = true;
      story_.steps.push_back(std::move(step));
    }
  }

  void tell_failure() {
    if (!replay_.error || waits_for_ever(replay_)) return;
    StoryStep step{.thread = names_.thread(replay_.error_thread)};
    step.place = shown_place(program_, replay_.error->source, replay_.error_calls);
    step.code = without_comment(text_.line(step.place));
    step.what = replay_.error->kind == ir::ErrorKind::Assertion
                    ? "FAILS"
                    : fmt::format("FAILS: {}", ir::describe(replay_.error->kind));
    set_function(step, replay_.error->source, replay_.error_calls);
    step.failure = true;
    story_.steps.push_back(std::move(step));
  }

  // What the first thread does alone, before it starts another, is one row.
  void join_the_beginning() {
    std::size_t first = replay_.records.size();
    for (std::size_t i = replay_.records.size(); i-- > 0;)
      if (replay_.records[i].spawned.valid()) first = i;
    std::size_t count = 0;
    while (count < story_.steps.size() && !story_.steps[count].failure &&
           !story_.steps[count].steps.empty() && story_.steps[count].steps.back() < first)
      ++count;
    if (count < 2 || first == replay_.records.size()) return;
    constexpr std::size_t kMost = 4;
    std::string list;
    std::size_t shown = 0;
    std::vector<std::uint32_t> steps;
    for (std::size_t i = 0; i < count; ++i) {
      const StoryStep& step = story_.steps[i];
      steps.insert(steps.end(), step.steps.begin(), step.steps.end());
      const OpKind kind = replay_.records[step.steps.front()].op.kind;
      if (kind != OpKind::Fence && kind != OpKind::StoreFence && shown++ < kMost)
        list += (list.empty() ? "" : "; ") + step.what;
    }
    if (shown > kMost) list += fmt::format("; {} more", shown - kMost);
    StoryStep& row = story_.steps[count - 1];
    row.steps = std::move(steps);
    row.what = "before the other threads: " + list;
    row.buffer.clear();
    row.code.clear();
    row.function.clear();
    row.place = {};
    story_.steps.erase(story_.steps.begin(),
                       story_.steps.begin() + static_cast<std::ptrdiff_t>(count - 1));
  }

  // Long stories: how it began and how it ended.
  void drop_the_middle() {
    if (story_.steps.size() <= options_.max_steps) return;
    const std::size_t head = options_.max_steps / 6;
    const std::size_t drop = story_.steps.size() - options_.max_steps;
    story_.left_out = drop;
    story_.steps[head + drop].notes.insert(
        story_.steps[head + drop].notes.begin(),
        fmt::format("({} steps before this one left out)", drop));
    story_.steps.erase(story_.steps.begin() + static_cast<std::ptrdiff_t>(head),
                       story_.steps.begin() + static_cast<std::ptrdiff_t>(head + drop));
  }

  const ir::Program& program_;
  const memory::Replay& replay_;
  SourceText& text_;
  StoryOptions options_;
  Names& names_;
  Slice slice_;
  Story story_;
};

}  // namespace

Story tell(const ir::Program& program, const memory::Replay& replay, Names& names, SourceText& text,
           const StoryOptions& options) {
  return Teller(program, replay, names, text, options).run();
}

}  // namespace overtake::report
