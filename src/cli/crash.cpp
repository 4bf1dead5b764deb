#include "cli/crash.h"

#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <memory>
#include <string_view>

#include "cli/exit_codes.h"

namespace overtake::cli {
namespace {

#ifdef OVERTAKE_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Only what is safe in a signal handler.
void say(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

void on_crash(int signal) {
  say("overtake: internal error: ");
  say(signal == SIGSEGV   ? "segmentation fault or stack overflow"
      : signal == SIGABRT ? "aborted"
                          : "crashed");
  say("\nThis is a fault of overtake, not of your program. Please report it with the command,\n"
      "the input and the output of 'overtake --version'.\n");
  _exit(to_int(ExitCode::InternalError));
}

}  // namespace

void install_crash_handler() {
  if (kSanitized) return;
  // Lives as long as the process: the handler may run at any time.
  constexpr std::size_t kStackSize = std::size_t{64} << 10;
  static const std::unique_ptr<char[]> memory(new char[kStackSize]);
  stack_t stack{};
  stack.ss_sp = memory.get();
  stack.ss_size = kStackSize;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace overtake::cli
