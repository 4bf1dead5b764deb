#include "frontend/clang/assembly_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

namespace overtake::frontend {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

// Of $(att$|intel$) the first; comments are gone.
std::string plain_text(std::string_view text) {
  std::string out;
  bool chosen = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == '$' && (next == '(' || next == '|' || next == ')')) {
      chosen = next != '|';
      ++i;
    } else if (!chosen) {
      continue;
    } else if (text[i] == '$' && next == '$') {
      out += "$$";
      ++i;
    } else if (text[i] == '#') {
      while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
    } else if (text[i] == '/' && next == '*') {
      const std::size_t end = text.find("*/", i + 2);
      i = end == text.npos ? text.size() : end + 1;
      out += ' ';
    } else {
      out += text[i];
    }
  }
  return out;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '(' || text[i] == '{')) ++depth;
    if (i < text.size() && (text[i] == ')' || text[i] == '}')) --depth;
    if (i < text.size() && (depth > 0 || separators.find(text[i]) == separators.npos)) continue;
    if (const std::string_view part = trim(text.substr(begin, i - begin)); !part.empty())
      parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

// Decimal, octal, hexadecimal, with any number of signs.
std::optional<std::uint64_t> number(std::string_view text) {
  bool negative = false;
  text = trim(text);
  while (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative ^= text.front() == '-';
    text = trim(text.substr(1));
  }
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  std::size_t used = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(std::string(text), &used, 0);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  if (used != text.size()) return std::nullopt;
  return negative ? 0 - value : value;
}

// $0 or ${0:b}, and nothing after it.
std::optional<AsmOperand> argument(std::string_view text) {
  AsmOperand result;
  result.text = std::string(text);
  if (!text.starts_with("$") || text.starts_with("$$")) return std::nullopt;
  text.remove_prefix(1);
  if (text.starts_with("{") && text.ends_with("}")) {
    text = text.substr(1, text.size() - 2);
    if (const std::size_t colon = text.find(':'); colon != text.npos) {
      if (text.size() != colon + 2) return std::nullopt;
      result.modifier = text.back();
      text = text.substr(0, colon);
    }
  }
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  result.argument = static_cast<unsigned>(std::stoul(std::string(text)));
  result.kind = result.modifier == 'l' ? AsmOperand::Kind::Label : AsmOperand::Kind::Argument;
  return result;
}

std::optional<AsmOperand> register_operand(std::string_view text) {
  if (!text.starts_with("%")) return std::nullopt;
  AsmOperand result;
  result.kind = AsmOperand::Kind::Register;
  result.text = std::string(text);
  result.name = std::string(text.substr(1));
  return result;
}

std::optional<AsmOperand> register_like(std::string_view text) {
  if (auto r = register_operand(text)) return r;
  return argument(text);
}

// disp(base,index,scale), where each part may be missing, and disp+$0 for a memory operand.
std::optional<AsmOperand> memory(std::string_view text) {
  AsmOperand result;
  result.kind = AsmOperand::Kind::Memory;
  result.text = std::string(text);
  if (const std::size_t plus = text.find("+$"); plus != text.npos) {
    const auto displacement = number(text.substr(0, plus));
    auto place = argument(text.substr(plus + 1));
    if (!displacement || !place) return std::nullopt;
    result.value = *displacement;
    result.base.push_back(*place);
    return result;
  }
  const std::size_t open = text.find('(');
  if (open == text.npos || !text.ends_with(")")) return std::nullopt;
  if (const std::string_view before = trim(text.substr(0, open)); !before.empty()) {
    const auto displacement = number(before);
    if (!displacement) return std::nullopt;
    result.value = *displacement;
  }
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  const std::size_t comma = inside.find(',');
  if (const std::string_view base = trim(inside.substr(0, comma)); !base.empty()) {
    auto r = register_like(base);
    if (!r) return std::nullopt;
    result.base.push_back(*r);
  }
  if (comma == inside.npos) return result.base.empty() ? std::nullopt : std::optional(result);
  const auto parts = split(inside.substr(comma + 1), ",");
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  auto r = register_like(parts[0]);
  if (!r) return std::nullopt;
  result.index.push_back(*r);
  if (parts.size() == 2) {
    const auto scale = number(parts[1]);
    if (!scale || (*scale != 1 && *scale != 2 && *scale != 4 && *scale != 8)) return std::nullopt;
    result.scale = static_cast<unsigned>(*scale);
  }
  return result;
}

bool is_label_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' ||
           c == '{' || c == '}' || c == ':';
  });
}

AsmOperand operand(std::string_view text) {
  AsmOperand result;
  result.text = std::string(text);
  if (text.starts_with("$$")) {
    const std::string_view rest = text.substr(2);
    if (const auto value = number(rest)) {
      result.kind = AsmOperand::Kind::Immediate;
      result.value = *value;
    } else if (auto constant = argument(rest); constant && constant->modifier == 'c') {
      return *constant;
    }
    return result;
  }
  if (auto a = argument(text)) return *a;
  if (auto r = register_operand(text)) return *r;
  if (auto m = memory(text)) return *m;
  if (is_label_name(text)) {
    result.kind = AsmOperand::Kind::Label;
    result.name = result.text;
  }
  return result;
}

// The first word of `text`, in lower case; `text` keeps the rest.
std::string take_word(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && !is_space(text[end])) ++end;
  std::string word(text.substr(0, end));
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  text = trim(text.substr(end));
  return word;
}

// "1:" and "loop:" at the start of a statement.
std::optional<std::string> take_label(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && !is_space(text[end]) && text[end] != ':') {
    if (text[end] == '{') end = std::min(text.find('}', end), text.size() - 1);  // ${:uid}
    ++end;
  }
  if (end >= text.size() || text[end] != ':' || !is_label_name(text.substr(0, end)))
    return std::nullopt;
  std::string name(text.substr(0, end));
  text = trim(text.substr(end + 1));
  return name;
}

// Where code and data lie, and data in other sections (of alternatives, of exceptions), mean
// nothing to the instructions.
class Directives {
 public:
  bool in_section() const { return depth_ > 0; }
  bool skips(std::string_view statement) {
    const std::string word = take_word(statement);
    if (word == ".pushsection") ++depth_;
    if (word == ".popsection" && depth_ > 0) return depth_-- > 0;
    return depth_ > 0 || word == ".align" || word == ".balign" || word == ".p2align";
  }

 private:
  int depth_ = 0;
};

}  // namespace

std::vector<AsmInstruction> parse_assembly(std::string_view original) {
  const std::string text = plain_text(original);
  std::vector<AsmInstruction> result;
  AsmInstruction next;
  Directives directives;
  for (std::string_view part : split(text, ";\n")) {
    std::vector<std::string> labels;
    while (auto label = take_label(part)) labels.push_back(*label);
    if (!directives.in_section()) std::ranges::move(labels, std::back_inserter(next.labels));
    if (directives.skips(part)) continue;
    while (!part.empty()) {
      std::string word = take_word(part);
      if (word == "lock") {
        next.lock = true;
      } else if (word == "rep") {
        next.repeat = true;
      } else {
        next.mnemonic = std::move(word);
        break;
      }
    }
    if (next.mnemonic.empty()) continue;  // labels, or a prefix in a statement of its own
    for (std::string_view o : split(part, ",")) next.operands.push_back(operand(o));
    result.push_back(std::move(next));
    next = {};
  }
  if (!next.labels.empty() || next.lock || next.repeat) result.push_back(std::move(next));
  return result;
}

}  // namespace overtake::frontend
