#include "observe/runtime/options.h"

#include "observe/runtime/sys.h"

namespace overtake::observe {
namespace {

struct Word {
  const char* begin;
  std::size_t length;

  bool is(const char* text) const {
    return text_length(text) == length && text_equal(begin, text, length);
  }
};

// ~0 if it is none.
std::uint64_t number(const Word& w) {
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < w.length; ++i) {
    if (w.begin[i] < '0' || w.begin[i] > '9' || n > (~std::uint64_t{0} - 9) / 10)
      return ~std::uint64_t{0};
    n = n * 10 + static_cast<std::uint64_t>(w.begin[i] - '0');
  }
  return w.length == 0 ? ~std::uint64_t{0} : n;
}

template <std::size_t N>
bool copy(const Word& from, char (&to)[N]) {
  if (from.length >= N) return false;
  copy_bytes(to, from.begin, from.length);
  to[from.length] = 0;
  return true;
}

bool set_strategy(const Word& v, RuntimeOptions& o) {
  static constexpr struct {
    const char* name;
    StrategyKind kind;
  } kNames[] = {{"mix", StrategyKind::Mix},
                {"pct", StrategyKind::Priorities},
                {"random", StrategyKind::Random},
                {"round-robin", StrategyKind::RoundRobin},
                {"none", StrategyKind::None}};
  for (const auto& row : kNames)
    if (v.is(row.name)) {
      o.strategy = row.kind;
      return true;
    }
  return false;
}

bool set_models(const Word& v, RuntimeOptions& o) {
  o.models = v.is("tso") ? 1 : v.is("pso") ? 2 : v.is("both") ? 3 : v.is("none") ? 0 : 0xff;
  return o.models != 0xff;
}

bool set_flag(const Word& v, bool& to) {
  to = v.is("1") || v.is("true");
  return to || v.is("0") || v.is("false");
}

bool set_number(const Word& v, std::uint64_t& to) {
  to = number(v);
  return to != ~std::uint64_t{0};
}

// A power of two.
bool set_window(const Word& v, RuntimeOptions& o) {
  std::uint64_t n = number(v);
  if (n < 16 || n > (std::uint64_t{1} << 30)) return false;
  o.window = 16;
  while (o.window < n) o.window *= 2;
  return true;
}

bool set(const Word& key, const Word& v, RuntimeOptions& o) {
  std::uint64_t n = 0;
  if (key.is("seed")) return set_number(v, o.seed);
  if (key.is("strategy")) return set_strategy(v, o);
  if (key.is("interval")) return set_number(v, o.interval);
  if (key.is("preemptions")) {
    if (v.is("any")) o.preemptions = RuntimeOptions::kNoBound;
    return v.is("any") || set_number(v, o.preemptions);
  }
  if (key.is("switch")) {
    o.switch_at_all = v.is("all") ? 1 : v.is("shared") ? 0 : -1;
    return o.switch_at_all >= 0;
  }
  if (key.is("model")) return set_models(v, o);
  if (key.is("races")) return set_flag(v, o.races);
  if (key.is("pso_rmw")) {
    o.location_only = v.is("location");
    return o.location_only || v.is("all");
  }
  if (key.is("time")) {
    o.fast_time = v.is("fast");
    return o.fast_time || v.is("real");
  }
  if (key.is("whole")) return set_flag(v, o.whole);
  if (key.is("halt")) return set_flag(v, o.halt);
  if (key.is("verbose")) return set_flag(v, o.verbose);
  if (key.is("window")) return set_window(v, o);
  if (key.is("results")) return copy(v, o.results);
  if (key.is("reporter")) return copy(v, o.reporter);
  if (key.is("suppressions")) return copy(v, o.suppressions);
  if (key.is("record")) return copy(v, o.record);
  if (key.is("local_futexes")) return set_flag(v, o.local_futexes);
  if (key.is("exitcode")) {
    const bool ok = set_number(v, n) && n < 256;
    if (ok) o.exit_code = static_cast<int>(n);
    return ok;
  }
  if (key.is("max_findings")) {
    const bool ok = set_number(v, n) && n < 1'000'000;
    if (ok) o.max_findings = static_cast<std::uint32_t>(n);
    return ok;
  }
  return false;
}

bool separates(char c) { return c == ':' || c == ' ' || c == ',' || c == '\n' || c == '\t'; }

}  // namespace

void parse_options(const char* text, RuntimeOptions& options) {
  if (text == nullptr) return;
  while (*text != 0) {
    while (separates(*text)) ++text;
    if (*text == 0) return;
    const char* const begin = text;
    Word key{text, 0};
    while (*text != 0 && *text != '=' && !separates(*text)) ++text;
    key.length = static_cast<std::size_t>(text - begin);
    Word value{text, 0};
    if (*text == '=') {
      const char quote = text[1] == '"' || text[1] == '\'' ? text[1] : '\0';
      value.begin = text += quote != 0 ? 2 : 1;
      while (*text != 0 && (quote != 0 ? *text != quote : !separates(*text))) ++text;
      value.length = static_cast<std::size_t>(text - value.begin);
      if (quote != 0 && *text == quote) ++text;
    }
    if (set(key, value, options)) continue;
    Text message;
    message << "OVERTAKE_OPTIONS: not understood: ";
    char piece[200];
    const std::size_t length = static_cast<std::size_t>(text - begin);
    copy_bytes(piece, begin, length < sizeof(piece) ? length : sizeof(piece) - 1);
    piece[length < sizeof(piece) ? length : sizeof(piece) - 1] = 0;
    say(message << piece);
  }
}

}  // namespace overtake::observe
