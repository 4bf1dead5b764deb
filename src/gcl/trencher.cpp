// Transition files as Trencher and Persist read them: tokens separated by white space, `#`
// comments.
//
//     memory_size N                                             (may be left out)
//     thread NAME  initial q  (transition q q' INSTRUCTION)*  end
//
// INSTRUCTION is `read reg addr`, `write value addr`, `local reg e`, `check e`, `noop`, `mfence`,
// `lock` or `unlock`; expressions are in prefix form over integers and the thread's registers,
// which need no declaration. All cells and registers start at 0. Without `memory_size` there are as
// many cells as addresses reach.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gcl/lexer.h"
#include "gcl/parser.h"
#include "gcl/reached_cells.h"

namespace overtake::gcl {
namespace {

constexpr std::int64_t kMaxMemory = kMostCells;
constexpr int kMostNesting = 256;

struct Word {
  std::string text;  // empty at the end of the file
  Position position;
};

std::vector<Word> split(std::string_view text) {
  std::vector<Word> words;
  Position at{1, 1};
  Word word;
  bool comment = false;
  auto flush = [&] {
    if (!word.text.empty()) words.push_back(std::move(word));
    word = {};
  };
  for (const char c : text) {
    if (c == '#') comment = true;
    if (comment || std::isspace(static_cast<unsigned char>(c))) {
      flush();
    } else {
      if (word.text.empty()) word.position = at;
      word.text += c;
    }
    if (c == '\n') {
      comment = false;
      ++at.line;
      at.column = 1;
    } else {
      ++at.column;
    }
  }
  flush();
  words.push_back({.text = "", .position = at});
  return words;
}

struct PrefixOperator {
  std::string_view text;
  Operator op;
  int operands;
};

constexpr std::array<PrefixOperator, 13> kOperators = {{
    {"!", Operator::Not, 1},
    {"==", Operator::Eq, 2},
    {"!=", Operator::Ne, 2},
    {"<", Operator::Lt, 2},
    {"<=", Operator::Le, 2},
    {">", Operator::Gt, 2},
    {">=", Operator::Ge, 2},
    {"&&", Operator::And, 2},
    {"||", Operator::Or, 2},
    {"+", Operator::Add, 2},
    {"-", Operator::Sub, 2},
    {"*", Operator::Mul, 2},
    {"&", Operator::BitAnd, 2},
}};

bool is_number(const std::string& s) {
  const std::size_t first = s.starts_with('-') ? 1 : 0;
  return s.size() > first && std::isdigit(static_cast<unsigned char>(s[first]));
}

bool is_name(const std::string& s) {
  return !s.empty() && (std::isalpha(static_cast<unsigned char>(s[0])) || s[0] == '_');
}

class TrencherParser {
 public:
  TrencherParser(std::string_view text, const std::string& file, std::uint32_t value_bits)
      : words_(split(text)), file_(file), value_bits_(value_bits) {
    program_.file = file;
    program_.name = std::filesystem::path(file).stem().string();
  }

  Program program() {
    while (!peek().text.empty()) {
      if (peek().text == "memory_size") {
        memory_size();
      } else if (peek().text == "thread") {
        thread();
      } else {
        unexpected("`memory_size` or `thread`");
      }
    }
    if (program_.processes.empty()) unexpected("a `thread`");
    const std::int64_t size =
        sized_ ? static_cast<std::int64_t>(program_.variables.size()) : kMaxMemory;
    for (const auto& [address, at] : literal_addresses_)
      if (address < 0 || address >= size)
        fail(file_, at, fmt::format("address {} is outside the memory of {} cells", address, size));
    if (!sized_) add_cells(reached_cells(program_, value_bits_), {});
    return std::move(program_);
  }

 private:
  const Word& peek() const { return words_[next_]; }
  Word take() { return next_ + 1 < words_.size() ? words_[next_++] : words_[next_]; }
  [[noreturn]] void unexpected(const std::string& expected) const {
    fail(file_, peek().position,
         fmt::format("expected {}, found {}", expected,
                     peek().text.empty() ? "the end of the file" : "`" + peek().text + "`"));
  }
  Word word(const std::string& what) {
    if (peek().text.empty()) unexpected(what);
    return take();
  }

  std::int64_t integer() {
    if (!is_number(peek().text)) unexpected("an integer");
    const Word w = take();
    std::int64_t value = 0;
    const char* end = w.text.data() + w.text.size();
    const auto [stop, error] = std::from_chars(w.text.data(), end, value);
    if (error != std::errc{} || stop != end)
      fail(file_, w.position, fmt::format("expected a 64-bit integer, found `{}`", w.text));
    return value;
  }

  void memory_size() {
    const Position at = take().position;
    if (sized_) fail(file_, at, "`memory_size` is given twice");
    const Position number = peek().position;
    const std::int64_t size = integer();
    if (size < 1 || size > kMaxMemory)
      fail(file_, number,
           fmt::format("expected a memory size from 1 to {}, found {}", kMaxMemory, size));
    add_cells(size, number);
    sized_ = true;
  }

  void add_cells(std::int64_t size, Position at) {
    for (std::int64_t i = 0; i < size; ++i)
      program_.variables.push_back(
          {.name = fmt::format("[{}]", i), .initial = 0, .range = std::nullopt, .position = at});
  }

  void thread() {
    take();
    const Word name = word("a thread name");
    process_ = new_process(program_, name.text, name.position, "thread");
    std::optional<LabelId> initial;
    while (peek().text != "end") {
      if (peek().text == "initial") {
        const Position at = take().position;
        if (initial) fail(file_, at, "this thread has a second `initial`");
        initial = process_.intern_label(word("a state").text);
      } else if (peek().text == "transition") {
        transition();
      } else {
        unexpected("`initial`, `transition` or `end`");
      }
    }
    const Position end = take().position;
    if (!initial)
      fail(file_, end, fmt::format("expected `initial STATE` in thread `{}`", process_.name));
    process_.init = *initial;
    program_.processes.push_back(std::move(process_));
  }

  void transition() {
    const Position at = take().position;
    Instruction i;
    i.position = at;
    i.from = process_.intern_label(word("the state that the transition leaves").text);
    i.to = process_.intern_label(word("the state that the transition enters").text);
    i.statement = statement();
    process_.add(std::move(i));
  }

  Statement statement() {
    static const std::map<std::string, StatementKind> kInstructions = {
        {"read", StatementKind::Read},    {"write", StatementKind::Write},
        {"local", StatementKind::Assign}, {"check", StatementKind::Assume},
        {"noop", StatementKind::Skip},    {"mfence", StatementKind::Fence},
        {"lock", StatementKind::Lock},    {"unlock", StatementKind::Unlock},
    };
    const auto found = kInstructions.find(peek().text);
    if (found == kInstructions.end())
      unexpected("an instruction (read, write, local, check, noop, mfence, lock, unlock)");
    take();
    Statement s;
    s.kind = found->second;
    switch (s.kind) {
      case StatementKind::Read:
        s.reg = register_("the register to read into");
        s.address = address();
        break;
      case StatementKind::Write:
        s.value = expression();
        s.address = address();
        break;
      case StatementKind::Assign:
        s.reg = register_("the register to assign to");
        s.value = expression();
        break;
      case StatementKind::Assume:
        s.value = expression();
        break;
      default:
        break;
    }
    return s;
  }

  RegisterId register_(const std::string& what) {
    if (!is_name(peek().text)) unexpected(what);
    return intern_register(take().text);
  }
  RegisterId intern_register(const std::string& name) {
    for (std::size_t i = 0; i < process_.registers.size(); ++i)
      if (process_.registers[i] == name) return RegisterId{i};
    process_.registers.push_back(name);
    return RegisterId{process_.registers.size() - 1};
  }

  Expr address() {
    Expr e = expression();
    if (e.is_literal()) literal_addresses_.emplace_back(e.value, e.position);
    return e;
  }

  Expr expression(int depth = 0) {
    const Position at = peek().position;
    if (depth > kMostNesting) fail(file_, at, "this expression is nested too deeply");
    if (is_number(peek().text)) return Expr::literal(integer(), at);
    for (const PrefixOperator& o : kOperators) {
      if (peek().text != o.text) continue;
      take();
      Expr e{.op = o.op, .value = 0, .reg = {}, .operands = {}, .position = at};
      for (int i = 0; i < o.operands; ++i) e.operands.push_back(expression(depth + 1));
      return e;
    }
    // A keyword here means that an operand is missing.
    static const std::set<std::string> kReserved = {"transition", "end", "thread", "initial",
                                                    "memory_size"};
    if (!is_name(peek().text) || kReserved.contains(peek().text))
      unexpected("an expression in prefix form (operator, integer or register)");
    return Expr::register_(intern_register(take().text), at);
  }

  std::vector<Word> words_;
  std::size_t next_ = 0;
  const std::string& file_;
  std::uint32_t value_bits_;
  Program program_;
  Process process_;
  bool sized_ = false;
  std::vector<std::pair<std::int64_t, Position>> literal_addresses_;
};

}  // namespace

Program parse_trencher(std::string_view text, const std::string& file, std::uint32_t value_bits) {
  return TrencherParser(text, file, value_bits).program();
}

}  // namespace overtake::gcl
