#include "fences/patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "base/error.h"
#include "fences/diff.h"
#include "fences/statement.h"

namespace overtake::fences {
namespace {

bool is_c(const std::string& file) { return file.ends_with(".c") || file.ends_with(".i"); }

std::string fence_text(FenceKind kind, bool c) {
  const char* order = kind == FenceKind::Full ? "seq_cst" : "release";
  return c ? fmt::format("atomic_thread_fence(memory_order_{});", order)
           : fmt::format("std::atomic_thread_fence(std::memory_order_{});", order);
}

// One change: `text` instead of what stands between the offsets.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

std::size_t line_begin(const std::string& text, std::size_t at) {
  const std::size_t newline = at == 0 ? text.npos : text.rfind('\n', at - 1);
  return newline == text.npos ? 0 : newline + 1;
}

std::string indentation(const std::string& text, std::size_t at) {
  const std::size_t begin = line_begin(text, at);
  const std::size_t end = text.find_first_not_of(" \t", begin);
  return text.substr(begin, std::min(end, at) - begin);
}

// The order of an atomic store, if the statement is one and names it.
std::optional<Edit> stronger_order(const std::string& text, const SourceStatement& s) {
  static constexpr std::string_view kPrefix = "memory_order_";
  const std::string statement = text.substr(s.begin, s.end - s.begin);
  const std::size_t order = statement.find(kPrefix);
  if (order == statement.npos || statement.find(kPrefix, order + 1) != statement.npos)
    return std::nullopt;
  if (statement.find("store") > order) return std::nullopt;
  std::size_t end = order + kPrefix.size();
  while (end < statement.size() &&
         (std::isalnum(static_cast<unsigned char>(statement[end])) != 0 || statement[end] == '_'))
    ++end;
  return Edit{s.begin + order, s.begin + end, "memory_order_seq_cst"};
}

Edit fence_behind(const std::string& text, const SourceStatement& s, FenceKind kind, bool c) {
  const std::string fence = fence_text(kind, c);
  if (s.lone)
    return {s.begin, s.end,
            fmt::format("{{ {} {} }}", text.substr(s.begin, s.end - s.begin), fence)};
  const std::size_t rest = text.find_first_not_of(" \t", s.end);
  const bool ends_line = rest == text.npos || text[rest] == '\n' || text[rest] == '\r' ||
                         text.compare(rest, 2, "//") == 0;
  if (!ends_line) return {s.end, s.end, " " + fence};
  const std::size_t newline = std::min(text.find('\n', s.end), text.size());
  const char* end = newline > 0 && text[newline - 1] == '\r' ? "\r" : "";
  return {newline, newline, "\n" + indentation(text, s.begin) + fence + end};
}

// The header that declares fences, behind the last #include if it is not there.
std::optional<Edit> include(const std::string& text, bool c) {
  const std::string header = c ? "#include <stdatomic.h>" : "#include <atomic>";
  if (text.find(c ? "<stdatomic.h>" : "<atomic>") != text.npos) return std::nullopt;
  std::size_t last = text.npos;
  for (std::size_t at = text.find("#include"); at != text.npos; at = text.find("#include", at + 1))
    if (line_begin(text, at) == at) last = at;
  if (last == text.npos) return Edit{0, 0, header + "\n"};
  const std::size_t newline = std::min(text.find('\n', last), text.size());
  return Edit{newline, newline, "\n" + header};
}

std::string applied(std::string text, std::vector<Edit> edits) {
  std::ranges::sort(edits, [](const Edit& a, const Edit& b) { return a.begin > b.begin; });
  for (const Edit& e : edits) text.replace(e.begin, e.end - e.begin, e.text);
  return text;
}

std::string read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file + ": cannot be read, so no fence can be written into it");
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Patch make_patch(const std::vector<Fence>& fences, PatchStyle style) {
  Patch patch;
  std::map<std::string, std::vector<Fence>> by_file;
  for (const Fence& f : fences) by_file[f.file].push_back(f);
  for (const auto& [file, wanted] : by_file) {
    const std::string text = read(file);
    const bool c = is_c(file);
    std::vector<Edit> edits;
    std::set<std::size_t> done;  // ends of statements that have their fence
    bool needs_header = false;
    for (const Fence& f : wanted) {
      const auto statement = find_statement(text, f.line, f.column);
      if (!statement)
        throw InputError(fmt::format("{}:{}: no statement ends after this store", file, f.line));
      if (!done.insert(statement->end).second) continue;
      std::optional<Edit> edit;
      if (style == PatchStyle::Order && f.kind == FenceKind::Full)
        edit = stronger_order(text, *statement);
      if (!edit) {
        edit = fence_behind(text, *statement, f.kind, c);
        needs_header = true;
      }
      edits.push_back(std::move(*edit));
    }
    if (needs_header)
      if (auto header = include(text, c)) edits.push_back(std::move(*header));
    patch.old_texts[file] = text;
    patch.new_texts[file] = applied(text, std::move(edits));
    patch.diff += unified_diff(file, text, patch.new_texts[file]);
  }
  return patch;
}

}  // namespace overtake::fences
