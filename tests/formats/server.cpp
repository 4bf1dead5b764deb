// Runs many command lines without paying for the start of a process each time (for mutate.py).
//
// A line of standard input is a command line, its words separated by tabs. Each runs in a fork of
// this process, as `overtake` would run it, with its output thrown away and its messages in the
// file named on the command line. The answer is a line with the exit code; -1: killed after a
// minute, -2: ended by a signal.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/crash.h"

namespace {

constexpr unsigned kSeconds = 60;

[[noreturn]] void run(const std::string& line, const char* messages) {
  // The watchdog of the child itself: SIGALRM ends it.
  alarm(kSeconds);
  const int nothing = open("/dev/null", O_RDWR);
  const int errors = open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  overtake::cli::install_crash_handler();
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; std::getline(in, word, '\t');) words.push_back(word);
  const int code = overtake::cli::run(words);
  // As at the end of main: what destructors of static objects do belongs to the run.
  std::exit(code);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  for (std::string line; std::getline(std::cin, line);) {
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) run(line, argv[1]);
    int status = 0;
    if (waitpid(child, &status, 0) != child) return 1;
    const int code = WIFEXITED(status)             ? WEXITSTATUS(status)
                     : WTERMSIG(status) == SIGALRM ? -1
                                                   : -2;
    std::cout << code << std::endl;
  }
}
