#include "observe/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"

namespace overtake::observe {
namespace {

using WallClock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr std::size_t kShownOutput = 4096;

// A folder of its own, removed at the end.
class Folder {
 public:
  Folder() {
    const char* temporary = std::getenv("TMPDIR");
    std::string path = std::string(temporary != nullptr ? temporary : "/tmp") + "/overtake-XXXXXX";
    if (mkdtemp(path.data()) == nullptr)
      throw InputError(path + ": cannot be created: " + std::strerror(errno));
    path_ = path;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

double seconds_of(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
}

class Launcher {
 public:
  Launcher(const LaunchOptions& options, const Suppressions& suppressions)
      : options_(options), collector_(suppressions) {}

  Result run() {
    const auto start = WallClock::now();
    collector_.result().command = options_.command;
    for (std::uint64_t i = 0; i < options_.runs; ++i) {
      if (options_.stop != nullptr && *options_.stop) break;
      RunSummary summary = run_once(options_.seed + i);
      const std::uint64_t deadlocks = deadlock_count();
      collect(summary);
      collector_.result().runs.push_back(summary);
      collector_.result().seconds = std::chrono::duration<double>(WallClock::now() - start).count();
      if (deadlock_count() == deadlocks) report_failure(summary);
      if (options_.progress) options_.progress(collector_.result());
    }
    return std::move(collector_.result());
  }

 private:
  std::uint64_t deadlock_count() {
    std::uint64_t n = 0;
    for (const DeadlockFound& d : collector_.result().deadlocks) n += d.runs;
    return n;
  }
  std::string output_path() const { return folder_.path() + "/output"; }

  std::string environment(std::uint64_t seed) const {
    std::string text;
    if (const char* given = std::getenv("OVERTAKE_OPTIONS")) text = std::string(given) + ":";
    if (!options_.runtime_options.empty()) text += options_.runtime_options + ":";
    return text + "seed=" + std::to_string(seed) + ":results='" + folder_.path() + "'";
  }

  // In the child: never returns.
  [[noreturn]] void become(std::uint64_t seed, int failed) const {
    setenv("OVERTAKE_OPTIONS", environment(seed).c_str(), 1);
    if (options_.keep_addresses) personality(ADDR_NO_RANDOMIZE);
    setpgid(0, 0);
    if (!options_.show_output) {
      const int out = open(output_path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
      dup2(out, STDOUT_FILENO);
      dup2(out, STDERR_FILENO);
      close(out);
    }
    std::vector<char*> arguments;
    for (const std::string& a : options_.command) arguments.push_back(const_cast<char*>(a.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const auto written = write(failed, &error, sizeof(error));
    _exit(127);
  }

  RunSummary run_once(std::uint64_t seed) {
    int failed[2];
    if (pipe2(failed, O_CLOEXEC) != 0) throw InputError("no pipe can be created");
    const auto start = WallClock::now();
    const pid_t child = fork();
    if (child < 0)
      throw InputError(std::string("no process can be created: ") + std::strerror(errno));
    if (child == 0) become(seed, failed[1]);
    close(failed[1]);
    int error = 0;
    const bool started = read(failed[0], &error, sizeof(error)) <= 0;
    close(failed[0]);
    RunSummary summary;
    summary.seed = seed;
    wait_for(child, start, summary);
    if (!started)
      throw InputError(options_.command[0] + ": cannot be started: " + std::strerror(error));
    summary.seconds = std::chrono::duration<double>(WallClock::now() - start).count();
    return summary;
  }

  // The end of the program; its other processes end with it if the time is up.
  void wait_for(pid_t child, WallClock::time_point start, RunSummary& summary) const {
    int status = 0;
    rusage usage{};
    std::chrono::milliseconds pause{1};
    bool killed = false;
    for (;;) {
      const bool limited = options_.timeout || options_.stop != nullptr;
      const pid_t ended = wait4(child, &status, limited ? WNOHANG : 0, &usage);
      if (ended == child) break;
      if (ended < 0 && errno != EINTR) break;
      if (!limited) continue;
      const bool late = options_.timeout && WallClock::now() - start > *options_.timeout;
      const bool stopped = options_.stop != nullptr && *options_.stop;
      if ((late || stopped) && !killed) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL);
        killed = true;
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::milliseconds(20));
    }
    kill(-child, SIGKILL);
    summary.end = killed                ? RunEnd::TimedOut
                  : WIFSIGNALED(status) ? RunEnd::Signalled
                                        : RunEnd::Exited;
    summary.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    summary.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    summary.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  }

  void collect(RunSummary& summary) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().extension() == ".overtake") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      const Findings findings = read_findings(file.string());
      ++summary.processes;
      summary.trouble |= findings.header.trouble;
      summary.events += findings.header.events;
      summary.switches += findings.header.switches;
      summary.preemptions += findings.header.preemptions;
      summary.threads += findings.header.threads;
      collector_.add(findings, summary.seed);
      fs::remove(file);
    }
    collector_.end_run();
    if (files.empty() && summary.end != RunEnd::TimedOut)
      throw InputError(options_.command[0] +
                       ": it was not built to be observed; build it with overtake-cc or "
                       "overtake-c++ (docs/observe.md)");
  }

  void report_failure(const RunSummary& summary) const {
    if (options_.show_output || !options_.failed) return;
    if (summary.end == RunEnd::Exited && summary.code == 0) return;
    std::ifstream in(output_path(), std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (text.size() > kShownOutput) text = "...\n" + text.substr(text.size() - kShownOutput);
    options_.failed(summary, text);
  }

  const LaunchOptions& options_;
  Collector collector_;
  Folder folder_;
};

}  // namespace

Result launch(const LaunchOptions& options, const Suppressions& suppressions) {
  return Launcher(options, suppressions).run();
}

}  // namespace overtake::observe
