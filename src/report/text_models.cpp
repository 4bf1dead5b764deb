// The text of a check under several models: each error once, then a table.
#include <fmt/format.h>

#include <algorithm>

#include "report/text_parts.h"

namespace overtake::report {
namespace {

bool same(const Finding& a, const Finding& b) {
  return a.kind == b.kind && a.place == b.place && a.message == b.message;
}

// The first model with this error; null if it is that of `d` itself.
const CheckDocument* earlier(const ModelsDocument& all, const CheckDocument& d, const Finding& e) {
  for (const CheckDocument& other : all.results) {
    if (&other == &d) return nullptr;
    if (std::ranges::any_of(other.errors, [&](const Finding& f) { return same(e, f); }))
      return &other;
  }
  return nullptr;
}

std::string verdict_of(const ModelsDocument& all, const CheckDocument& d) {
  if (d.verdict == Verdict::Safe) return d.within_bounds ? "no error within bounds" : "no error";
  if (d.verdict == Verdict::Inconclusive) return "inconclusive";
  std::string text = counted(d.errors.size(), "error");
  if (d.errors.size() == 1)
    if (const CheckDocument* other = earlier(all, d, d.errors.front()))
      text += ", as under " + upper(other->frame.model);
  return text;
}

Paint color_of(Verdict verdict) {
  return verdict == Verdict::Safe    ? Paint::Green
         : verdict == Verdict::Error ? Paint::Red
                                     : Paint::Yellow;
}

std::string remarks(const CheckDocument& d, const Style& style) {
  std::string out = reasons_text(d.reasons, style);
  for (const Note& note : d.notes) out += paragraph(sentence(note), style, 2);
  if (out.empty()) return out;
  return fmt::format("{} under {}:\n{}\n", joined(d.frame.input), upper(d.frame.model), out);
}

}  // namespace

std::string text_of(const ModelsDocument& all, const Style& style) {
  std::string out;
  for (const CheckDocument& d : all.results)
    for (const Finding& e : d.errors)
      if (earlier(all, d, e) == nullptr) out += finding_text(e, d.frame.model, style);
  for (const CheckDocument& d : all.results) out += remarks(d, style);
  out += joined(all.frame.input) + ":\n";
  for (const CheckDocument& d : all.results) {
    const std::string verdict = fmt::format("{:<24}", verdict_of(all, d));
    out += fmt::format("  {:<4} {} {:>12}  {:.2f} s\n", upper(d.frame.model),
                       paint(verdict, color_of(d.verdict), style),
                       counted(d.executions.all(), "execution"), d.frame.seconds);
  }
  return out + fmt::format("  {:.2f} s in all, {:.0f} MB\n", all.frame.seconds,
                           static_cast<double>(all.frame.peak_memory_bytes) / 1e6);
}

}  // namespace overtake::report
