// Seconds against events, for valid traces and for the same with one read broken, and the measured
// exponent between one size and the next: table of docs/consistency.md.
//   bench_consistency_scaling [largest = 100000] [repetitions = 1]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "consistency/consistency.h"
#include "simulator.h"

using namespace overtake;

namespace {

struct Measured {
  double seconds = 0;  // of the processor, the median
  consistency::Verdict verdict = consistency::Verdict::Unknown;
};

Measured measure(const bench::TraceShape& shape, Model model, bool broken, int repetitions) {
  std::vector<double> seconds;
  Measured result;
  consistency::Verifier verifier;
  for (int i = 0; i < repetitions; ++i) {
    Execution x = bench::simulate(shape, model, static_cast<std::uint64_t>(i + 1), false);
    if (broken) bench::break_one_read(x, static_cast<std::uint64_t>(i + 1));
    consistency::Options options;
    options.timeout_seconds = 60;
    const std::clock_t begin = std::clock();
    result.verdict = verifier.verify(x, model, options);
    seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::sort(seconds.begin(), seconds.end());
  result.seconds = seconds[seconds.size() / 2];
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  // scripts/bench gives every program the options of Google Benchmark: they mean nothing here.
  const bool sizes = argc > 1 && argv[1][0] != '-';
  const auto largest = static_cast<std::uint32_t>(sizes ? std::atoi(argv[1]) : 100000);
  const int repetitions = sizes && argc > 2 ? std::atoi(argv[2]) : 1;
  fmt::print("{:<6} {:>2} {:>3} {:>8} {:>12} {:>9} {:>12} {:>9}\n", "model", "k", "d", "events",
             "valid s", "exponent", "broken s", "exponent");
  for (Model model : {Model::SC, Model::TSO, Model::PSO}) {
    for (std::uint32_t k : {2u, 3u, 4u, 8u}) {
      for (std::uint32_t d : {4u, 16u, 64u}) {
        double before[2] = {0, 0};
        for (std::uint32_t n = 100; n <= largest; n *= 10) {
          bench::TraceShape shape;
          shape.threads = k;
          shape.locations = d;
          shape.events = n;
          std::string line = fmt::format("{:<6} {:>2} {:>3} {:>8}", name(model), k, d, n);
          for (bool broken : {false, true}) {
            const Measured m = measure(shape, model, broken, repetitions);
            const double exponent =
                before[broken] > 0 && m.seconds > 0 ? std::log10(m.seconds / before[broken]) : 0;
            line += fmt::format(" {:>11.6f}{} {:>9.2f}", m.seconds,
                                m.verdict == consistency::Verdict::Unknown ? '?' : ' ', exponent);
            before[broken] = m.seconds;
          }
          fmt::print("{}\n", line);
          std::fflush(stdout);
        }
      }
    }
  }
}
