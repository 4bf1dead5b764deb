#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/printable.h"

namespace overtake::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// The first of these that is set decides, as in setlocale.
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos ||
           value.find("UTF8") != value.npos || value.find("utf-8") != value.npos;
  }
  return false;
}

}  // namespace

report::Style style_of(int fd, ColorWhen when) {
  report::Style style{.color = when == ColorWhen::Always, .utf8 = locale_is_utf8()};
  // Elsewhere, too, "0" means that it is not forced.
  const std::string_view force = environment("FORCE_COLOR");
  const bool forced = !force.empty() && force != "0";
  if (when == ColorWhen::Auto && forced) style.color = true;
  // mpirun gives its processes a terminal, wherever its own output goes.
  if (isatty(fd) == 0 || !environment("OMPI_COMM_WORLD_SIZE").empty()) return style;
  if (when == ColorWhen::Auto && !forced)
    style.color = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
    style.width = std::clamp<unsigned>(size.ws_col, 40, 200);
  return style;
}

void write_stdout(const std::string& text) {
  const bool ok =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!ok)
    throw InputError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void complain(const std::string& text) { fmt::print(stderr, "overtake: {}\n", printable(text)); }

Progress::Progress()
    : terminal_(isatty(STDERR_FILENO) != 0),
      next_(std::chrono::steady_clock::now() + std::chrono::milliseconds(500)) {}

bool Progress::due() const { return terminal_ && std::chrono::steady_clock::now() >= next_; }

void Progress::show(const std::string& text) {
  if (!due()) return;
  next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  fmt::print(stderr, "\r{:<78}", text.substr(0, 78));
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r{:<78}\r", "");
  std::fflush(stderr);
  shown_ = false;
}

void Progress::end() {
  clear();
  terminal_ = false;
}

}  // namespace overtake::cli
