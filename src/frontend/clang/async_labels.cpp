#include "frontend/clang/async_labels.h"

#include <algorithm>
#include <cctype>

namespace overtake::frontend {
namespace {

constexpr std::string_view kLabel = "__CPROVER_ASYNC_";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    std::string out;
    bool found = false;
    while (at_ < text_.size()) {
      const std::size_t from = at_;
      if (const std::optional<std::size_t> statement = label()) {
        at_ = *statement;
        out += "__overtake_async(^{";
        out += text_.substr(*statement, end_of_statement() - *statement);
        out += "});";
        found = true;
      } else {
        step();
        out += text_.substr(from, at_ - from);
      }
    }
    if (!found) return std::nullopt;
    return out;
  }

 private:
  // Where the statement begins, if a label stands here.
  std::optional<std::size_t> label() const {
    if (!text_.substr(at_).starts_with(kLabel)) return std::nullopt;
    if (at_ > 0 && is_word(text_[at_ - 1])) return std::nullopt;
    std::size_t i = at_;
    while (i < text_.size() && is_word(text_[i])) ++i;
    while (i < text_.size() && std::isspace(static_cast<unsigned char>(text_[i])) != 0) ++i;
    if (i == text_.size() || text_[i] != ':') return std::nullopt;
    return i + 1;
  }

  // Goes to after the ; or the block that ends the statement.
  std::size_t end_of_statement() {
    int depth = 0;
    bool begun = false;  // something stands before
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool block = c == '{' && !begun;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (std::isspace(static_cast<unsigned char>(c)) == 0) begun = true;
      is_block_ |= block;
      step();
      if (depth == 0 && (c == ';' || (c == '}' && is_block_))) break;
    }
    is_block_ = false;
    return at_;
  }

  // After the character, comment or literal that begins here.
  void step() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) return skip_to("\n", 0);
    if (rest.starts_with("/*")) return skip_to("*/", 2);
    const char quote = rest[0];
    ++at_;
    if (quote != '"' && quote != '\'') return;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_to(std::string_view end, std::size_t length) {
    const std::size_t found = text_.find(end, at_ + 2);
    at_ = found == std::string_view::npos ? text_.size() : found + length;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_block_ = false;
};

}  // namespace

std::optional<std::string> rewrite_async_labels(std::string_view text) {
  if (text.find(kLabel) == std::string_view::npos) return std::nullopt;
  return Scanner(text).run();
}

}  // namespace overtake::frontend
