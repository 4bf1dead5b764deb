// All algorithms on a collection of instances: the comparisons of RF figures 9 to 11 as tables.
//   compare_algorithms model file-or-directory... [--seconds 10]
// Instances are traces in the JSON format; each algorithm may take so many seconds on each.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "consistency/consistency.h"
#include "trace/json_format.h"

using namespace overtake;
using consistency::Algorithm;
using consistency::Verdict;

namespace {

double seconds(const Execution& x, Model model, Algorithm algorithm, bool closure, double limit,
               Verdict& verdict) {
  consistency::Verifier verifier;
  consistency::Options options;
  options.algorithm = algorithm;
  options.closure = closure;
  options.reason = false;
  options.timeout_seconds = limit;
  double best = 1e100;
  for (int i = 0; i < 5 && (i == 0 || best < 0.05); ++i) {
    const auto begin = std::chrono::steady_clock::now();
    verdict = verifier.verify(x, model, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  return best;
}

// Ratios baseline / ours over instances.
struct Comparison {
  std::vector<double> ratios;
  double ours = 0, theirs = 0;
  std::size_t ours_out = 0, theirs_out = 0;

  void print(const char* title, const char* kind) {
    if (ratios.empty()) return;
    std::sort(ratios.begin(), ratios.end());
    double logs = 0;
    for (double r : ratios) logs += std::log(r);
    const auto at = [&](double q) {
      return ratios[static_cast<std::size_t>(q * static_cast<double>(ratios.size() - 1))];
    };
    fmt::print(
        "{:<34} {:<12} {:>6} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>10.4f} {:>10.4f} {:>5} {:>5}\n",
        title, kind, ratios.size(), std::exp(logs / static_cast<double>(ratios.size())), at(0.1),
        at(0.5), at(0.9), ours, theirs, ours_out, theirs_out);
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files;
  double limit = 10;
  Model model = Model::TSO;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (i == 1) {
      model = parse_model(arg).value_or(Model::TSO);
    } else if (arg == "--seconds" && i + 1 < argc) {
      limit = std::stod(argv[++i]);
    } else if (std::filesystem::is_directory(arg)) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(arg))
        if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    } else {
      files.push_back(arg);
    }
  }
  std::sort(files.begin(), files.end());

  enum { kWithClosure, kWithoutClosure, kClosureOurs, kClosureNaive, kPortfolio, kCount };
  const char* titles[kCount] = {"naive / ours, with closure", "naive / ours, without closure",
                                "ours: without / with closure", "naive: without / with closure",
                                "search with closure / portfolio"};
  Comparison tables[2][2][kCount];  // atomics or not, realizable or not
  for (const std::string& file : files) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (RecordedTrace& trace : read_json_traces(text, file)) {
      question(trace);
      if (!trace.reads_from_known) continue;
      const Execution& x = trace.execution;
      const bool atomics = std::any_of(x.events.begin(), x.events.end(), [](const Event& e) {
        return e.kind == EventKind::Rmw || e.kind == EventKind::AtomicRead;
      });
      Verdict v[5];
      const double portfolio = seconds(x, model, Algorithm::Portfolio, true, limit, v[0]);
      const double ours = seconds(x, model, Algorithm::Search, true, limit, v[1]);
      const double ours_plain = seconds(x, model, Algorithm::Search, false, limit, v[2]);
      const double naive = seconds(x, model, Algorithm::Naive, true, limit, v[3]);
      const double naive_plain = seconds(x, model, Algorithm::Naive, false, limit, v[4]);
      Verdict truth = Verdict::Unknown;
      for (Verdict one : v) {
        if (one == Verdict::Unknown) continue;
        if (truth != Verdict::Unknown && truth != one) {
          fmt::print("{}:{}: the algorithms disagree\n", trace.file, trace.line);
          return 6;
        }
        truth = one;
      }
      const auto add = [&](int table, double a, double b, Verdict va, Verdict vb) {
        Comparison& c = tables[atomics][truth == Verdict::Consistent][table];
        c.ratios.push_back(b / a);
        c.ours += a;
        c.theirs += b;
        c.ours_out += va == Verdict::Unknown;
        c.theirs_out += vb == Verdict::Unknown;
      };
      add(kWithClosure, ours, naive, v[1], v[3]);
      add(kWithoutClosure, ours_plain, naive_plain, v[2], v[4]);
      add(kClosureOurs, ours, ours_plain, v[1], v[2]);
      add(kClosureNaive, naive, naive_plain, v[3], v[4]);
      add(kPortfolio, portfolio, ours, v[0], v[1]);
    }
  }
  fmt::print(
      "ratios of times under {}: geometric mean, deciles 1, 5, 9; seconds of either; "
      "instances given up after {} s\n",
      name(model), limit);
  for (int atomics = 0; atomics < 2; ++atomics) {
    fmt::print("\n{}\n{:<34} {:<12} {:>6} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>5} {:>5}\n",
               atomics ? "with RMW and CAS (figure 11)" : "without RMW and CAS (figures 9, 10)", "",
               "", "count", "mean", "10%", "50%", "90%", "second's", "first's", "out", "out");
    for (int realizable = 1; realizable >= 0; --realizable)
      for (int t = 0; t < kCount; ++t)
        tables[atomics][realizable][t].print(titles[t], realizable ? "realizable" : "unrealizable");
  }
}
