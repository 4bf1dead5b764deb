// Chooses the front end by what the files are called.
#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "frontend/input.h"
#ifdef OVERTAKE_HAS_CLANG
#include "frontend/clang/clang.h"
#endif

namespace overtake::frontend {
namespace {

constexpr std::array<std::string_view, 8> kClangKinds = {".c",   ".i",   ".cpp", ".cc",
                                                         ".cxx", ".C",   ".ll",  ".bc"};

std::string_view extension(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == path.npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view{} : name.substr(dot);
}

bool is_clang_input(std::string_view path) {
  return std::ranges::find(kClangKinds, extension(path)) != kClangKinds.end();
}

}  // namespace

ir::Program load(const Input& input) {
  if (input.files.empty()) throw InputError("no input file");
  for (const std::string& file : input.files) {
    if (!is_clang_input(file))
      throw InputError(file +
                       ": unknown kind of file; supported are C (.c, .i), C++ (.cpp, .cc, .cxx, .C) "
                       "and LLVM (.ll, .bc)");
  }
#ifdef OVERTAKE_HAS_CLANG
  return load_clang(input);
#else
  throw InputError(input.files.front() + ": this build of overtake has no C front end");
#endif
}

}  // namespace overtake::frontend
