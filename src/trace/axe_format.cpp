// The grammar, white space and comments (# to the end of the line) aside:
//
//   file      = { item }                      a trace ends at "check" or at the end of the file
//   item      = "check" | "final" address "==" value | thread ":" operation [ time ]
//   operation = "sync" | address ":=" value | address "==" value
//             | "{" address "==" value ";" address ":=" value "}"        "<" and ">" do as well
//   address   = "M" "[" number "]" | "v" number
//   time      = "@" [ number ] ":" [ number ]
//
// One pass over the text, no token is copied; names of threads and addresses become dense through
// small hash maps.
#include "trace/axe_format.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <limits>

#include "base/error.h"

namespace overtake {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<RecordedTrace> run() {
    start_trace();
    for (skip(); !at_end(); skip()) {
      if (word("check")) {
        finish_trace();
      } else {
        if (empty_) trace_.line = line_;
        empty_ = false;
        word("final") ? final_value() : operation();
      }
    }
    if (!empty_) finish_trace();
    if (traces_.empty())
      fail("the file holds no trace; expected operations such as \"0: M[1] := 7\"");
    return std::move(traces_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_, line_, what));
  }

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  // White space and comments.
  void skip() {
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '#') {
        while (!at_end() && text_[at_] != '\n') ++at_;
        continue;
      }
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f' && c != '\v') return;
      if (c == '\n') ++line_;
      ++at_;
    }
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  // The word, if it comes next.
  bool word(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected) return false;
    const std::size_t after = at_ + expected.size();
    if (after < text_.size() && (is_letter(text_[after]) || is_digit(text_[after]))) return false;
    at_ = after;
    return true;
  }

  std::string found() const {
    if (at_end()) return "the end of the file";
    if (text_[at_] == '\n') return "the end of the line";
    return fmt::format("'{}'", text_[at_]);
  }

  void demand(std::string_view expected, std::string_view where) {
    skip();
    if (text_.substr(at_, expected.size()) != expected)
      fail(fmt::format("expected \"{}\" {}, found {}", expected, where, found()));
    at_ += expected.size();
  }

  TraceValue number(std::string_view what) {
    skip();
    const bool negative = peek() == '-';
    if (negative) ++at_;
    if (!is_digit(peek())) fail(fmt::format("expected {}, found {}", what, found()));
    constexpr TraceValue kMax = std::numeric_limits<TraceValue>::max();
    TraceValue value = 0;
    for (; is_digit(peek()); ++at_) {
      const TraceValue digit = peek() - '0';
      if (value > (kMax - digit) / 10) fail(fmt::format("{} does not fit into 63 bits", what));
      value = value * 10 + digit;
    }
    if (is_letter(peek())) fail(fmt::format("{} ends in {}", what, found()));
    return negative ? -value : value;
  }

  TraceValue natural(std::string_view what) {
    skip();
    if (peek() == '-') fail(fmt::format("{} must not be negative", what));
    return number(what);
  }

  LocationId address() {
    skip();
    TraceValue at = 0;
    if (peek() == 'M') {
      ++at_;
      demand("[", "after \"M\"");
      at = natural("an address");
      demand("]", "after the address");
    } else if (peek() == 'v' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
      ++at_;
      at = natural("an address");
    } else {
      fail(fmt::format("expected an address such as M[1] or v1, or \"sync\", found {}", found()));
    }
    const auto next = static_cast<std::uint32_t>(locations_.size());
    const auto [entry, added] = locations_.try_emplace(at, next);
    if (added) {
      trace_.location_names.push_back(fmt::format("M[{}]", at));
      trace_.initial.push_back(0);
      trace_.execution.location_count = next + 1;
    }
    return LocationId{entry->second};
  }

  ThreadId thread() {
    if (!is_digit(peek()))
      fail(fmt::format("expected a thread number, \"final\" or \"check\", found {}", found()));
    const TraceValue named = natural("a thread number");
    const auto next = static_cast<std::uint32_t>(threads_.size());
    const auto [entry, added] = threads_.try_emplace(named, next);
    if (added) trace_.thread_names.push_back(std::to_string(named));
    return ThreadId{entry->second};
  }

  void operation() {
    Event event;
    RecordedTrace::Detail detail;
    detail.line = line_;
    event.thread = thread();
    demand(":", "after the thread number");
    skip();
    if (peek() == '{' || peek() == '<') {
      atomic(event, detail);
    } else if (word("sync")) {
      event.kind = EventKind::Fence;
    } else {
      event.location = address();
      skip();
      if (text_.substr(at_, 2) == ":=") {
        at_ += 2;
        event.kind = EventKind::Write;
        detail.wrote = number("the value to store");
      } else if (text_.substr(at_, 2) == "==") {
        at_ += 2;
        event.kind = EventKind::Read;
        detail.read = number("the value loaded");
      } else {
        fail(fmt::format("expected \":=\" (a store) or \"==\" (a load) after the address, found {}",
                         found()));
      }
    }
    time();
    trace_.execution.add(event);
    trace_.details.push_back(detail);
  }

  void atomic(Event& event, RecordedTrace::Detail& detail) {
    const std::string_view close = text_[at_] == '{' ? "}" : ">";
    ++at_;
    event.kind = EventKind::Rmw;
    event.location = address();
    demand("==", "in an atomic operation, which loads first");
    detail.read = number("the value loaded");
    demand(";", "between the load and the store of an atomic operation");
    if (address() != event.location)
      fail("the load and the store of an atomic operation must have the same address");
    demand(":=", "in an atomic operation, which stores second");
    detail.wrote = number("the value to store");
    demand(close, "at the end of an atomic operation");
  }

  // Begin and end times mean nothing under SC, TSO and PSO; they only have to be well formed.
  void time() {
    skip();
    if (peek() != '@') return;
    ++at_;
    skip();
    std::optional<TraceValue> begin, end;
    if (peek() != ':') begin = natural("a begin time");
    demand(":", "between begin and end time");
    if (is_digit(peek())) end = natural("an end time");
    if (begin && end && *begin > *end) fail("the operation ends before it begins");
  }

  void final_value() {
    const std::uint32_t line = line_;
    const LocationId location = address();
    demand("==", "after the address of a final value");
    finals_.push_back({location, number("the final value"), line});
  }

  void start_trace() {
    trace_ = RecordedTrace{};
    trace_.file = file_;
    trace_.line = line_;
    locations_.clear();
    threads_.clear();
    finals_.clear();
    empty_ = true;
  }

  void finish_trace() {
    add_final_values(trace_, finals_);
    traces_.push_back(std::move(trace_));
    start_trace();
  }

  const std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  RecordedTrace trace_;
  bool empty_ = true;
  std::vector<FinalValue> finals_;
  tsl::robin_map<TraceValue, std::uint32_t> locations_, threads_;
  std::vector<RecordedTrace> traces_;
};

}  // namespace

std::vector<RecordedTrace> read_axe(std::string_view text, const std::string& file) {
  return Parser(text, file).run();
}

}  // namespace overtake
