// Compiles small programs with overtake-cc and runs them under observation.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace overtake::observe::test {

using Json = nlohmann::ordered_json;

struct Finished {
  int code = -1;  // 128 + n: killed by signal n
  std::string out;
  std::string err;
};

// Runs a command; `environment` is added to the own one. Killed after a minute.
Finished run(const std::vector<std::string>& command, const std::filesystem::path& folder = {},
             const std::map<std::string, std::string>& environment = {});

enum class Compiler { Gcc, Clang };
inline constexpr Compiler kCompilers[] = {Compiler::Gcc, Compiler::Clang};
inline void PrintTo(Compiler compiler, std::ostream* out) {
  *out << (compiler == Compiler::Gcc ? "gcc" : "clang");
}

// A folder for one test, removed at its end.
class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string write(const std::string& name, const std::string& text) const;

  // overtake-cc or overtake-c++ (by the first file's name) with these arguments.
  Finished compile(Compiler compiler, const std::vector<std::string>& arguments) const;
  // A program of tests/observe/programs; its path. Fails the test if it does not compile.
  std::string program(const std::string& source, Compiler compiler = Compiler::Clang,
                      const std::vector<std::string>& flags = {"-O1"}) const;
  // The same for a text.
  std::string program_of(const std::string& text, Compiler compiler = Compiler::Clang,
                         const std::vector<std::string>& flags = {"-O1"}) const;

 private:
  std::string build(const std::string& source, Compiler compiler,
                    const std::vector<std::string>& flags) const;
  std::filesystem::path path_;
};

// overtake observe OPTIONS -- COMMAND
Finished observe(const std::vector<std::string>& options, const std::vector<std::string>& command,
                 const std::map<std::string, std::string>& environment = {});
// The same with --json.
Json observe_json(const std::vector<std::string>& options, const std::vector<std::string>& command,
                  const std::map<std::string, std::string>& environment = {});

// (line of the delayed store, line of the overtaking access) under a model, sorted.
using Lines = std::vector<std::pair<int, int>>;
Lines pairs(const Json& result, const std::string& model);

std::string overtake();  // the binary

}  // namespace overtake::observe::test
