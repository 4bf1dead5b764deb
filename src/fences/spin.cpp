#include "fences/spin.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace overtake::fences {
namespace {

namespace fs = std::filesystem;

// A folder that goes away with everything in it.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "overtake-spin-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw InputError("no folder for spin can be made");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool run(const Folder& folder, const std::string& command, const std::string& log) {
  // mkdtemp's names need no quoting, and the commands are ours.
  const std::string line =
      "cd '" + folder.path().string() + "' && " + command + " > " + log + " 2>&1";
  const int status = std::system(line.c_str());
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string read(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

bool spin_finds_failure(const std::string& promela) {
  const Folder folder;
  std::ofstream(folder.path() / "model.pml") << promela;
  if (!run(folder, "spin -a model.pml", "spin.log"))
    throw InputError("spin could not be run (the package `spin` has it): " +
                     read(folder.path() / "spin.log"));
  // Safety only: no acceptance cycles, no complaint about processes that wait for ever.
  if (!run(folder, "cc -O2 -w -DSAFETY -DCOLLAPSE -o pan pan.c", "cc.log"))
    throw InputError("what spin made could not be compiled by `cc`: " +
                     read(folder.path() / "cc.log"));
  run(folder, "./pan -E -m5000000", "pan.log");
  const std::string log = read(folder.path() / "pan.log");
  if (log.find("errors: 0") == log.npos)
    return log.find("assertion violated") != log.npos
               ? true
               : throw InputError("spin did not finish its search:\n" + log);
  if (log.find("max search depth too small") != log.npos || log.find("out of memory") != log.npos)
    throw InputError("spin did not finish its search:\n" + log);
  return false;
}

}  // namespace overtake::fences
