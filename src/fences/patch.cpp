#include "fences/patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/error.h"
#include "fences/diff.h"
#include "fences/statement.h"

namespace overtake::fences {
namespace {

bool is_c(const std::string& file) { return file.ends_with(".c") || file.ends_with(".i"); }

std::string fence_text(FenceKind kind, bool c, const RepairOptions& options) {
  const std::string& given = kind == FenceKind::Full ? options.full_fence : options.store_fence;
  if (!given.empty()) return given;
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

// Where an atomic store says its order: the word after `memory_order_` (or `memory_order::`).
std::optional<Edit> named_order(const std::string& text, const SourceStatement& s) {
  static constexpr std::string_view kPrefix = "memory_order";
  const std::string statement = text.substr(s.begin, s.end - s.begin);
  const std::size_t order = statement.find(kPrefix);
  if (order == statement.npos || statement.find(kPrefix, order + 1) != statement.npos)
    return std::nullopt;
  const std::size_t store = statement.find("store");
  if (store > order) return std::nullopt;
  // The statement may do nothing else.
  if (statement.find("load") != statement.npos || statement.find("exchange") != statement.npos)
    return std::nullopt;
  std::size_t begin = order + kPrefix.size();
  if (statement.compare(begin, 2, "::") == 0)
    begin += 2;
  else if (statement[begin] == '_')
    ++begin;
  else
    return std::nullopt;
  std::size_t end = begin;
  while (end < statement.size() &&
         (std::isalnum(static_cast<unsigned char>(statement[end])) != 0 || statement[end] == '_'))
    ++end;
  return Edit{s.begin + begin, s.begin + end, statement.substr(begin, end - begin)};
}

bool strengthens(const std::string& order, const std::string& wanted) {
  if (wanted == "seq_cst") return order == "relaxed" || order == "release";
  return order == "relaxed";
}

// A full fence after a store is what seq_cst makes, a store-store fence before it what release
// does.
std::string wanted_order(FenceKind kind, FenceWhere where) {
  if (kind == FenceKind::Full && where == FenceWhere::After) return "seq_cst";
  if (kind == FenceKind::StoreStore && where == FenceWhere::Before) return "release";
  return {};
}

Edit fence_after(const std::string& text, const SourceStatement& s, const std::string& fence) {
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

Edit fence_before(const std::string& text, const SourceStart& s, const std::string& fence) {
  if (s.end)
    return {s.begin, *s.end,
            fmt::format("{{ {} {} }}", fence, text.substr(s.begin, *s.end - s.begin))};
  const std::size_t begin = line_begin(text, s.begin);
  const std::size_t first = text.find_first_not_of(" \t", begin);
  if (first != s.begin) return {s.begin, s.begin, fence + " "};
  const std::size_t newline = text.find('\n', s.begin);
  const char* end =
      newline != text.npos && newline > 0 && text[newline - 1] == '\r' ? "\r\n" : "\n";
  return {s.begin, s.begin, fence + end + indentation(text, s.begin)};
}

// The header that declares fences, after the last #include if it is not there.
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

std::string order_instead(const std::string& text, std::uint32_t line, std::uint32_t column,
                          FenceKind kind, FenceWhere where) {
  const std::string wanted = wanted_order(kind, where);
  const auto statement = find_statement(text, line, column);
  if (wanted.empty() || !statement) return {};
  const std::optional<Edit> named = named_order(text, *statement);
  return named && strengthens(named->text, wanted) ? "memory_order_" + wanted : "";
}

namespace {

// What the fence changes in the text. One that is an order is the last word of its name.
Edit edit_for(const std::string& text, const Fence& f, const RepairOptions& options) {
  const auto refuse = [&] {
    throw InputError(fmt::format("{}:{}: no fence can be written here", f.file, f.line));
  };
  const std::string fence = fence_text(f.kind, is_c(f.file), options);
  const auto statement = find_statement(text, f.line, f.column);
  if (!f.order.empty()) {
    std::optional<Edit> named = statement ? named_order(text, *statement) : std::nullopt;
    if (!named) refuse();
    named->text = f.order.substr(f.order.rfind("order_") + 6);
    return *named;
  }
  if (f.where == FenceWhere::Before) {
    const auto start = find_start(text, f.line, f.column);
    if (!start) refuse();
    return fence_before(text, *start, fence);
  }
  if (!statement) refuse();
  return fence_after(text, *statement, fence);
}

}  // namespace

Patch make_patch(const std::vector<Fence>& fences, const RepairOptions& options) {
  Patch patch;
  std::map<std::string, std::vector<Fence>> by_file;
  for (const Fence& f : fences) by_file[f.file].push_back(f);
  for (const auto& [file, wanted] : by_file) {
    const std::string text = read(file);
    std::vector<Edit> edits;
    bool needs_header = false;
    for (const Fence& f : wanted) {
      Edit edit = edit_for(text, f, options);
      // Two stores of one statement need one fence.
      const auto same = [&](const Edit& e) { return e.begin == edit.begin && e.text == edit.text; };
      if (std::ranges::any_of(edits, same)) continue;
      const std::string& given =
          f.kind == FenceKind::Full ? options.full_fence : options.store_fence;
      needs_header = needs_header || (f.order.empty() && given.empty());
      edits.push_back(std::move(edit));
    }
    if (needs_header)
      if (auto header = include(text, is_c(file))) edits.push_back(std::move(*header));
    patch.new_texts[file] = applied(text, std::move(edits));
    patch.diff += unified_diff(file, text, patch.new_texts[file]);
  }
  return patch;
}

}  // namespace overtake::fences
