#include <algorithm>
#include <cctype>
#include <cstdint>

#include "frontend/clang/assembly.h"

namespace overtake::frontend {
namespace {

std::string_view trim(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
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

bool is_number(std::string_view s) {
  return !s.empty() && std::ranges::all_of(s, [](unsigned char c) { return std::isdigit(c); });
}

AsmOperand operand(std::string_view text) {
  AsmOperand result;
  result.text = std::string(text);
  if (text.starts_with("$$") && is_number(text.substr(2))) {
    result.kind = AsmOperand::Kind::Immediate;
    result.value = std::stoull(std::string(text.substr(2)));
  } else if (text.starts_with("${")) {
    const std::string_view inside = text.substr(2, text.find_first_of(":}") - 2);
    if (is_number(inside)) {
      result.kind = AsmOperand::Kind::Argument;
      result.argument = static_cast<unsigned>(std::stoul(std::string(inside)));
    }
  } else if (text.starts_with("$") && is_number(text.substr(1))) {
    result.kind = AsmOperand::Kind::Argument;
    result.argument = static_cast<unsigned>(std::stoul(std::string(text.substr(1))));
  } else if (text.starts_with("%")) {
    result.kind = AsmOperand::Kind::Register;
  }
  return result;
}

// The first word of `text`, in lower case; `text` keeps the rest.
std::string take_word(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && !std::isspace(static_cast<unsigned char>(text[end]))) ++end;
  std::string word(text.substr(0, end));
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  text = trim(text.substr(end));
  return word;
}

}  // namespace

std::vector<AsmInstruction> parse_assembly(std::string_view text) {
  std::vector<AsmInstruction> result;
  bool lock = false, repeat = false;
  for (std::string_view part : split(text, ";\n")) {
    if (part.starts_with("#")) continue;
    AsmInstruction instruction;
    while (!part.empty()) {
      std::string word = take_word(part);
      if (word == "lock") {
        lock = true;
      } else if (word == "rep") {
        repeat = true;
      } else {
        instruction.mnemonic = std::move(word);
        break;
      }
    }
    if (instruction.mnemonic.empty()) continue;  // a prefix on a line of its own
    instruction.lock = lock;
    if (repeat) instruction.mnemonic = "rep " + instruction.mnemonic;
    lock = repeat = false;
    for (std::string_view o : split(part, ",")) instruction.operands.push_back(operand(o));
    result.push_back(std::move(instruction));
  }
  return result;
}

}  // namespace overtake::frontend
