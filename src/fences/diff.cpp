#include "fences/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace overtake::fences {
namespace {

// Each with its newline; only the last may lack it.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = text.find('\n', at);
    const std::size_t end = newline == text.npos ? text.size() : newline + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

struct Line {
  char kind;  // ' ', '-', '+'
  const std::string* text;
};

// A shortest script that makes `b` of `a`. furthest[d][k + d]: how far into `a` one gets on
// diagonal k with d changes.
class Script {
 public:
  Script(const std::vector<std::string>& a, const std::vector<std::string>& b)
      : a_(a), b_(b), n_(static_cast<int>(a.size())), m_(static_cast<int>(b.size())) {}

  std::vector<Line> run() {
    for (int d = 0;; ++d) {
      furthest_.emplace_back(2 * d + 1);
      for (int k = -d; k <= d; k += 2) {
        int x = d == 0 ? 0 : from_below(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
        while (x < n_ && x - k < m_ && a_[x] == b_[x - k]) ++x;
        furthest_[d][k + d] = x;
        if (x >= n_ && x - k >= m_) return back(d);
      }
    }
  }

 private:
  int at(int d, int k) const { return furthest_[d][k + d]; }
  // The last change on the way to diagonal k with d changes is an insertion.
  bool from_below(int d, int k) const {
    return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1));
  }

  std::vector<Line> back(int d) const {
    std::vector<Line> lines;
    int x = n_, y = m_;
    for (; d > 0; --d) {
      const int k = x - y;
      const bool inserts = from_below(d, k);
      const int previous = inserts ? k + 1 : k - 1;
      const int px = at(d - 1, previous), py = px - previous;
      while (x > px + (inserts ? 0 : 1) && y > py + (inserts ? 1 : 0)) {
        lines.push_back({' ', &a_[--x]});
        --y;
      }
      if (inserts)
        lines.push_back({'+', &b_[--y]});
      else
        lines.push_back({'-', &a_[--x]});
    }
    while (x > 0) lines.push_back({' ', &a_[--x]});
    std::ranges::reverse(lines);
    return lines;
  }

  const std::vector<std::string>& a_;
  const std::vector<std::string>& b_;
  int n_, m_;
  std::vector<std::vector<int>> furthest_;
};

std::string text_of(const Line& line) {
  std::string out = line.kind + *line.text;
  if (!out.ends_with('\n')) out += "\n\\ No newline at end of file\n";
  return out;
}

// Where a hunk begins; one without lines stands after the line before it.
std::string range(std::size_t first, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

std::string header(const char* mark, char prefix, const std::string& file) {
  return fmt::format("{} {}/{}{}\n", mark, prefix, file, file.find(' ') == file.npos ? "" : "\t");
}

}  // namespace

std::string name_in_diff(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path path =
      (fs::path(file).is_absolute() ? fs::path(file) : here / file).lexically_normal();
  const fs::path below = path.lexically_relative(here);
  if (!below.empty() && *below.begin() != "..") return below.string();
  return path.relative_path().string();
}

std::string unified_diff(const std::string& file, const std::string& before,
                         const std::string& after) {
  constexpr std::size_t kContext = 3;
  const std::vector<std::string> a = lines_of(before), b = lines_of(after);
  const std::vector<Line> all = Script(a, b).run();
  std::string hunks;
  std::size_t old_line = 1, new_line = 1;  // of all[at]
  for (std::size_t at = 0; at < all.size();) {
    // The next change, and all that follow it closely.
    std::size_t change = at;
    while (change < all.size() && all[change].kind == ' ') ++change;
    if (change == all.size()) break;
    std::size_t last = change;
    for (std::size_t k = change; k < all.size() && k <= last + 2 * kContext + 1; ++k)
      if (all[k].kind != ' ') last = k;
    const std::size_t begin = change - std::min(change - at, kContext);
    const std::size_t end = std::min(all.size(), last + 1 + kContext);
    old_line += begin - at;
    new_line += begin - at;
    std::size_t old_count = 0, new_count = 0;
    std::string body;
    for (std::size_t k = begin; k < end; ++k) {
      old_count += all[k].kind != '+' ? 1 : 0;
      new_count += all[k].kind != '-' ? 1 : 0;
      body += text_of(all[k]);
    }
    hunks += fmt::format("@@ -{} +{} @@\n{}", range(old_line, old_count),
                         range(new_line, new_count), body);
    old_line += old_count;
    new_line += new_count;
    at = end;
  }
  if (hunks.empty()) return {};
  const std::string name = name_in_diff(file);
  return header("---", 'a', name) + header("+++", 'b', name) + hunks;
}

}  // namespace overtake::fences
