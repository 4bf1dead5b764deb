// Random traces on standard output: axe's format, or instances in the JSON format for compare.
//   make_traces [model=tso] [threads=4] [locations=16] [events=1000] [count=1] [broken=0] [seed=1]
//               [json=0] [fences=0.01] [store_fences=0] [rmws=0.02] [writes=0.4] [values=0]
// values=N draws the values written from 1..N; 0 makes them unique. `broken` breaks one read of
// every trace with an odd number (1) or of all (2).
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "simulator.h"
#include "trace/json_format.h"

using namespace overtake;

namespace {

std::string as_axe(const Execution& x, std::uint32_t values, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> value(x.events.size());
  for (std::size_t e = 0; e < value.size(); ++e)
    value[e] = values == 0 ? e + 1 : 1 + random() % values;
  const auto read = [&](std::size_t e) {
    return x.reads_from[e] == kInitialWrite ? 0 : value[x.reads_from[e].index()];
  };
  std::string out;
  for (std::size_t e = 0; e < x.events.size(); ++e) {
    const Event& event = x.events[e];
    const auto l = event.location.value;
    const auto t = event.thread.value;
    switch (event.kind) {
      case EventKind::Read:
        out += fmt::format("{}: M[{}] == {}\n", t, l, read(e));
        break;
      case EventKind::Write:
        out += fmt::format("{}: M[{}] := {}\n", t, l, value[e]);
        break;
      case EventKind::Rmw:
        out += fmt::format("{}: {{ M[{}] == {}; M[{}] := {} }}\n", t, l, read(e), l, value[e]);
        break;
      default:
        out += fmt::format("{}: sync\n", t);
    }
  }
  return out + "check\n";
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> options = {
      {"model", "tso"},   {"threads", "4"},      {"locations", "16"}, {"events", "1000"},
      {"count", "1"},     {"broken", "0"},       {"seed", "1"},       {"json", "0"},
      {"fences", "0.01"}, {"store_fences", "0"}, {"rmws", "0.02"},    {"writes", "0.4"},
      {"values", "0"}};
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    const std::size_t equals = arg.find('=');
    if (equals == std::string::npos || options.count(arg.substr(0, equals)) == 0) {
      fmt::print(stderr, "unknown option {}\n", arg);
      return 1;
    }
    options[arg.substr(0, equals)] = arg.substr(equals + 1);
  }
  const auto number = [&](const char* key) {
    return static_cast<std::uint32_t>(std::stoul(options[key]));
  };
  bench::TraceShape shape;
  shape.threads = number("threads");
  shape.locations = number("locations");
  shape.events = number("events");
  shape.fences = std::stod(options["fences"]);
  shape.store_fences = std::stod(options["store_fences"]);
  shape.rmws = std::stod(options["rmws"]);
  shape.writes = std::stod(options["writes"]);
  const Model model = parse_model(options["model"]).value_or(Model::TSO);
  const std::uint32_t broken = number("broken");
  for (std::uint32_t i = 0; i < number("count"); ++i) {
    const std::uint64_t seed = number("seed") + i;
    Execution x = bench::simulate(shape, model, seed, false);
    if (broken == 2 || (broken == 1 && i % 2 == 1)) bench::break_one_read(x, seed);
    const std::string text = number("json") != 0
                                 ? (i == 0 ? "[" : ",\n") + to_json_trace(x, std::to_string(i))
                                 : as_axe(x, number("values"), seed);
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (number("json") != 0) std::puts("]");
}
