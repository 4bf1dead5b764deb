#include "analysis/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "ir/errors.h"
#include "report/places.h"
#include "smc/exhaustive.h"

namespace overtake::analysis {
namespace {

using report::About;

// A thread that was cut off in its loop can no longer be told from one that waits for ever.
bool is_stuck(const Opinion::Error& error) {
  return error.kind == ir::ErrorKind::Hang || error.kind == ir::ErrorKind::Deadlock;
}

bool cut_off(const Opinion& o) { return o.executions.bounded != 0; }
bool waits(const Opinion& o) { return o.waits || o.executions.blocked != 0; }

bool has_spin_heads(const ir::Program& program) {
  return std::ranges::any_of(program.functions, [](const ir::Function& f) {
    return std::ranges::any_of(f.code, [](const auto& i) { return i.op == ir::Opcode::SpinHead; });
  });
}

std::string text_of(const Opinion& o) {
  std::vector<std::string> errors;
  for (const Opinion::Error& e : o.errors)
    errors.push_back(fmt::format("{} at {}", ir::name(e.kind), e.place));
  return fmt::format("{} ({} complete, {} blocked and {} bounded executions{})",
                     errors.empty() ? "no error" : report::joined(errors), o.executions.complete,
                     o.executions.blocked, o.executions.bounded, o.finished ? "" : ", unfinished");
}

[[noreturn]] void throw_contradiction(const Opinion& first, const Opinion& second) {
  throw InternalError(
      fmt::format("two explorations contradict each other. The first says: {}. The second, without "
                  "simplified code and spin detection, says: {}.",
                  text_of(first), text_of(second)));
}

// Executions of the second exploration: enough for what the first one has, and for a few seconds.
std::uint64_t budget(const Opinion& first) {
  const auto& n = first.executions;
  return std::max<std::uint64_t>(20 * (n.complete + n.blocked + n.bounded), 20'000);
}

// States are many where few of their runs end.
smc::CheckResult explore(const ir::Program& program, const smc::CheckOptions& options) {
  using smc::Equivalence;
  constexpr std::uint64_t kManyStates = 200'000;
  const Equivalence e = options.equivalence;
  if (e != Equivalence::Exhaustive && e != Equivalence::States) return smc::check(program, options);
  smc::CheckResult result = smc::check_exhaustively(program, options, e, kManyStates);
  result.used = e;
  return result;
}

}  // namespace

Opinion opinion_of(const ir::Program& program, const smc::CheckResult& result) {
  using smc::Equivalence;
  // Exploration by causal maps lets threads wait wherever they may; RF-SMC says so.
  const Equivalence named = smc::named(result.used);
  const bool by_causal_maps =
      named == Equivalence::Rvf || (named == Equivalence::Rf && result.used != Equivalence::Rf);
  const bool waits = result.used == Equivalence::RfWaiting ||
                     result.used == Equivalence::RfSpinning ||
                     (by_causal_maps && has_spin_heads(program)) || !result.symmetry.counted;
  Opinion o{
      .executions = result.executions, .used = named, .waits = waits, .finished = result.finished};
  for (const memory::FoundError& e : result.errors)
    o.errors.push_back({e.error.kind, report::shown_place(program, e.place).text()});
  return o;
}

Agreement compare(const Opinion& first, const Opinion& second) {
  const bool any_cut = cut_off(first) || cut_off(second);
  const auto counts = [&](const Opinion::Error& e) { return !any_cut || !is_stuck(e); };
  const bool first_fails = std::ranges::any_of(first.errors, counts);
  const bool second_fails = std::ranges::any_of(second.errors, counts);
  const bool whole = second.finished && !cut_off(second);
  if (second_fails && first.errors.empty() && first.finished) throw_contradiction(first, second);
  if (first_fails && second.errors.empty() && whole) throw_contradiction(first, second);
  Agreement agreement{.errors = first_fails ? second_fails : first.finished && whole};
  agreement.executions = first.errors.empty() && second.errors.empty() && first.finished && whole &&
                         !cut_off(first) && !waits(first) && !waits(second) &&
                         first.used == second.used;
  if (agreement.executions && first.executions.complete != second.executions.complete)
    throw_contradiction(first, second);
  return agreement;
}

report::Note verify(const Opinion& first, ProgramKey key, const smc::CheckOptions& options) {
  constexpr std::uint32_t kLargestBound = 256;
  smc::CheckOptions again = options;
  again.equivalence = first.used;
  again.symmetry = false;  // it is to be judged
  again.max_executions = budget(first);
  again.estimates = false;
  const bool given = key.unroll != 0;
  if (!given) key.unroll = 2;
  for (;; key.unroll *= 2) {
    const Prepared prepared = prepare(key, Purpose::SecondOpinion);
    const smc::CheckResult result = explore(prepared.program, again);
    const Opinion second = opinion_of(prepared.program, result);
    const Agreement agreement = compare(first, second);
    const auto& n = second.executions;
    const bool may_say_more = first.finished || !first.errors.empty();
    const bool deeper =
        may_say_more && !given && second.finished && cut_off(second) && key.unroll < kLargestBound;
    if (!agreement.errors && deeper) continue;
    return {.about = agreement.executions ? About::VerifiedAll
                     : agreement.errors   ? About::VerifiedErrors
                                          : About::VerifiedPartly,
            .number = n.complete + n.blocked + n.bounded,
            .more = key.unroll};
  }
}

}  // namespace overtake::analysis
