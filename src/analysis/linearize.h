// Does a concurrent data structure behave like the sequential one? `overtake linearize` in data.
//
//     const report::LinearizeDocument d = analysis::linearize(
//         {.program = {.files = {"ring_test.cpp"}, .model = Model::TSO}, .threads = 2});
//     if (d.history) std::cout << d.history->client << '\n';
//
// The first file declares the structure (runtime/linearize.h). All clients within the bounds are
// explored, smallest first, until one fails: with a history that no order of its operations
// explains, or with an error that `check` would find in it. docs/linearize.md says what that means
// and why it covers all runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "analysis/control.h"
#include "analysis/program.h"
#include "linearize/history.h"

namespace overtake::scale {
class Transport;
}

namespace overtake::analysis {

struct LinearizeOptions {
  Program program;
  linearize::Criterion criterion = linearize::Criterion::Linearizable;
  std::uint32_t threads = 2;         // of a client, at most
  std::uint32_t operations = 2;      // of a thread, at most
  bool races = false;                // data races of C and C++ are errors
  bool full = false;                 // stories of executions have every step
  std::string test_file = {};        // a client that fails is written there, for `check`
  std::uint32_t jobs = 1;            // clients at one time; 0: as many as there are processors
  std::string checkpoint_file = {};  // clients that are done are written there now and then
  std::chrono::milliseconds checkpoint_every{60'000};
  std::string resume_file = {};           // a checkpoint to continue from
  scale::Transport* transport = nullptr;  // other processes; none: it is alone
};

// Throws InputError (the input), UsageError (the options) or InternalError (a fault of ours).
report::LinearizeDocument linearize(const LinearizeOptions& options, const Control& control = {});

// A file that --emit-test wrote holds one client (OVERTAKE_CLIENT), and `check` judges that:
// whether this is such a file, and the answer.
bool is_client_test(const Program& program);
report::CheckDocument check_client(const LinearizeOptions& options, const Control& control = {});

}  // namespace overtake::analysis
