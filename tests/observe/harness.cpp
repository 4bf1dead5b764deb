#include "harness.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace overtake::observe::test {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

Workshop::Workshop() {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "overtake-observe-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  path_ = pattern;
}

Workshop::~Workshop() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Workshop::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return (path_ / name).string();
}

Finished run(const std::vector<std::string>& command, const std::filesystem::path& folder,
             const std::map<std::string, std::string>& environment) {
  const Workshop work;
  const auto out = work.path() / "stdout";
  const auto err = work.path() / "stderr";
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    alarm(60);
    if (!folder.empty() && chdir(folder.c_str()) != 0) _exit(125);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    const int null = open("/dev/null", O_RDONLY);
    const int to_out = open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    const int to_err = open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    dup2(null, 0);
    dup2(to_out, 1);
    dup2(to_err, 2);
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(126);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(out),
          contents(err)};
}

Finished Workshop::compile(Compiler compiler, const std::vector<std::string>& arguments) const {
  bool cxx = false;
  for (const std::string& a : arguments) cxx = cxx || a.ends_with(".cpp");
  const bool gcc = compiler == Compiler::Gcc;
  std::vector<std::string> command{std::string(OVERTAKE_BINARY_DIR) +
                                   (cxx ? "/overtake-c++" : "/overtake-cc")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(
      command, path_,
      {{"OVERTAKE_CC", gcc ? "gcc" : "clang-19"}, {"OVERTAKE_CXX", gcc ? "g++" : "clang++-19"}});
}

std::string Workshop::build(const std::string& source, Compiler compiler,
                            const std::vector<std::string>& flags) const {
  const std::string out = (path_ / "program").string();
  std::vector<std::string> arguments = flags;
  arguments.insert(arguments.end(), {"-w", source, "-o", out});
  if (source.ends_with(".cpp")) arguments.insert(arguments.begin(), "-std=c++20");
  const Finished done = compile(compiler, arguments);
  EXPECT_EQ(done.code, 0) << done.err;
  return out;
}

std::string Workshop::program(const std::string& source, Compiler compiler,
                              const std::vector<std::string>& flags) const {
  return build(std::string(OVERTAKE_SOURCE_DIR) + "/tests/observe/programs/" + source, compiler,
               flags);
}

std::string Workshop::program_of(const std::string& text, Compiler compiler,
                                 const std::vector<std::string>& flags) const {
  return build(write("program.c", text), compiler, flags);
}

std::string overtake() { return std::string(OVERTAKE_BINARY_DIR) + "/overtake"; }

Finished observe(const std::vector<std::string>& options, const std::vector<std::string>& command,
                 const std::map<std::string, std::string>& environment) {
  std::vector<std::string> words{overtake(), "observe"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back("--");
  words.insert(words.end(), command.begin(), command.end());
  return run(words, {}, environment);
}

Json observe_json(const std::vector<std::string>& options, const std::vector<std::string>& command,
                  const std::map<std::string, std::string>& environment) {
  std::vector<std::string> with = options;
  with.push_back("--json");
  const Finished done = observe(with, command, environment);
  const std::size_t begin = done.out.find("{\n  \"command\"");
  EXPECT_NE(begin, std::string::npos) << "exit code " << done.code << "\n" << done.out << done.err;
  if (begin == std::string::npos) return Json::object();
  return Json::parse(done.out.substr(begin));
}

Lines pairs(const Json& result, const std::string& model) {
  Lines out;
  for (const Json& v : result["violations"]) {
    const Json& models = v["models"];
    if (std::find(models.begin(), models.end(), model) != models.end())
      out.emplace_back(v["delayed"]["line"], v["overtaking"]["line"]);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace overtake::observe::test
