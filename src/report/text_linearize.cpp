// The text of linearize: the client and its history as bars over time, the orders that were tried,
// and the execution.
#include <fmt/format.h>

#include <algorithm>

#include "report/text_parts.h"

namespace overtake::report {
namespace {

constexpr std::size_t kShownOrders = 16;

std::string operation_text(const HistoryOperation& o) {
  if (o.returned == kNone) return o.call + " ...";
  return o.result.empty() ? o.call : o.call + " = " + o.result;
}

// One line for each operation: where it began, and where it ended.
std::string bars(const LinearizeHistory& h, const Style& style) {
  std::size_t name = 0;
  std::size_t width = 0;
  std::uint32_t moments = 1;
  for (const HistoryOperation& o : h.operations) {
    name = std::max(name, o.thread.size());
    width = std::max(width, operation_text(o).size());
    moments = std::max({moments, o.called + 1, o.returned == kNone ? 0 : o.returned + 1});
  }
  std::string out;
  std::string last;
  for (const HistoryOperation& o : h.operations) {
    const bool open = o.returned == kNone;
    const std::uint32_t end = open ? moments : o.returned;
    std::string bar(3 * std::size_t{o.called}, ' ');
    bar += '|' + std::string(3 * std::size_t{end - o.called} - 1, '=') + (open ? '>' : '|');
    out += fmt::format("  {:<{}}  {:<{}}  {}\n", o.thread == last ? "" : o.thread, name,
                       operation_text(o), width, paint(bar, Paint::Bold, style));
    last = o.thread;
  }
  return out;
}

std::string orders(const LinearizeHistory& h) {
  if (h.orders.empty()) return {};
  std::string out = "\n  No order of the operations explains these results:\n";
  std::size_t width = 0;
  const std::size_t shown = std::min(h.orders.size(), kShownOrders);
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, joined(h.orders[i].order).size());
  for (std::size_t i = 0; i < shown; ++i)
    out += fmt::format("    {:<{}}  {}\n", joined(h.orders[i].order), width, h.orders[i].why);
  if (shown < h.orders.size() || h.more_orders)
    out += fmt::format("    ({}{} more)\n", h.more_orders ? "at least " : "",
                       h.orders.size() - shown + (h.more_orders ? 1 : 0));
  return out;
}

std::string verdict_line(const LinearizeDocument& d, const Style& style) {
  const std::string under = " under " + upper(d.frame.model);
  if (d.verdict == Verdict::Safe)
    return verdict_text(d.frame, d.criterion + under, Paint::Green, style);
  if (d.verdict == Verdict::Error)
    return verdict_text(d.frame, (d.history ? "not " + d.criterion : "an error") + under,
                        Paint::Red, style);
  return verdict_text(
      d.frame, fmt::format("inconclusive{}: {} as far as it was explored", under, d.criterion),
      Paint::Yellow, style);
}

}  // namespace

std::string text_of(const LinearizeDocument& d, const Style& style) {
  std::string out;
  if (d.history) {
    out += fmt::format("The client {}:\n\n", d.history->client);
    out += bars(*d.history, style) + orders(*d.history) + "\n";
  } else if (!d.errors.empty() && !d.clients.empty()) {
    out += fmt::format("The client {}:\n\n", d.clients.back().client);
  }
  for (const Finding& error : d.errors) out += finding_text(error, d.frame.model, style);
  out += verdict_line(d, style) + reasons_text(d.reasons, style) + loops_text(d.bounded_loops);
  out +=
      fmt::format("  {} of {} of up to {} and {} each, {}, {:.2f} s, {:.0f} MB\n", d.clients.size(),
                  counted(d.all_clients, "client"), counted(d.threads, "thread"),
                  counted(d.operations, "operation"), counted(d.executions.all(), "execution"),
                  d.frame.seconds, static_cast<double>(d.frame.peak_memory_bytes) / 1e6);
  if (d.verdict == Verdict::Inconclusive && d.covered_calls != 0)
    out +=
        fmt::format("  all clients of up to {} were covered\n", counted(d.covered_calls, "call"));
  if (d.history && !d.history->test_file.empty())
    out += fmt::format("  the client is in {}\n", d.history->test_file);
  return out;
}

}  // namespace overtake::report
