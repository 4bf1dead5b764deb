#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace overtake::report {
namespace {

constexpr unsigned kMinColumn = 23;
constexpr unsigned kGap = 2;
constexpr unsigned kIndent = 2;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Text that a locale without UTF-8 can show.
std::string plain(std::string_view text, const Style& style) {
  if (style.utf8) return std::string(text);
  std::string result;
  for (char c : text)
    if (!continues(c)) result += static_cast<unsigned char>(c) < 128 ? c : '?';
  return result;
}

// A blank where a line may be broken: "x = 1" stays together.
bool breakable(std::string_view text, std::size_t at) {
  return text[at] == ' ' && at > 0 && text[at - 1] != '=' && at + 1 < text.size() &&
         text[at + 1] != '=';
}

// After these a long word of code may be broken: "queue.|lock(|std::|memory_order".
bool ends_a_part(std::string_view text, std::size_t at) {
  const char c = text[at];
  return c == '.' || c == '(' || c == ',' || (c == ':' && at > 0 && text[at - 1] == ':') ||
         (c == '>' && at > 0 && text[at - 1] == '-');
}

// At blanks where possible, else after parts of a word, else anywhere between characters.
std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(text) > width) {
    std::size_t end = 0, columns = 0, blank = std::string_view::npos, part = 0;
    while (end < text.size() && columns <= width) {
      if (breakable(text, end)) blank = end;
      if (end > 0 && columns < width && ends_a_part(text, end)) part = end + 1;
      ++end;
      while (end < text.size() && continues(text[end])) ++end;
      ++columns;
    }
    while (end > 0 && display_width(text.substr(0, end)) > width) {
      --end;
      while (end > 0 && continues(text[end])) --end;
    }
    const std::size_t cut = blank != std::string_view::npos && blank > 0 ? blank
                            : part != 0 && part < end                    ? part
                                                                         : end;
    if (cut == 0) break;
    lines.emplace_back(text.substr(0, cut));
    text.remove_prefix(cut);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  if (!text.empty()) lines.emplace_back(text);
  return lines;
}

std::string shortened(std::string_view text, std::size_t width, const Style& style) {
  if (display_width(text) <= width) return std::string(text);
  const std::string_view dots = style.utf8 ? "…" : "...";
  const std::size_t room = width - display_width(dots);
  std::size_t end = 0;
  for (std::size_t columns = 0; end < text.size() && columns < room; ++columns) {
    ++end;
    while (end < text.size() && continues(text[end])) ++end;
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return std::string(text.substr(0, end)) + std::string(dots);
}

// "T1.10" is {1, 10}, "main" nothing at all.
std::vector<unsigned long> numbers_in(const std::string& name) {
  std::vector<unsigned long> numbers;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(name[i])) == 0) continue;
    std::size_t length = 0;
    numbers.push_back(std::stoul(name.substr(i, 9), &length));
    i += length - 1;
  }
  return numbers;
}

struct Line {
  std::string text;
  Paint paint = Paint::None;
};

class Drawing {
 public:
  Drawing(std::span<const StoryStep> story, const std::vector<std::string>& threads,
          const Style& style, const std::vector<std::string>& roles)
      : story_(story), style_(style) {
    for (std::size_t i = 0; i < std::min(threads.size(), roles.size()); ++i)
      roles_[threads[i]] = function_[threads[i]] = roles[i];
    std::set<std::string> files;
    std::set<std::string> shown;
    for (const StoryStep& step : story) {
      shown.insert(step.thread);
      if (step.place.known() && !step.place.in_library) files.insert(step.place.file);
      widest_line_ = std::max<unsigned>(
          widest_line_, static_cast<unsigned>(std::to_string(step.place.line).size()));
    }
    several_files_ = files.size() > 1;
    for (const std::string& thread : threads)
      if (shown.erase(thread) != 0) threads_.push_back(thread);
    threads_.insert(threads_.end(), shown.begin(), shown.end());
    // main, T1, T1.1, T2, T10: the list is in the order in which an exploration met the threads.
    std::stable_sort(
        threads_.begin(), threads_.end(),
        [&](const std::string& a, const std::string& b) { return numbers_in(a) < numbers_in(b); });
  }

  std::string run() {
    const auto count = static_cast<unsigned>(threads_.size());
    if (count == 0) return {};
    const unsigned room = std::max(style_.width, 40u) - kIndent - kGap * (count - 1);
    column_ = std::min(room / count, 44u);
    if (column_ >= kMinColumn || count == 1) {
      draw_columns();
    } else {
      draw_list();
    }
    return std::move(out_);
  }

 private:
  std::string number(const Place& place) const {
    if (!place.known() || place.in_library) return std::string(widest_line_, ' ');
    return fmt::format("{:>{}}", place.line, widest_line_);
  }

  // The code on top, then what it did; the code only once for steps of the same line.
  std::vector<Line> cell(const StoryStep& step, bool same_line, std::size_t width) {
    std::vector<Line> lines;
    const std::string margin(widest_line_ + 1, ' ');
    auto add = [&](std::string_view text, const std::string& first, Paint paint) {
      std::string prefix = first;
      for (std::string& part : wrap(plain(text, style_), width - margin.size())) {
        lines.push_back({prefix + part, paint});
        prefix = margin;
      }
    };
    const Paint what = step.failure ? Paint::Red : step.weak ? Paint::Yellow : Paint::None;
    if (several_files_ && step.place.known() && !same_line && !step.place.in_library) {
      const std::string base = step.place.file.substr(step.place.file.rfind('/') + 1);
      lines.push_back({shortened(plain(base + ":", style_), width, style_), Paint::Dim});
    }
    if (std::string& now = function_[step.thread]; !step.function.empty() && now != step.function) {
      now = step.function;
      lines.push_back({shortened(plain("in " + now + ":", style_), width, style_), Paint::Dim});
    }
    if (!step.code.empty() && !same_line) add_code(step, width, lines);
    add(step.what, step.code.empty() && !same_line ? number(step.place) + ' ' : margin, what);
    for (const std::string& note : step.notes)
      add(note, margin, step.weak ? Paint::Yellow : Paint::Dim);
    if (!step.buffer.empty()) add("[buffer: " + step.buffer + "]", margin, Paint::Dim);
    return lines;
  }

  // Long lines of code are wrapped; very long ones are cut.
  void add_code(const StoryStep& step, std::size_t width, std::vector<Line>& lines) {
    const std::size_t room = width - widest_line_ - 1;
    std::vector<std::string> parts = wrap(plain(step.code, style_), room);
    if (parts.size() > 1 && parts.back() == ";") parts.pop_back();
    constexpr std::size_t kMaxLines = 4;
    if (parts.size() > kMaxLines) {
      parts.resize(kMaxLines);
      const std::string_view dots = style_.utf8 ? " …" : " ...";
      parts.back() = shortened(parts.back(), room - display_width(dots), style_);
      if (!parts.back().ends_with(dots.substr(1))) parts.back() += dots;
    }
    std::string prefix = number(step.place) + ' ';
    for (const std::string& part : parts) {
      lines.push_back({prefix + part, Paint::Bold});
      prefix.assign(widest_line_ + 1, ' ');
    }
  }

  bool same_line(const StoryStep& step) {
    const auto it = last_.find(step.thread);
    const bool same = it != last_.end() && previous_ == step.thread && step.place.known() &&
                      it->second == step.place.line && !step.code.empty();
    last_[step.thread] = step.code.empty() ? 0 : step.place.line;
    previous_ = step.thread;
    return same;
  }

  // "T1 producer"
  std::string head(const std::string& thread) const {
    const auto it = roles_.find(thread);
    return it == roles_.end() || it->second.empty() || it->second == thread
               ? thread
               : thread + ' ' + it->second;
  }

  void draw_columns() {
    std::string rule;
    out_.append(kIndent, ' ');
    rule.append(kIndent, ' ');
    for (std::size_t c = 0; c < threads_.size(); ++c) {
      const bool last = c + 1 == threads_.size();
      const std::string title = shortened(plain(head(threads_[c]), style_), column_, style_);
      out_ += paint(title, Paint::Bold, style_);
      for (unsigned i = 0; i < column_; ++i) rule += style_.utf8 ? "─" : "-";
      if (last) break;
      out_.append(column_ - display_width(title) + kGap, ' ');
      rule.append(kGap, ' ');
    }
    out_ += '\n' + rule + '\n';
    for (const StoryStep& step : story_) {
      const auto at = std::find(threads_.begin(), threads_.end(), step.thread);
      const auto c = static_cast<std::size_t>(at - threads_.begin());
      const bool same = same_line(step);
      for (const Line& line : cell(step, same, column_)) {
        out_.append(kIndent + c * (column_ + kGap), ' ');
        out_ += paint(line.text, line.paint, style_) + '\n';
      }
    }
  }

  void draw_list() {
    std::size_t widest = 0;
    for (const std::string& thread : threads_) widest = std::max(widest, thread.size());
    const std::size_t indent = kIndent + widest + kGap;
    for (const StoryStep& step : story_) {
      const bool same = same_line(step);
      bool first = !same;
      for (const Line& line : cell(step, same, std::max<std::size_t>(style_.width - indent, 30))) {
        const std::string who = first ? step.thread : "";
        out_ += fmt::format("{:{}}{:{}}{:{}}{}\n", "", kIndent, who, widest, "", kGap,
                            paint(line.text, line.paint, style_));
        first = false;
      }
    }
  }

  const std::span<const StoryStep> story_;
  const Style& style_;
  std::vector<std::string> threads_;
  std::map<std::string, std::uint32_t> last_;    // by thread: the line of its last step
  std::string previous_;                         // the thread of the last step
  std::map<std::string, std::string> roles_;     // by thread: the function that it runs
  std::map<std::string, std::string> function_;  // by thread: the one that it was in last
  unsigned widest_line_ = 1;
  unsigned column_ = 0;
  bool several_files_ = false;
  std::string out_;
};

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string paint(std::string_view text, Paint color, const Style& style) {
  if (!style.color || color == Paint::None) return std::string(text);
  const char* code = "";
  switch (color) {
    case Paint::Bold:
      code = "1";
      break;
    case Paint::Red:
      code = "1;31";
      break;
    case Paint::Green:
      code = "32";
      break;
    case Paint::Yellow:
      code = "33";
      break;
    case Paint::Dim:
      code = "2";
      break;
    case Paint::None:
      break;
  }
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string paragraph(std::string_view text, const Style& style, unsigned indent) {
  std::string out;
  const std::size_t width = std::max(style.width, indent + 20u) - indent;
  for (const std::string& line : wrap(plain(text, style), width))
    out += std::string(indent, ' ') + line + '\n';
  return out;
}

std::string draw(std::span<const StoryStep> story, const std::vector<std::string>& threads,
                 const Style& style, const std::vector<std::string>& roles) {
  return Drawing(story, threads, style, roles).run();
}

}  // namespace overtake::report
