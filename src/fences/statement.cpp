#include "fences/statement.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace overtake::fences {
namespace {

struct Token {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Words, literals and single characters; comments and preprocessor lines are left out.
std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') {
      line_start = true;
      ++i;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++i;
    } else if (c == '#' && line_start) {
      while (i < text.size() && (text[i] != '\n' || text[i - 1] == '\\')) ++i;
    } else if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i).starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == text.npos ? text.size() : end + 2;
    } else {
      const std::size_t begin = i++;
      if (c == '"' || c == '\'') {
        while (i < text.size() && text[i] != c) i += text[i] == '\\' ? 2 : 1;
        i = std::min(i + 1, text.size());
      } else if (is_word(c)) {
        while (i < text.size() && is_word(text[i])) ++i;
      } else if (text.substr(begin).starts_with("&&") || text.substr(begin).starts_with("||") ||
                 text.substr(begin).starts_with("::")) {
        ++i;
      }
      tokens.push_back({begin, i});
      line_start = false;
    }
  }
  return tokens;
}

std::size_t offset_of(std::string_view text, std::uint32_t line, std::uint32_t column) {
  std::size_t at = 0;
  for (std::uint32_t n = 1; n < line && at < text.size(); ++n) {
    const std::size_t end = text.find('\n', at);
    if (end == text.npos) return text.size();
    at = end + 1;
  }
  return std::min(at + (column == 0 ? 0 : column - 1), text.size());
}

class StatementFinder {
 public:
  explicit StatementFinder(std::string_view text) : text_(text), tokens_(tokenize(text)) {}

  std::optional<SourceStatement> run(std::size_t offset) const {
    const auto it = std::ranges::find_if(tokens_, [&](const Token& t) { return t.end > offset; });
    if (it == tokens_.end()) return std::nullopt;
    const auto at = static_cast<std::size_t>(it - tokens_.begin());
    const auto first = begin_of(at);
    const auto last = end_of(at);
    // Both must lie as far out of the brackets around the place.
    if (!first || !last || first->left != last->left) return std::nullopt;
    SourceStatement s{.begin = tokens_[first->token].begin, .end = tokens_[last->token].end};
    if (first->token > 0) {
      const std::string_view before = word(first->token - 1);
      s.lone = before == ")" || before == "else" || before == "do";
    }
    return s;
  }

  std::optional<SourceStart> start(std::size_t offset) const {
    const auto it = std::ranges::find_if(tokens_, [&](const Token& t) { return t.end > offset; });
    if (it == tokens_.end()) return std::nullopt;
    const auto at = static_cast<std::size_t>(it - tokens_.begin());
    const std::optional<std::size_t> first = first_token(at);
    if (!first) return std::nullopt;
    for (std::size_t i = *first; i < at; ++i)
      if (one_of(word(i), {"&&", "||", "?"})) return std::nullopt;
    const std::string_view before = *first == 0 ? "" : word(*first - 1);
    SourceStart s{.begin = tokens_[*first].begin, .end = std::nullopt};
    if (before == ")" || before == "else" || before == "do") {
      const auto last = end_of(at);
      if (!last || one_of(word(*first), {"if", "switch"})) return std::nullopt;
      s.end = tokens_[last->token].end;
    }
    return s;
  }

 private:
  std::string_view word(std::size_t i) const {
    return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  static bool one_of(std::string_view w, std::initializer_list<std::string_view> all) {
    return std::ranges::find(all, w) != all.end();
  }
  // The head of a control statement opens here.
  bool is_head(std::size_t open) const {
    return open > 0 && one_of(word(open - 1), {"if", "for", "while", "switch", "catch"});
  }

  struct End {
    std::size_t token = 0;
    int left = 0;  // brackets around the place that were left on the way
  };

  std::optional<End> end_of(std::size_t at) const {
    int depth = 0, left = 0, comma = -1;
    // What stands after an assignment is computed before it stores.
    const bool assigns = word(at) == "=" || (at + 1 < tokens_.size() && word(at + 1) == "=");
    for (std::size_t i = at; i < tokens_.size(); ++i) {
      const std::string_view w = word(i);
      if (one_of(w, {"(", "[", "{"})) ++depth;
      if (one_of(w, {")", "]", "}"})) {
        if (depth > 0)
          --depth;
        else if (w == "}")
          return std::nullopt;
        else
          ++left;
      }
      // A comma between arguments is no matter, one between expressions is.
      if (depth == 0 && w == ";") return comma == left ? std::nullopt : std::optional(End{i, left});
      if (depth == 0 && w == ",") comma = left;
      if (depth == 0 && !(assigns && left == 0) && one_of(w, {"&&", "||", "?"}))
        return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<End> begin_of(std::size_t at) const {
    int depth = 0, left = 0;
    for (std::size_t i = at; i-- > 0;) {
      const std::string_view w = word(i);
      if (one_of(w, {")", "]"})) {
        // The end of a condition: `if (c) x = 1;`
        if (depth == 0 && w == ")" && closes_head(i)) return End{i + 1, left};
        ++depth;
      }
      if (one_of(w, {"(", "["})) {
        if (depth > 0)
          --depth;
        else if (w == "(" && is_head(i))
          return std::nullopt;
        else
          ++left;
      }
      if (depth == 0 && one_of(w, {";", "{", "}", ":", "else", "do"})) return End{i + 1, left};
    }
    return std::nullopt;
  }

  // The first token of the statement around a token: an expression, a declaration, a `return`, or
  // an `if` or `switch` in whose head it stands.
  std::optional<std::size_t> first_token(std::size_t at) const {
    int depth = 0;
    for (std::size_t i = at; i-- > 0;) {
      const std::string_view w = word(i);
      if (one_of(w, {")", "]"})) {
        if (depth == 0 && w == ")" && closes_head(i)) return i + 1;
        ++depth;
      } else if (one_of(w, {"(", "["})) {
        if (depth > 0) {
          --depth;
        } else if (w == "(" && is_head(i)) {
          const bool once = word(i - 1) == "if" || word(i - 1) == "switch";
          if (!once || (i > 1 && word(i - 2) == "else")) return std::nullopt;
          return i - 1;
        }
      } else if (depth == 0 && one_of(w, {"else", "do", "}"})) {
        return i + 1;
      } else if (depth == 0 && w == "{") {
        return opens_block(i) ? std::optional(i + 1) : std::nullopt;
      } else if (depth == 0 && w == ";") {
        return in_head(i) ? std::nullopt : std::optional(i + 1);
      } else if (depth == 0 && w == ":") {
        return ends_label(i) ? std::optional(i + 1) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  // Not the braces of an initializer.
  bool opens_block(std::size_t open) const {
    return open > 0 && one_of(word(open - 1), {")", ";", "{", "}", "else", "do", "try", ":",
                                               "const", "noexcept", "override", "mutable"});
  }
  // A semicolon of `for (a; b; c)`.
  bool in_head(std::size_t semicolon) const {
    int depth = 0;
    for (std::size_t i = semicolon; i-- > 0;) {
      const std::string_view w = word(i);
      if (depth == 0 && one_of(w, {"{", "}"})) return false;
      if (w == ")") ++depth;
      if (w == "(" && depth-- == 0) return true;
    }
    return false;
  }
  // Not that of `c ? a : b`, nor of `for (x : all)`.
  bool ends_label(std::size_t colon) const {
    for (std::size_t i = colon; i-- > 0;) {
      if (one_of(word(i), {";", "{", "}"})) return true;
      if (one_of(word(i), {"?", "(", ")"})) return false;
    }
    return false;
  }

  bool closes_head(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
      if (word(i) == ")") ++depth;
      if (word(i) == "(" && --depth == 0) return is_head(i);
    }
    return false;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
};

}  // namespace

std::optional<SourceStatement> find_statement(std::string_view text, std::uint32_t line,
                                              std::uint32_t column) {
  if (line == 0) return std::nullopt;
  return StatementFinder(text).run(offset_of(text, line, column));
}

std::optional<SourceStart> find_start(std::string_view text, std::uint32_t line,
                                      std::uint32_t column) {
  std::optional<SourceStart> s = StatementFinder(text).start(offset_of(text, line, column));
  if (!s) return std::nullopt;
  s->line = 1 + static_cast<std::uint32_t>(std::ranges::count(text.substr(0, s->begin), '\n'));
  const std::size_t newline = s->begin == 0 ? text.npos : text.rfind('\n', s->begin - 1);
  s->column = static_cast<std::uint32_t>(s->begin - (newline == text.npos ? 0 : newline + 1) + 1);
  return s;
}

}  // namespace overtake::fences
