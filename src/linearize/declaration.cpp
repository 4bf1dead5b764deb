#include "linearize/declaration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.h"

namespace overtake::linearize {
namespace {

// One macro of the header, as it stands in the preprocessed file.
struct Clause {
  std::string file;
  std::uint32_t line = 0;
  std::string what;
  std::string name;
  std::string list;

  [[noreturn]] void refuse(const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", file, line, message));
  }
};

constexpr std::string_view kBegin = "\"@overtake\"";

// The C string literal at `at`, which moves past it.
std::string literal(std::string_view text, std::size_t& at) {
  at = text.find('"', at);
  if (at == text.npos) throw InputError("a declaration of overtake/linearize.h is cut off");
  std::string out;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    out += text[at];
  }
  ++at;
  return out;
}

std::vector<Clause> clauses_of(std::string_view text) {
  std::vector<Clause> clauses;
  for (std::size_t at = text.find(kBegin); at != text.npos; at = text.find(kBegin, at)) {
    literal(text, at);
    Clause c;
    c.file = literal(text, at);
    const std::string line = literal(text, at);
    std::from_chars(line.data(), line.data() + line.size(), c.line);
    c.what = literal(text, at);
    c.name = literal(text, at);
    c.list = literal(text, at);
    clauses.push_back(std::move(c));
  }
  return clauses;
}

std::string trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return std::string(s);
}

// At the commas that are in no parentheses.
std::vector<std::string> split(const Clause& clause, std::string_view list) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (quote != 0) {
      part += c;
      if (c == '\\' && i + 1 < list.size())
        part += list[++i];
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (depth != 0) clause.refuse("the parentheses do not match");
  if (!trimmed(part).empty() || !parts.empty()) parts.push_back(trimmed(part));
  for (const std::string& p : parts)
    if (p.empty()) clause.refuse("something is missing between two commas");
  return parts;
}

// "(1, 10)" is one list of two arguments.
std::string without_parentheses(const Clause& clause, const std::string& value) {
  if (value.front() != '(' || value.back() != ')') return value;
  std::string inner = value.substr(1, value.size() - 2);
  int depth = 0;
  for (const char c : inner) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return value;  // "(a) + (b)"
  }
  split(clause, inner);
  return inner;
}

struct ParsedCall {
  std::string name;
  std::vector<std::string> values;
};

ParsedCall parse_call(const Clause& clause, const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == text.npos || open == 0 || text.back() != ')')
    clause.refuse(fmt::format("'{}' is no operation; write 'push(1, 2)' or 'pop()'", text));
  ParsedCall call{trimmed(text.substr(0, open)), {}};
  for (const std::string& value :
       split(clause, std::string_view(text).substr(open + 1, text.size() - open - 2)))
    call.values.push_back(without_parentheses(clause, value));
  if (call.values.empty()) call.values.emplace_back();
  return call;
}

std::optional<long> as_integer(const std::string& text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class Parser {
 public:
  Parser(std::vector<Clause> clauses, const std::string& file, bool cxx)
      : clauses_(std::move(clauses)), file_(file) {
    d_.cxx = cxx;
  }

  Declaration parse(std::uint32_t values) {
    find_structure();
    for (const Clause& c : clauses_) read(c);
    for (DeclaredOperation& o : d_.operations)
      if (o.distinct) extend(o, values);
    check_interchangeable();
    for (std::uint32_t i = 0; i < d_.operations.size(); ++i)
      for (const std::string& value : d_.operations[i].values) call(i, value);
    d_.alphabet = static_cast<std::uint32_t>(d_.calls.size());
    for (const Clause& c : clauses_) {
      if (c.what == "initially") read_calls(c, c.list, d_.initially);
      if (c.what == "finally") read_calls(c, c.list, d_.finally);
      if (c.what == "client") read_client(c);
    }
    if (d_.calls.size() > 250)
      structure_->refuse(
          fmt::format("{} calls are more than 250; declare fewer values", d_.calls.size()));
    return std::move(d_);
  }

 private:
  void find_structure() {
    for (const Clause& c : clauses_) {
      if (c.what != "linearizable") continue;
      if (structure_ != nullptr)
        c.refuse(fmt::format("a second structure; the first one is declared in line {}",
                             structure_->line));
      structure_ = &c;
    }
    if (structure_ == nullptr)
      throw InputError(file_ +
                       ": declares no structure; include <overtake/linearize.h> and write "
                       "OVERTAKE_LINEARIZABLE(Type, push(1, 2), pop());");
    d_.file = structure_->file;
    d_.line = structure_->line;
    d_.type = structure_->name;
    for (const std::string& text : split(*structure_, structure_->list)) {
      ParsedCall call = parse_call(*structure_, text);
      if (find(call.name) != nullptr)
        structure_->refuse(
            fmt::format("{} is declared twice; give it all values at once", call.name));
      DeclaredOperation operation;
      operation.name = call.name;
      operation.values = std::move(call.values);
      d_.operations.push_back(std::move(operation));
    }
    if (d_.operations.empty()) structure_->refuse("a structure without operations");
  }

  DeclaredOperation* find(const std::string& name) {
    const auto it = std::ranges::find(d_.operations, name, &DeclaredOperation::name);
    return it == d_.operations.end() ? nullptr : &*it;
  }

  DeclaredOperation& operation(const Clause& clause, const std::string& name) {
    DeclaredOperation* found = find(name);
    if (found == nullptr)
      clause.refuse(fmt::format("there is no operation '{}' in the declaration in line {}", name,
                                structure_->line));
    return *found;
  }

  void read(const Clause& c) {
    if (c.what == "make") d_.make = c.name;
    if (c.what == "validate") d_.validate = c.name;
    if (c.what == "specification") {
      const std::vector<std::string> parts = split(c, c.list);
      if (parts.empty() || parts.size() > 2 || (parts.size() == 2 && d_.cxx))
        c.refuse("write OVERTAKE_SPECIFICATION(Type), in C OVERTAKE_SPECIFICATION(type, prefix_)");
      if (!d_.cxx && parts.size() != 2)
        c.refuse(
            "in C the functions of the specification need a prefix of their own: "
            "OVERTAKE_SPECIFICATION(type, prefix_)");
      d_.specification = parts[0];
      if (parts.size() == 2) d_.prefix = parts[1];
    }
    const bool single = c.what == "single";
    if (single || c.what == "blocking" || c.what == "interchangeable" || c.what == "distinct")
      for (const std::string& name : split(c, c.list)) {
        DeclaredOperation& o = operation(c, name);
        if (single) o.single.push_back(d_.single_groups);
        if (c.what == "blocking") o.blocking = true;
        if (c.what == "interchangeable" || c.what == "distinct") o.interchangeable = true;
        if (c.what == "distinct") o.distinct = true;
      }
    if (single) ++d_.single_groups;
  }

  // 1, 2, 3: and then 4, 5, ...
  void extend(DeclaredOperation& o, std::uint32_t values) const {
    long greatest = 0;
    for (const std::string& value : o.values) {
      const std::optional<long> number = as_integer(value);
      if (!number)
        structure_->refuse(fmt::format("OVERTAKE_DISTINCT({}) needs integers as values", o.name));
      greatest = std::max(greatest, *number);
    }
    while (o.values.size() < values) o.values.push_back(std::to_string(++greatest));
  }

  // Renaming is of the values of all these operations at once.
  void check_interchangeable() const {
    const DeclaredOperation* first = nullptr;
    for (const DeclaredOperation& o : d_.operations) {
      if (!o.interchangeable) continue;
      if (first == nullptr) first = &o;
      if (o.values != first->values)
        structure_->refuse(
            fmt::format("{} and {} have interchangeable values: declare the same ones for both",
                        first->name, o.name));
    }
  }

  CallId call(std::uint32_t operation, const std::string& value) {
    const Call c{operation, value, fmt::format("{}({})", d_.operations[operation].name, value)};
    const auto it = std::ranges::find(d_.calls, c);
    if (it != d_.calls.end()) return CallId{static_cast<std::size_t>(it - d_.calls.begin())};
    d_.calls.push_back(c);
    return CallId{d_.calls.size() - 1};
  }

  void read_client(const Clause& c) {
    d_.client_criterion = c.name;
    for (const std::string& thread : split(c, c.list)) {
      if (thread.front() != '(' || thread.back() != ')')
        c.refuse("the calls of each thread stand in parentheses: (push(1), pop())");
      read_calls(c, without_parentheses(c, thread), d_.client.emplace_back());
    }
    if (d_.client.empty() || d_.client.size() > kMaxClientThreads)
      c.refuse(fmt::format("a client has 1 to {} threads", kMaxClientThreads));
  }

  void read_calls(const Clause& c, const std::string& list, std::vector<CallId>& out) {
    for (const std::string& text : split(c, list)) {
      const ParsedCall parsed = parse_call(c, text);
      const DeclaredOperation& o = operation(c, parsed.name);
      for (const std::string& value : parsed.values)
        out.push_back(call(static_cast<std::uint32_t>(&o - d_.operations.data()), value));
    }
    if (out.size() > 12) c.refuse("more than 12 operations");
  }

  const std::vector<Clause> clauses_;
  const std::string& file_;
  const Clause* structure_ = nullptr;
  Declaration d_;
};

}  // namespace

Declaration parse_declaration(std::string_view preprocessed, const std::string& file, bool cxx,
                              std::uint32_t values) {
  return Parser(clauses_of(preprocessed), file, cxx).parse(values);
}

}  // namespace overtake::linearize
