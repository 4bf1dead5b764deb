#include "run.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace overtake::test {
namespace {

[[noreturn]] void become_overtake(const std::vector<std::string>& arguments,
                                  const RunOptions& options) {
  if (!options.directory.empty() && chdir(options.directory.c_str()) != 0) _exit(125);
  for (const std::string& variable : options.environment) {
    const std::size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<std::string> words{OVERTAKE_BINARY};
  if (options.processes > 1)
    words = {"mpirun",
             "--allow-run-as-root",
             "--oversubscribe",
             "-n",
             std::to_string(options.processes),
             OVERTAKE_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv.front(), argv.data());
  _exit(126);
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int wait_for(pid_t child, const RunOptions& options) {
  if (options.signal_after.count() != 0) {
    std::this_thread::sleep_for(options.signal_after);
    kill(child, options.signal);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return exit_code_of(status);
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

Result run(const std::vector<std::string>& arguments, const RunOptions& options) {
  const Folder folder;
  const auto out = folder.path() / "stdout";
  const auto err = folder.path() / "stderr";
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const int null = open("/dev/null", O_RDONLY);
    const int to_out = open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    const int to_err = open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    dup2(null, 0);
    dup2(to_out, 1);
    dup2(to_err, 2);
    become_overtake(arguments, options);
  }
  Result result;
  result.exit_code = wait_for(child, options);
  result.out = contents(out);
  result.err = contents(err);
  return result;
}

Result run_on_terminal(const std::vector<std::string>& arguments, const RunOptions& options) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child < 0) throw std::runtime_error("forkpty failed");
  if (child == 0) become_overtake(arguments, options);
  Result result;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;)
    result.out.append(buffer, static_cast<std::size_t>(n));
  result.exit_code = wait_for(child, options);
  close(terminal);
  return result;
}

}  // namespace overtake::test
