#include "scale/check.h"

#include <thread>

#include "scale/rank.h"
#include "smc/cascade.h"

namespace overtake::scale {

namespace {

constexpr std::uint32_t kOver = 0xffffffffu;
constexpr std::chrono::milliseconds kBetweenLooks{1};

smc::CheckResult explore(const ir::Program& program, const smc::CheckOptions& given,
                         Transport& transport, smc::Equivalence equivalence, smc::ValueWatch* watch,
                         bool& handed_over) {
  smc::CheckResult result;
  result.used = equivalence;
  const smc::CheckOptions options = smc::options_for(given, equivalence);
  const exec::Executor executor(program, smc::limits_for(options, equivalence));
  smc::Exploration exploration{executor, equivalence, watch};
  Rank rank(transport, options, [&](const smc::CheckOptions& own, smc::CheckResult& part) {
    return exploration.make(own, part);
  });
  rank.explore(result);
  handed_over = exploration.handed_over();
  if (options.all_errors) sort_findings(result);
  return result;
}

// The other ranks take part in whatever rank 0 begins.
void follow(const ir::Program& program, const smc::CheckOptions& options, Transport& transport) {
  for (;;) {
    const std::optional<Message> message = transport.receive();
    if (!message) {
      std::this_thread::sleep_for(kBetweenLooks);
      continue;
    }
    transport.finish();
    if (message->words.front() == kOver) return;
    bool handed_over = false;
    explore(program, options, transport, static_cast<smc::Equivalence>(message->words.front()),
            nullptr, handed_over);
  }
}

}  // namespace

smc::CheckResult check(const ir::Program& program, const smc::CheckOptions& options,
                       Transport& transport) {
  if (transport.rank() != 0) {
    follow(program, options, transport);
    return {};
  }
  const auto announce = [&](std::uint32_t what) {
    for (std::uint32_t rank = 1; rank < transport.size(); ++rank) transport.send(rank, {what});
    transport.finish();  // so that no rank hears of it from others first
  };
  // The exhaustive search is not shared: rank 0 does it alone, when the others have left.
  struct Over {
    const decltype(announce)& tell;
    ~Over() { tell(kOver); }
  } over{announce};
  const auto one = [&](smc::Equivalence equivalence,
                       smc::ValueWatch* watch) -> std::optional<smc::CheckResult> {
    announce(static_cast<std::uint32_t>(equivalence));
    bool handed_over = false;
    try {
      smc::CheckResult result =
          explore(program, options, transport, equivalence, watch, handed_over);
      if (handed_over) return std::nullopt;
      return result;
    } catch (const LimitReached& limit) {
      smc::CheckResult result;
      result.used = equivalence;
      result.unfinished = limit.limit;
      return result;
    }
  };
  return smc::check_with(program, options, one);
}

}  // namespace overtake::scale
