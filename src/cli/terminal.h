// Standard output and error: what they can show, and a progress line for people who wait.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/settings.h"
#include "report/text.h"

namespace overtake::cli {

// Colour only on a terminal and without NO_COLOR, unless --color or FORCE_COLOR say otherwise; the
// terminal's width, else 80.
report::Style style_of(int fd, ColorWhen when);

// All of `text`, or InputError with the reason.
void write_stdout(const std::string& text);

// "overtake: text" on standard error, printable.
void complain(const std::string& text);

// One line on standard error, overwritten in place; nothing at all unless it is a terminal.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether something would be shown now.
  bool due() const;
  void show(const std::string& text);
  void clear();
  // Removes the line, and shows no other.
  void end();

 private:
  bool terminal_ = false;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace overtake::cli
