#include "ir/lexer.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"

namespace overtake::ir {
namespace {

// Independent of the locale, and defined for every char.
bool digit(char ch) { return ch >= '0' && ch <= '9'; }
bool letter(char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_'; }
bool in_name(char ch) { return letter(ch) || digit(ch) || ch == '.' || ch == '$'; }
bool in_word(char ch) { return in_name(ch) || ch == '-'; }

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    while (skip_blanks()) scan();
    new_line();
    start(TokenKind::End);
    return std::move(tokens_);
  }

 private:
  [[noreturn]] void error(const std::string& what) {
    throw InputError(fmt::format("{}:{}:{}: {}", file_, line_, column(), what));
  }

  std::uint32_t column() const { return static_cast<std::uint32_t>(at_ - line_start_ + 1); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool more() const { return at_ < text_.size(); }

  bool skip_blanks() {
    while (more()) {
      const char ch = peek();
      if (ch == ';') {
        while (more() && peek() != '\n') ++at_;
      } else if (ch == ' ' || ch == '\t' || ch == '\r') {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  Token& start(TokenKind kind) {
    tokens_.push_back({.kind = kind, .line = line_, .column = column()});
    return tokens_.back();
  }

  void new_line() {
    if (!tokens_.empty() && tokens_.back().kind != TokenKind::NewLine) start(TokenKind::NewLine);
  }

  void scan() {
    const char ch = peek();
    if (ch == '\n') {
      new_line();
      ++at_;
      ++line_;
      line_start_ = at_;
    } else if (letter(ch)) {
      Token& token = start(TokenKind::Word);
      token.text = take(in_word);
    } else if (digit(ch)) {
      Token& token = start(TokenKind::Number);
      token.number = number();
    } else if (ch == '%' || ch == '!') {
      Token& token = start(ch == '%' ? TokenKind::Register : TokenKind::Source);
      ++at_;
      token.number = number();
    } else if (ch == '@') {
      symbol();
    } else if (ch == '"') {
      Token& token = start(TokenKind::String);
      token.text = string();
    } else if (text_.substr(at_, 3) == "...") {
      start(TokenKind::Ellipsis).text = "...";
      at_ += 3;
    } else if (std::string_view("=,()[]{}:+").find(ch) != std::string_view::npos) {
      start(TokenKind::Punctuation).text = ch;
      ++at_;
    } else {
      error("expected an instruction or a declaration, found an unknown character");
    }
  }

  template <class Predicate>
  std::string take(Predicate predicate) {
    const std::size_t first = at_;
    while (more() && predicate(peek())) ++at_;
    return std::string(text_.substr(first, at_ - first));
  }

  std::uint64_t number() {
    int base = 10;
    if (text_.substr(at_, 2) == "0x") {
      base = 16;
      at_ += 2;
    }
    std::uint64_t value = 0;
    const char* const first = text_.data() + at_;
    const auto [end, code] = std::from_chars(first, text_.data() + text_.size(), value, base);
    if (code == std::errc::result_out_of_range) error("expected a number below 2^64");
    if (code != std::errc{}) error("expected a number");
    at_ += static_cast<std::size_t>(end - first);
    return value;
  }

  void symbol() {
    Token& token = start(TokenKind::Symbol);
    token.number = 1;
    ++at_;
    token.text = peek() == '"' ? string() : take(in_name);
    if (text_[at_ - 1] == '@') error("expected a name after '@'");
    if (peek() != '#') return;
    ++at_;
    token.number = number();
  }

  std::string string() {
    std::string bytes;
    ++at_;
    while (peek() != '"') {
      if (!more() || peek() == '\n') error("expected '\"' before the end of the line");
      if (peek() == '\\')
        bytes += escape();
      else
        bytes += text_[at_++];
    }
    ++at_;
    return bytes;
  }

  char escape() {
    ++at_;
    const char ch = peek();
    ++at_;
    switch (ch) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case '"':
      case '\\':
        return ch;
      case 'x': {
        unsigned byte = 0;
        const std::string_view digits = text_.substr(at_, 2);
        const auto [end, code] =
            std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() != 2 || code != std::errc{} || end != digits.data() + 2)
          error("expected two hexadecimal digits after '\\x'");
        at_ += 2;
        return static_cast<char>(byte);
      }
      default:
        --at_;
        error("expected one of n, t, x, \", \\ after '\\'");
    }
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, const std::string& file) {
  return Lexer(text, file).run();
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::Word:
    case TokenKind::Punctuation:
    case TokenKind::Ellipsis:
      return fmt::format("'{}'", token.text);
    case TokenKind::Symbol:
      return fmt::format("'@{}'", token.text);
    case TokenKind::Register:
      return fmt::format("'%{}'", token.number);
    case TokenKind::Source:
      return fmt::format("'!{}'", token.number);
    case TokenKind::Number:
      return fmt::format("'{}'", token.number);
    case TokenKind::String:
      return "a string";
    case TokenKind::NewLine:
      return "the end of the line";
    case TokenKind::End:
      return "the end of the file";
  }
  return "?";
}

}  // namespace overtake::ir
