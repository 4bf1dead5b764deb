#include "fuzz/c_property.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "frontend/input.h"
#include "fuzz/to_c.h"
#include "fuzz/to_ir.h"
#include "ir/privatize.h"
#include "ir/simplify.h"
#include "ir/verify.h"

namespace overtake::fuzz {

namespace {

// A file of its own folder, gone with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    std::string pattern = std::filesystem::temp_directory_path() / "overtake-fuzz-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr)
      throw InputError("cannot make a temporary folder " + pattern);
    folder_ = pattern;
    std::ofstream out(path());
    out << text;
    if (!out.flush()) throw InputError("cannot write " + path());
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return folder_ / "sketch.c"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace

ir::Program compiled(const Sketch& sketch) {
  const TemporaryFile file(to_c(sketch));
  ir::Program program = frontend::load({.files = {file.path()}});
  ir::verify_or_throw(program);
  ir::privatize(program);
  ir::simplify(program);
  return program;
}

std::optional<Property> c_property(std::vector<MachineName> machines) {
#ifdef OVERTAKE_HAS_CLANG
  return Property{
      "c", "the C text and the IR of a program have the same outcomes", everything,
      [machines = std::move(machines)](const Sketch& sketch) -> std::optional<std::string> {
        const ir::Program program = to_ir(sketch), c = compiled(sketch);
        for (const MachineName m : machines)
          if (auto d = difference("the IR", engine_outcomes(sketch, program, m), "the C text",
                                  engine_outcomes(sketch, c, m)))
            return fmt::format("under {}\n{}", to_string(m), *d);
        return std::nullopt;
      }};
#else
  (void)machines;
  return std::nullopt;
#endif
}

}  // namespace overtake::fuzz
