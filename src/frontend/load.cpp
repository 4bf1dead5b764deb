// Chooses the front end by what the files are called, or by Input::format.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "frontend/input.h"
#include "frontend/litmus/lower.h"
#include "frontend/litmus/parser.h"
#include "frontend/text_file.h"
#include "gcl/lower.h"
#include "gcl/parser.h"
#ifdef OVERTAKE_HAS_CLANG
#include "frontend/clang/clang.h"
#endif

namespace overtake::frontend {
namespace {

constexpr std::array<std::string_view, 8> kClangKinds = {".c",   ".i", ".cpp", ".cc",
                                                         ".cxx", ".C", ".ll",  ".bc"};

std::string_view extension(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == path.npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view{} : name.substr(dot);
}

bool is_clang_input(std::string_view path) {
  return std::ranges::find(kClangKinds, extension(path)) != kClangKinds.end();
}

// "litmus", "gcl", "trencher", or "" for everything that clang reads.
std::string format_of(const Input& input) {
  if (!input.format.empty()) {
    if (input.format != "litmus" && input.format != "gcl" && input.format != "trencher")
      throw InputError("unknown format '" + input.format +
                       "'; supported are litmus, gcl and trencher");
    return input.format;
  }
  const std::string_view kind = extension(input.files.front());
  if (kind == ".litmus") return "litmus";
  if (kind == ".gcl") return "gcl";
  if (kind == ".tre" || kind == ".trencher") return "trencher";
  return "";
}

ir::Program load_text(const std::string& file, const std::string& format) {
  const std::string text = read_text(file);
  if (format == "litmus")
    return litmus::lower(litmus::parse(text, file), {.assert_condition = true}).program;
  return gcl::lower(format == "gcl" ? gcl::parse_gcl(text, file) : gcl::parse_trencher(text, file));
}

}  // namespace

ir::Program load(const Input& input) {
  if (input.files.empty()) throw InputError("no input file");
  if (const std::string format = format_of(input); !format.empty()) {
    if (input.files.size() > 1)
      throw InputError(input.files[1] + ": a " + format + " program is one file");
    return load_text(input.files.front(), format);
  }
  for (const std::string& file : input.files) {
    if (!is_clang_input(file) && std::filesystem::is_directory(file))
      throw InputError(file +
                       ": is a directory; name the files of the program, or -p DIR and --entry "
                       "for a project with a compile_commands.json");
    if (!is_clang_input(file))
      throw InputError(
          file +
          ": unknown kind of file; supported are C (.c, .i), C++ (.cpp, .cc, .cxx, .C), "
          "LLVM (.ll, .bc), litmus tests (.litmus), guarded commands (.gcl) and "
          "transition files (.tre)");
  }
#ifdef OVERTAKE_HAS_CLANG
  return load_clang(input);
#else
  throw InputError(input.files.front() + ": this build of overtake has no C front end");
#endif
}

std::string preprocess(const Input& input) {
  if (input.files.empty()) throw InputError("no input file");
  if (!format_of(input).empty() || !is_clang_input(input.files.front()))
    throw InputError(input.files.front() + ": is neither C nor C++");
#ifdef OVERTAKE_HAS_CLANG
  return preprocess_clang(input);
#else
  throw InputError(input.files.front() + ": this build of overtake has no C front end");
#endif
}

}  // namespace overtake::frontend
