// The table of commands. A new one is a row here and a pair of files.
#include <algorithm>

#include "cli/bench_command.h"
#include "cli/bmc_command.h"
#include "cli/check_command.h"
#include "cli/commands.h"
#include "cli/consistency_command.h"
#include "cli/explain_command.h"
#include "cli/fences_command.h"
#include "cli/fuzz_command.h"
#include "cli/ir_command.h"
#include "cli/litmus_command.h"
#include "cli/monitor_command.h"
#include "cli/observe_command.h"
#include "cli/replay_command.h"

namespace overtake::cli {
namespace {

std::vector<Command> make_commands() {
  return {
      {.name = "check",
       .summary = "Can any execution fail an assertion, crash or deadlock?",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {{"--model", "sc, tso (default), pso, x86; or several: sc,tso,pso"},
                   "--equivalence",
                   "--check",
                   "--unroll",
                   "--timeout",
                   "--memory",
                   "--jobs",
                   "--all-errors",
                   "--entry",
                   "-p",
                   "--nondet-range",
                   "--full",
                   "--html",
                   "--json"},
       .more_options = {"--checkpoint",
                        "--checkpoint-every",
                        "--resume",
                        "--max-executions",
                        "--preemption-bound",
                        "--accept-bounds",
                        "--hunt",
                        {"--seed", "of random runs (default: 1)"},
                        "--ignore",
                        "--verify",
                        "--stats",
                        "--format",
                        "--optimize",
                        "--no-cache",
                        "--pso-rmw",
                        "--spurious-wakeups",
                        "--show-output",
                        "--schedule",
                        "--sarif",
                        "--dot",
                        "--witness",
                        "--dump-instances",
                        "--no-closure",
                        "--no-guidance",
                        "--no-backtrack-signals",
                        "--color"},
       .examples = {{"overtake check examples/store_buffering.c --model tso"},
                    {"overtake check a.c b.c --timeout 10s -- -Iinclude -DN=3"}},
       .run = check_command},
      {.name = "monitor",
       .summary = "Does the program ever leave sequential consistency?",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--preemption-bound", "--unroll", "--timeout", "--memory",
                   "--pso-rmw", "--entry", "-p", "--nondet-range", "--full", "--html", "--json"},
       .more_options = {"--max-executions", "--format", "--trace-format", "--optimize",
                        "--no-cache", "--spurious-wakeups", "--sarif", "--dot", "--color"},
       .examples = {{"overtake monitor examples/store_buffering.c --model tso"},
                    {"overtake monitor queue.c --model pso --preemption-bound 2"},
                    {"overtake monitor recorded.axe --model pso"}},
       .run = monitor_command},
      {.name = "bmc",
       .summary = "The same question as check, within bounds, by a SAT solver",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--unroll", "--rounds", "--max-clock", "--queue", "--int-bits",
                   "--timeout", "--memory", "--jobs", "--entry", "-p", "--nondet-range", "--full",
                   "--html", "--json"},
       .more_options = {"--sma", "--pso-rmw", "--format", "--optimize", "--no-cache",
                        "--spurious-wakeups", "--sarif", "--dot", "--witness", "--color"},
       .examples = {{"overtake bmc examples/store_buffering.c --model tso"},
                    {"overtake bmc prog.c --model pso --unroll 3 --rounds 4"}},
       .run = bmc_command},
      {.name = "sequentialize",
       .summary = "Write the bounded program as a sequential one, for other tools",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--emit", "--model", "--unroll", "--rounds", "--max-clock", "--queue", "--sma",
                   "--int-bits", "--entry", "-p", "--nondet-range"},
       .more_options = {"--pso-rmw", "--format", "--optimize", "--spurious-wakeups"},
       .examples = {{"overtake sequentialize prog.c --rounds 3 > seq.c; cbmc seq.c"},
                    {"overtake sequentialize prog.c --emit cnf > prog.cnf"}},
       .run = sequentialize_command},
      {.name = "replay",
       .summary = "Show a schedule that check --schedule wrote, step by step",
       .arguments = "SCHEDULE_FILE [options]",
       .options = {"--full", "--html", "--sarif", "--dot", "--witness", "--json", "--color"},
       .examples = {{"overtake check prog.c --schedule bug.json; overtake replay bug.json"}},
       .run = replay_command},
      {.name = "litmus",
       .summary = "What litmus tests show under a model, in herd's words",
       .arguments = "FILE|DIR|@LIST... [options]",
       .options = {"--model", "--expect", "--pso-rmw", "--timeout", "--memory", "--json"},
       .examples = {{"overtake litmus tests/litmus/x86/SB.litmus --model x86"},
                    {"overtake litmus suite/ --model sc --expect suite/verdicts.sc"}},
       .run = litmus_command},
      {.name = "consistency",
       .summary = "Could these recorded traces of reads and writes have happened?",
       .arguments = "FILE|DIR|-... [options]",
       .options = {"--model", "--algorithm", "--no-closure", "--pso-rmw", "--trace-format",
                   "--order", "--explain", "--terse", "--timeout", "--html", "--sarif", "--dot",
                   "--json", "--color"},
       .examples = {{"overtake consistency trace.axe --model tso --order"}},
       .run = consistency_command},
      {.name = "fences",
       .summary = "The fewest fences that make a program behave as under SC",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--criterion", "--model", "--patch", "--apply", "--all-sets", "--cost",
                   "--buffer", "--timeout", "--memory", "--jobs", "--html", "--json"},
       .more_options = {"--style", "--flatten", "--backend", "--reduction", "--value-bits",
                        "--format", "--entry", "-p", "--optimize", "--no-cache", "--pso-rmw",
                        "--nondet-range", "--sarif", "--dot", "--color"},
       .examples = {{"overtake fences examples/peterson.c --patch fences.diff"}},
       .run = fences_command},
      {.name = "observe",
       .summary = "Run native programs under the monitors: do they leave SC?",
       .arguments = "[options] -- PROGRAM [arguments]",
       .options = {"--runs",
                   {"--seed", "of the first run (default: 1); the others count up"},
                   {"--model", "tso or pso (default: both)"},
                   "--check",
                   "--strategy",
                   "--preemption-bound",
                   "--record",
                   "--suppressions",
                   {"--timeout", "of each run, such as 500ms, 10s, 2m, 1h"},
                   {"--show-output", "show what the program prints (default: with one run)"},
                   "--full",
                   "--html",
                   "--sarif",
                   "--json"},
       .more_options = {"--interval", "--window", "--pso-rmw", "--dot", "--findings", "--at",
                        "--color"},
       .examples = {{"overtake-cc -g queue.c -o queue; overtake observe --runs 100 -- ./queue"}},
       .run = observe_command},
      {.name = "explain",
       .summary = "Show a result that --json saved again, in any format",
       .arguments = "RESULT_FILE [options]",
       .options = {"--html", "--sarif", "--dot", "--witness", "--json", "--color"},
       .examples = {{"overtake check prog.c --json > bug.json; overtake explain bug.json"},
                    {"overtake explain bug.json --html bug.html --sarif bug.sarif"}},
       .run = explain_command},
      {.name = "ir",
       .summary = "Show the program as the engines see it",
       .arguments = "FILE... [options] [-- compiler flags]",
       .options = {"--model", "--format", "--entry", "--optimize", "--no-cache", "--unroll",
                   "--json"},
       .examples = {{"overtake ir examples/store_buffering.c"},
                    {"overtake ir prog.c --model pso", "with the fences of pso"}},
       .run = ir_command},
      {.name = "bench",
       .summary = "Run programs under several models and algorithms, side by side",
       .arguments = "FILE|DIR... [options]",
       .options = {"--models",
                   "--algorithms",
                   {"--sizes", "lines 'NAME N': check NAME.c with -DN=N (DIR/sizes.txt)"},
                   {"--timeout", "of each run, such as 500ms, 10s (default: 10s)"},
                   {"--html", "write a page that plots the algorithms"},
                   {"--json", "print JSON instead of a table"}},
       .about = "Seconds are CPU seconds of a whole run, the compiler included.",
       .examples = {{"overtake bench benchmarks/programs --models sc,tso --html bench.html"},
                    {"overtake bench a.c b.c --algorithms rf,exhaustive"}},
       .run = bench_command},
      {.name = "fuzz",
       .summary = "Check overtake itself with random programs",
       .arguments = "[options]",
       .options = {"--seconds",
                   "--count",
                   "--seed",
                   "--profile",
                   "--property",
                   {"--model", "only this one: sc, tso or pso"},
                   "--print",
                   "--variant",
                   {"--json", "the result as JSON"}},
       .about = "A program that shows a fault is made as small as possible and printed.",
       .examples = {{"overtake fuzz --seconds 600"},
                    {"overtake fuzz --property naive --seed 4711 --count 1"},
                    {"overtake fuzz --seed 4711 --print c"},
                    {"mpirun -n 2 overtake fuzz --seed 0 --count 500"}},
       .run = fuzz_command},
  };
}

}  // namespace

std::vector<Use> Command::all_options() const {
  std::vector<Use> all = options;
  all.insert(all.end(), more_options.begin(), more_options.end());
  return all;
}

std::span<const Command> commands() {
  static const std::vector<Command> table = make_commands();
  return table;
}

const Command* find_command(std::string_view name) {
  const auto it = std::ranges::find(commands(), name, &Command::name);
  return it == commands().end() ? nullptr : &*it;
}

}  // namespace overtake::cli
