#include "bmc/deepen.h"

#include <algorithm>

namespace overtake::bmc {

namespace {

// By one while that is much, then by half.
std::uint32_t more(std::uint32_t bound) { return bound + std::max(1u, bound / 2); }

}  // namespace

BmcResult deepen(const std::function<ir::Program(std::uint32_t unroll)>& program_for,
                 const BmcOptions& options, const std::function<void(const BmcResult&)>& progress) {
  BmcOptions now = options;
  if (options.unroll == 0) now.unroll = 1;
  if (options.rounds == 0) now.rounds = 2;
  if (options.max_clock == 0) now.max_clock = 1;  // what fails under SC fails, and that is quick
  if (options.queue == 0) now.queue = 3;
  ir::Program program = program_for(now.unroll);
  std::optional<BmcResult> best;  // the last one that finished
  for (;;) {
    BmcResult r;
    try {
      r = check_bounded(program, now);
    } catch (const seq::TooLarge&) {
      if (!best) throw;
      return std::move(*best);  // as far as it goes
    }
    if (!r.finished) {
      // What was covered before the time was spent.
      if (!best) return r;
      best->finished = false;
      return std::move(*best);
    }
    if (r.error || r.complete()) return r;
    bool raised = false;
    const auto raise = [&](bool wanted, std::uint32_t fixed, std::uint32_t& bound,
                           std::uint32_t to) {
      if (!wanted || fixed != 0 || to <= bound) return;
      bound = to;
      raised = true;
    };
    raise(r.rounds_short, options.rounds, now.rounds,
          std::min(r.sufficient.rounds, more(now.rounds)));
    raise(r.clock_short, options.max_clock, now.max_clock,
          std::min(r.sufficient.max_clock, more(now.max_clock)));
    raise(r.queue_short, options.queue, now.queue, std::min(r.sufficient.queue, more(now.queue)));
    const std::uint32_t unrolled = now.unroll;
    raise(r.loops_cut, options.unroll, now.unroll, more(now.unroll));
    if (!raised) return r;
    progress(r);
    best = std::move(r);
    if (now.unroll != unrolled) program = program_for(now.unroll);
  }
}

}  // namespace overtake::bmc
