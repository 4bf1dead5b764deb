#include "report/remarks.h"

#include <fmt/format.h>

#include <cmath>

namespace overtake::report {
namespace {

// 65535 as "65,535".
std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string second_exploration(const Note& n, std::string_view what) {
  return fmt::format(
      "a second exploration, without simplified code and spin detection and with at most {} "
      "iterations of a loop, {} ({})",
      n.more, what, counted(n.number, "execution"));
}

}  // namespace

std::string_view option(Why why) {
  switch (why) {
    case Why::Timeout:
      return "--timeout";
    case Why::Memory:
      return "--memory";
    case Why::MaxExecutions:
      return "--max-executions";
    case Why::Preemptions:
    case Why::PreemptionsUnseen:
      return "--preemption-bound";
    case Why::LoopBound:
    case Why::Deepened:
    case Why::Threads:
    case Why::Operations:
    case Why::Repeated:
    case Why::Unrolling:
      return "--unroll";
    case Why::RacesUnchecked:
      return "--equivalence";
    case Why::Resume:
    case Why::ResumeCheckpoint:
      return "--resume";
    case Why::Inputs:
      return "--nondet-range";
    case Why::Unconfirmed:
    case Why::Width:
      return "--int-bits";
    case Why::Rounds:
      return "--rounds";
    case Why::Clock:
      return "--max-clock";
    case Why::Queue:
      return "--queue";
    case Why::Buffers:
      return "--buffer";
    case Why::Told:
    case Why::Interrupted:
    case Why::Processes:
    case Why::Configurations:
    case Why::Lifetimes:
    case Why::Waiters:
    case Why::Estimate:
    case Why::Hunted:
    case Why::Endless:
    case Why::OneExecution:
      return "";
  }
  return "";
}

std::string sentence(const Reason& r) {
  switch (r.why) {
    case Why::Told:
      return r.text;
    case Why::Interrupted:
      return "interrupted";
    case Why::Timeout:
      return "the time limit (--timeout) was reached";
    case Why::Memory:
      return "the memory limit (--memory) was reached";
    case Why::Processes:
      return "one of the processes died, or all of them were told to end";
    case Why::MaxExecutions:
      return "the limit of --max-executions was reached";
    case Why::Preemptions:
      return "there are runs with more preemptions than --preemption-bound";
    case Why::PreemptionsUnseen:
      return "interleavings with more preemptions than --preemption-bound were not looked at";
    case Why::LoopBound:
      return "some executions would run a loop more often than --unroll allows";
    case Why::Deepened:
      if (r.number == 0)
        return "executions do not end; not even one iteration of each loop was fully explored";
      return fmt::format("executions do not end; no error with up to {} of {}",
                         counted(r.number, "iteration"), r.text);
    case Why::Configurations:
      return "the search reached its limit of configurations";
    case Why::Threads:
      return fmt::format("the program starts more than {} threads; bound its loops with --unroll",
                         grouped(r.number));
    case Why::Waiters:
      return fmt::format("more than {} threads wait on a condition variable", r.number);
    case Why::Operations:
      return fmt::format(
          "a thread does more than {} visible operations; bound its loops with --unroll",
          grouped(r.number));
    case Why::Lifetimes:
      return "some execution accesses memory after the end of its life; repair that first "
             "(overtake check)";
    case Why::RacesUnchecked:
      return "data races are looked for by --equivalence rf only, and it was not used";
    case Why::Resume:
      return fmt::format("the same command with --resume {} continues from here", r.text);
    case Why::ResumeCheckpoint:
      return fmt::format("the same command with --resume {} continues from the last checkpoint",
                         r.text);
    case Why::Hunted:
      return fmt::format(
          "random runs prove nothing: they saw {} of an estimated {}; without "
          "--hunt everything is explored",
          counted(r.number, "execution"), r.text);
    case Why::Estimate:
      if (r.number == 0) return fmt::format("perhaps there are {} executions in all", r.text);
      return fmt::format("an estimated {} executions in all, about {} to go", r.text,
                         roughly(static_cast<double>(r.number)));
    case Why::Repeated:
      if (r.number == 0)
        return fmt::format(
            "{}: {} was still computing here, without an access to shared memory; "
            "--unroll N bounds the loop",
            r.place.text(), r.text);
      return fmt::format(
          "{}: {} reaches this line {} times in one execution; --unroll N bounds the loop",
          r.place.text(), r.text, r.number);
    case Why::Inputs:
      return "nondeterministic inputs take only the values of a small range; choose one with "
             "--nondet-range to get a verdict for it";
    case Why::Unconfirmed:
      return "with integers of --int-bits there is an error that the program at full width does "
             "not have; give more bits";
    case Why::Width:
      return "integers have only the bits of --int-bits";
    case Why::Unrolling:
      return "some runs need more iterations, or a deeper recursion, than --unroll allows (hangs "
             "in loops "
             "that wait for ever are not looked for; 'overtake check' finds them)";
    case Why::Rounds:
      return fmt::format("some runs may need more rounds (--rounds {} covers all)", r.number);
    case Why::Clock:
      return fmt::format("some runs may need more timestamps (--max-clock {} covers all)",
                         r.number);
    case Why::Queue:
      return fmt::format("some runs may need larger buffers (--queue {} covers all)", r.number);
    case Why::Buffers:
      return fmt::format(
          "store buffers of {} stores were full; larger ones may show failures that these do not "
          "(--buffer N)",
          r.number);
    case Why::Endless:
      return fmt::format(
          "process {} can run for ever; robustness under pso is decided for programs that end",
          r.text);
    case Why::OneExecution:
      return "a recorded trace is one execution; others may leave sequential consistency";
  }
  return r.text;
}

std::string sentence(const Note& n) {
  switch (n.about) {
    case About::Told:
    case About::NotWritten:
      return n.text;
    case About::Exploration:
      return fmt::format("explored by --equivalence {}", n.text);
    case About::NoCheckpoints:
      return "the exhaustive search writes no checkpoints";
    case About::Instances:
      return fmt::format("{} instances written to {}", n.number, n.text) +
             (n.more > 0 ? fmt::format("; {} more were met and left out", n.more) : "");
    case About::Hunted:
      return fmt::format("met by a random run, number {} of --seed {}", n.number, n.more);
    case About::PlainRace:
      return fmt::format("plain accesses race, at {}; --check races makes that an error", n.text);
    case About::Ignored:
      return "errors of these kinds do not count: " + n.text;
    case About::VerifiedAll:
      return second_exploration(n, "agrees on errors and on the number of executions");
    case About::VerifiedErrors:
      return second_exploration(n, "agrees on errors");
    case About::VerifiedPartly:
      return second_exploration(n, "is not complete, and does not contradict");
  }
  return n.text;
}

std::string advice_text(Advice advice) {
  switch (advice) {
    case Advice::None:
      return "";
    case Advice::BoundLoops:
      return "; bound its loops with --unroll";
    case Advice::LowerBound:
      return "; lower --unroll";
    case Advice::LowerBoundOrExplore:
      return "; lower --unroll, or use 'overtake check'";
    case Advice::Explore:
      return "; 'overtake check' can do that";
    case Advice::UseTimeline:
      return "; use --sma timeline";
    case Advice::BoundValues:
      return "; use --value-bits";
    case Advice::StartAgain:
      return "; start again without --resume";
    case Advice::ExplainInconsistency:
      return "; 'overtake consistency --model sc' says why";
  }
  return "";
}

std::string rounded(double guess) {
  if (guess < 100) return fmt::format("{:.0f}", std::ceil(guess));
  const double unit = std::pow(10, std::floor(std::log10(guess)) - 1);
  const double up = std::ceil(guess / unit) * unit;
  return guess >= 1e7 ? fmt::format("{:.1e}", up) : fmt::format("{:.0f}", up);
}

std::string roughly(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 100 * 60) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", std::ceil(seconds / 3600));
  const double days = std::ceil(seconds / 86400);
  return days < 1000 ? fmt::format("{:.0f} days", days)
                     : fmt::format("{} years", rounded(days / 365));
}

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

}  // namespace overtake::report
