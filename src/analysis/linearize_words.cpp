#include "analysis/linearize_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "memory/replay.h"
#include "report/make_run.h"

namespace overtake::analysis {
namespace {

using linearize::Attempt;
using linearize::Declaration;
using linearize::Failure;
using linearize::Operation;
using linearize::Violation;

constexpr std::size_t kListedOrders = 500;

std::string call_text(const Declaration& d, const Operation& o) {
  return d.calls[o.call.index()].text;
}

std::string with_result(const Declaration& d, const Operation& o) {
  const std::string result = linearize::text(o.result);
  return result.empty() ? call_text(d, o) : call_text(d, o) + " = " + result;
}

// Two calls of a history may read the same: then the thread is said, too.
class Names {
 public:
  Names(const Declaration& d, const Violation& v) : d_(d), v_(v) {}

  std::string operation(std::size_t i, bool result) const {
    const std::vector<Operation>& all = v_.history.operations;
    std::string name = result ? with_result(d_, all[i]) : call_text(d_, all[i]);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (k != i && call_text(d_, all[k]) == call_text(d_, all[i]))
        return fmt::format("{} of {}", name, thread(i));
    return name;
  }

  std::string thread(std::size_t i) const {
    const Operation& o = v_.history.operations[i];
    return o.thread.valid() ? v_.names.name(o.thread) : "?";
  }

 private:
  const Declaration& d_;
  const Violation& v_;
};

std::string returns(const linearize::Result& result) {
  const std::string words = linearize::text(result);
  return words.empty() ? "returns" : words == "throws" ? words : "returns " + words;
}

std::string why(const Names& names, const Violation& v, const Attempt& a) {
  switch (a.failure) {
    case Failure::OtherResult: {
      const std::string got = linearize::text(v.history.operations[a.order.back()].result);
      return fmt::format("{} {} then{}", names.operation(a.order.back(), false), returns(a.would),
                         got.empty() ? "" : ", not " + got);
    }
    case Failure::Blocks:
      return fmt::format("{} waits for ever then", names.operation(a.order.back(), false));
    case Failure::NoOutcome:
      return fmt::format("{} fails then", names.operation(a.order.back(), false));
    case Failure::EndedBefore:
      return fmt::format("{} had ended when {} began", names.operation(a.first, true),
                         names.operation(a.second, true));
    case Failure::Quiet:
      return fmt::format("{} had ended, and nothing was under way, when {} began",
                         names.operation(a.first, true), names.operation(a.second, true));
    case Failure::DoesNotWait:
      return fmt::format("{} {} then, and does not wait",
                         names.operation(v.waiting.value_or(0), false), returns(a.would));
  }
  return "";
}

}  // namespace

report::LinearizeHistory describe_history(const Declaration& declaration,
                                          const linearize::Client& client, const Violation& v,
                                          linearize::Specification& specification,
                                          linearize::Criterion criterion) {
  report::LinearizeHistory out;
  out.client = linearize::text(declaration, client);
  const Names names(declaration, v);
  std::vector<std::uint32_t> called(v.history.operations.size());
  std::vector<std::uint32_t> returned(v.history.operations.size(), report::kNone);
  std::uint32_t moment = 0;
  for (const linearize::Moment& m : v.moments)
    if (m.operation != linearize::Moment::kStep)
      (m.returns ? returned : called)[m.operation] = moment++;
  for (std::size_t i = 0; i < v.history.operations.size(); ++i) {
    const Operation& o = v.history.operations[i];
    if (o.called)
      out.operations.push_back({names.thread(i), call_text(declaration, o),
                                linearize::text(o.result), called[i], returned[i]});
  }
  const std::vector<Attempt> attempts =
      linearize::attempts(specification, v.history, criterion, v.waiting, kListedOrders);
  for (const Attempt& a : attempts) {
    report::TriedOrder tried;
    for (const std::uint8_t o : a.order) tried.order.push_back(names.operation(o, false));
    tried.why = why(names, v, a);
    out.orders.push_back(std::move(tried));
  }
  // Those that come furthest say most.
  std::ranges::stable_sort(
      out.orders, [](const auto& a, const auto& b) { return a.order.size() > b.order.size(); });
  out.more_orders = attempts.size() == kListedOrders;
  return out;
}

report::Finding describe_run(const ir::Program& program, const Declaration& declaration,
                             const Violation& v, MemoryModel model, linearize::Criterion criterion,
                             bool full) {
  const memory::Replay replay =
      memory::replay(exec::Executor(program), {model}, v.schedule, v.names);
  if (!replay.valid) throw InternalError("a violation does not replay: " + replay.invalid_reason);
  std::string results;
  for (const Operation& o : v.history.operations)
    if (o.returned && !o.result.empty())
      results += (results.empty() ? "" : ", ") + with_result(declaration, o);
  report::Finding finding;
  finding.kind = fmt::format("not-{}", name_of(criterion));
  finding.message = v.waiting
                        ? fmt::format("not {}: {} waits for ever", name_of(criterion),
                                      call_text(declaration, v.history.operations[*v.waiting]))
                        : fmt::format("not {}: no order of the operations explains {}",
                                      name_of(criterion), results.empty() ? "them" : results);
  finding.place = {.file = declaration.file, .line = declaration.line};
  finding.run = report::make_run(program, replay, full);
  // The main thread makes the structure and waits for the others, if it does no operation.
  const bool main_operates = std::ranges::any_of(v.history.operations, [](const Operation& o) {
    return o.section == 0 || o.section == linearize::kFinalSection;
  });
  if (!full && !main_operates)
    std::erase_if(finding.run.story,
                  [](const report::StoryStep& s) { return s.thread == "main" && !s.weak; });
  return finding;
}

std::string client_test(const Declaration& declaration, const linearize::Client& client,
                        const report::LinearizeDocument& document, const Program& program) {
  const report::LinearizeHistory& history = *document.history;
  const std::string file = std::filesystem::absolute(program.files.front()).string();
  std::string out = fmt::format("// {} was not {} under {}:\n//\n", history.client,
                                document.criterion, name(program.model.base));
  for (const report::HistoryOperation& o : history.operations)
    out += fmt::format("//   {}  {}{}\n", o.thread, o.call,
                       o.returned == report::kNone ? " does not return"
                       : o.result.empty()          ? ""
                                                   : " = " + o.result);
  std::string flags;
  for (const std::string& flag : program.compiler_flags) flags += " " + flag;
  out += fmt::format("//\n//   overtake check THIS_FILE --model {}{}\n", name(program.model.base),
                     flags.empty() ? "" : " --" + flags);
  out += fmt::format("#include \"{}\"\n\nOVERTAKE_CLIENT({}", file, document.criterion);
  for (const std::vector<linearize::CallId>& thread : client.threads) {
    out += ", (";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const linearize::Call& call = declaration.calls[thread[i].index()];
      const bool several = call.arguments.find(',') != std::string::npos;
      out += fmt::format("{}{}({}{}{})", i == 0 ? "" : ", ",
                         declaration.operations[call.operation].name, several ? "(" : "",
                         call.arguments, several ? ")" : "");
    }
    out += ")";
  }
  return out + ");\n";
}

}  // namespace overtake::analysis
