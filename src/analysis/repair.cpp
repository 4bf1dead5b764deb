#include "analysis/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "base/error.h"
#include "base/limit.h"
#include "base/shell.h"
#include "fences/fences.h"
#include "fences/ir_subject.h"
#include "ir/rewrite.h"

namespace overtake::analysis {
namespace {

namespace finder = overtake::fences;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kAtMost{1000};

// A loop that spins comes back to a state that it was in: no mark is needed for that.
ir::Program without_spin_marks(ir::Program program) {
  for (ir::Function& f : program.functions) {
    ir::CodeRewriter out(f);
    for (std::size_t i = 0; i < f.code.size(); ++i) {
      out.next();
      if (f.code[i].op != ir::Opcode::SpinHead) out.emit(f.code[i]);
    }
    out.finish();
  }
  return program;
}

finder::Report find(const Program& program, const ir::Program& prepared) {
  const finder::IrSubject subject(
      without_spin_marks(prepared), program.model.pso_rmw, 0,
      {.places = finder::Places::Anywhere, .style = finder::PatchStyle::Order});
  std::atomic<bool> late{false};
  const auto end = steady_clock::now() + kAtMost;
  finder::FenceOptions o{
      .criterion = finder::Criterion::Safety, .model = program.model, .stop = &late};
  o.progress = [&](std::size_t, std::size_t) {
    if (steady_clock::now() > end) late = true;
  };
  return finder::find_fences(subject, o);
}

std::string place_text(const finder::Fence& f, bool several_files) {
  const std::string line =
      several_files ? fmt::format("{}:{}", f.file, f.line) : fmt::format("line {}", f.line);
  if (!f.order.empty()) return fmt::format("{} in {}", f.order, line);
  return fmt::format("a {} {} {}",
                     f.kind == finder::FenceKind::Full ? "fence" : "store-store fence",
                     f.where == finder::FenceWhere::Before ? "before" : "after", line);
}

std::string sentence_of(const Program& program, const std::vector<finder::Fence>& fences) {
  std::string command = "overtake fences";
  for (const std::string& file : program.files) command += " " + shell_word(file);
  for (const std::string& word : options_of(program))
    if (word != "--spurious-wakeups") command += " " + shell_word(word);  // fences has none
  if (program.model.base != Model::TSO)
    command += fmt::format(" --model {}", name(program.model.base));
  if (!program.compiler_flags.empty()) command += " --";
  for (const std::string& flag : program.compiler_flags) command += " " + shell_word(flag);
  const bool several =
      std::ranges::any_of(fences, [&](const finder::Fence& f) { return f.file != fences[0].file; });
  std::string places;
  for (std::size_t i = 0; i < fences.size(); ++i)
    places += (i == 0                  ? ""
               : i + 1 < fences.size() ? ", "
                                       : " and ") +
              place_text(fences[i], several);
  return fmt::format("`{}` repairs this by {}", command, places);
}

}  // namespace

std::optional<std::string> cheap_repair(const Program& program, const ir::Program& prepared) {
  // Only a hint: whatever goes wrong, there is none.
  try {
    const finder::Report found = find(program, prepared);
    if (found.verdict != finder::Verdict::FencesNeeded) return std::nullopt;
    return sentence_of(program, found.fences);
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const LimitReached&) {
    return std::nullopt;
  } catch (const InternalError&) {
    return std::nullopt;
  }
}

}  // namespace overtake::analysis
