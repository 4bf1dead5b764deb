// Standard output and error: what they can show, and a progress line for people who wait.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "report/text.h"

namespace overtake::cli {

// Colour only on a terminal and without NO_COLOR; the terminal's width, else 80.
report::Style style_of(int fd);

// All of `text`, or InputError with the reason.
void write_stdout(const std::string& text);

// "overtake: text" on standard error.
void complain(const std::string& text);

// One line on standard error, overwritten in place; nothing at all unless it is a terminal.
class Progress {
 public:
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& text);
  void clear();

 private:
  bool terminal_ = false;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace overtake::cli
