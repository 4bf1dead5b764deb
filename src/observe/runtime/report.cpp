// Findings are shown as they come, by the tool itself, if the program was not started by
// `overtake observe`: it reads the file, judges, names, and prints to standard error.
#include <errno.h>
#include <sys/wait.h>

#include "observe/runtime/runtime.h"

extern "C" char** environ;

namespace overtake::observe {
namespace {

std::uint32_t shown;  // findings that the tool found worth to be shown

#ifndef OVERTAKE_TOOL
#define OVERTAKE_TOOL "/usr/bin/overtake"
#endif

void copy_text(char* to, std::size_t room, const char* from) {
  std::size_t n = text_length(from);
  if (n >= room) n = room - 1;
  copy_bytes(to, from, n);
  to[n] = 0;
}

// In the child: returns if it cannot be started.
void become(const char* tool, char** arguments) {
  raw_syscall(SYS_execve, reinterpret_cast<long>(tool), reinterpret_cast<long>(arguments),
              reinterpret_cast<long>(environ));
}

// "overtake" in one of the folders of PATH.
void search_path(char** arguments) {
  const char* path = nullptr;
  for (char** e = environ; e != nullptr && *e != nullptr; ++e)
    if (text_equal(*e, "PATH=", 5)) path = *e + 5;
  while (path != nullptr && *path != 0) {
    char tool[512];
    std::size_t n = 0;
    while (*path != 0 && *path != ':' && n < sizeof(tool) - 16) tool[n++] = *path++;
    while (*path != 0 && *path != ':') ++path;
    if (*path == ':') ++path;
    copy_text(tool + n, sizeof(tool) - n, "/overtake");
    become(tool, arguments);
  }
}

// The exit code of `overtake observe --findings FILE --at OFFSET`; below 0: it could not be
// started. The child sends no signal when it ends: the program does not see it.
long run_tool(std::uint64_t offset) {
  Text at;
  at << offset;
  static char arguments[12][600];
  static char* list[16];
  const char* tool = runtime.options.reporter;
  std::size_t n = 0;
  const auto add = [&](const char* text) {
    copy_text(arguments[n], sizeof(arguments[n]), text);
    list[n] = arguments[n];
    ++n;
  };
  add(tool);
  add("observe");
  add("--findings");
  add(runtime.findings.path());
  add("--at");
  add(at.data());
  const auto add_file = [&](const char* option, const char* file) {
    if (file[0] == 0) return;
    add(option);
    add(file);
  };
  add_file("--suppressions", runtime.options.suppressions);
  add_file("--record", runtime.options.record);
  list[n] = nullptr;
  const long child = raw_syscall(SYS_clone, 0, 0, 0, 0, 0);
  if (child < 0) return -1;
  if (child == 0) {
    if (tool[0] != 0) become(tool, list);
    search_path(list);
    become(OVERTAKE_TOOL, list);
    sys_exit_group(127);
  }
  int status = 0;
  while (raw_syscall(SYS_wait4, child, reinterpret_cast<long>(&status), __WALL, 0) == -EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
}

}  // namespace

void count_switch() {
  ++runtime.findings.header().switches;
  runtime.findings.update();
}
void count_preemption() { ++runtime.findings.header().preemptions; }

void finding_written(std::uint64_t offset) {
  if (runtime.options.results[0] != 0) return;
  const Inside inside(self);
  const long code = run_tool(offset);
  if (code < 0) {
    say(Text()
        << "a finding, which cannot be shown because there is no overtake in PATH; name it with "
           "OVERTAKE_OPTIONS=reporter=FILE");
    ++shown;
  }
  if (code == 10) ++shown;
  if (shown != 0 && runtime.options.halt) sys_exit_group(finish_runtime(0));
}

bool finish_report() {
  if (runtime.options.results[0] != 0) return false;
  if (shown != 0)
    say(Text() << static_cast<std::uint64_t>(shown) << (shown == 1 ? " finding" : " findings")
               << " (seed " << runtime.options.seed << ")");
  return shown != 0;
}

void report_deadlock() {
  runtime.findings.deadlock();
  const int code = finish_runtime(runtime.options.exit_code);
  sys_exit_group(code);
}

}  // namespace overtake::observe
