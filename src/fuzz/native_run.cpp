// Native programs as text, natively, and by the executor.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "frontend/input.h"
#include "fuzz/native_writer.h"
#include "ir/errors.h"
#include "ir/localize.h"
#include "ir/simplify.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "memory/machine.h"

namespace overtake::fuzz {
namespace {

constexpr std::string_view kPreludeText = R"(#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16;
typedef int i32; typedef unsigned u32; typedef long i64; typedef unsigned long u64;
typedef __int128 i128; typedef unsigned __int128 u128;
static u64 h;
static void mix(u64 v) { h = (h ^ v) * 1099511628211ul; h ^= h >> 29; }
static void mix_wide(u128 v) { mix((u64)v); mix((u64)(v >> 64)); }
static void mix_bytes(const u8* p, u64 n) { for (u64 i = 0; i < n; ++i) mix(p[i]); }
static void mix_text(const char* p) { for (; *p; ++p) mix((u8)*p); mix(0); }
static void mix_float(float x) { u32 u; memcpy(&u, &x, 4); mix(x != x ? 77 : u); }
static void mix_double(double x) { u64 u; memcpy(&u, &x, 8); mix(x != x ? 77 : u); }
static void mix_half(_Float16 x) { u16 u; memcpy(&u, &x, 2); mix(x != x ? 77 : u); }
static void mix_quad(__float128 x) { u128 u; memcpy(&u, &x, 16); if (x != x) mix(77); else mix_wide(u); }
static void mix_long(long double x) {
  u64 low; u16 top;
  memcpy(&low, &x, 8); memcpy(&top, (u8*)&x + 8, 2);
  if (x != x) mix(77); else { mix(low); mix(top); }
}
typedef struct { int a; i64 b; } pair;
typedef struct { double a; int b; } mixed;
typedef struct { float a, b, c; } floats;
typedef struct { u32 a[5]; } big;
typedef struct { u8 a; char b; u16 c; } tiny;
)";

// Overflow wraps, nothing is fused, 16 bytes are atomic.
const std::vector<std::string> kNativeFlags = {"-std=gnu17", "-w", "-fwrapv", "-ffp-contract=off",
                                               "-mcx16"};

std::string compiler_name() {
  const char* chosen = std::getenv("OVERTAKE_NATIVE_CC");
  return chosen != nullptr ? chosen : "clang-19";
}

class NativeFolder {
 public:
  NativeFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "overtake-native-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr)
      throw InputError("cannot make a temporary folder " + pattern);
    path_ = pattern;
  }
  ~NativeFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  NativeFolder(const NativeFolder&) = delete;
  NativeFolder& operator=(const NativeFolder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream out(path_ / name);
    out << text;
    if (!out.flush()) throw InputError("cannot write " + (path_ / name).string());
    return path_ / name;
  }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// What a command prints; nothing if it fails.
std::optional<std::string> output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), n);
  if (pclose(pipe) != 0) return std::nullopt;
  return text;
}

// The checksums that the processor computes.
std::vector<std::uint64_t> native_checksums(const NativeProgram& program,
                                            const NativeFolder& folder) {
  const std::string file = folder.write("native.c", native_text(program));
  std::string command = fmt::format("cd '{}' && {} -O0", folder.path(), compiler_name());
  for (const std::string& flag : kNativeFlags) command += " " + flag;
  command += " native.c -o native -lm -latomic 2>messages && timeout 20 ./native";
  const std::optional<std::string> text = output_of(command);
  if (!text) {
    std::ifstream messages(folder.path() + "/messages");
    std::string first;
    for (std::string line; std::getline(messages, line) && first.size() < 2000;)
      first += line + "\n";
    throw InputError(file + ": cannot be compiled and run natively\n" + first);
  }
  std::vector<std::uint64_t> all;
  std::size_t at = 0;
  for (std::size_t end; (end = text->find('\n', at)) != text->npos; at = end + 1)
    all.push_back(std::stoull(text->substr(at, end - at), nullptr, 16));
  if (all.size() != program.cases.size()) throw InputError(file + ": does not run natively");
  return all;
}

// What main returns, or why it does not.
struct Executed {
  std::uint64_t result = 0;
  std::string error;  // empty: none
};

Executed execute(const std::string& file, int optimize) {
  frontend::Input input;
  input.files = {file};
  input.compiler_flags = kNativeFlags;
  input.optimize = optimize;
  ir::Program program = frontend::load(input);
  ir::verify_or_throw(program);
  ir::localize(program);
  ir::simplify(program);
  const ir::Program lowered = memory::lower_orders(program, Model::SC);
  const exec::Executor executor(lowered);
  memory::Machine machine(executor, {.model = Model::SC});
  std::vector<memory::Step> steps;
  while (steps.clear(), machine.enabled(steps), !steps.empty()) machine.execute(steps.front());
  const exec::Thread& main = machine.thread(ThreadId{0});
  if (main.status() == exec::Status::Failed) {
    const ir::SourceId place = main.error().source;
    const unsigned line = place.valid() ? lowered.sources[place.index()].line : 0;
    return {0, fmt::format("{} in line {}", ir::name(main.error().kind), line)};
  }
  if (main.status() != exec::Status::Ended) return {0, "main does not return"};
  return {main.result().lo, {}};
}

// The case in whose text the line stands.
std::size_t case_of_line(const std::string& text, const std::string& error) {
  const std::size_t at = error.rfind(' ');
  const unsigned line = static_cast<unsigned>(std::stoul(error.substr(at + 1)));
  std::size_t which = 0, from = 0;
  for (unsigned n = 1; n <= line && from < text.size(); ++n) {
    const std::size_t end = text.find('\n', from);
    if (text.compare(from, 8, "// case ") == 0)
      which = std::stoul(text.substr(from + 8, end - from - 8));
    from = end + 1;
  }
  return which;
}

}  // namespace

bool has_native_compiler() {
  return output_of(compiler_name() + " --version 2>/dev/null").has_value();
}

std::string native_text(const NativeProgram& program, const std::vector<std::uint64_t>* expected) {
  std::string text(kPreludeText);
  for (std::size_t k = 0; k < program.cases.size(); ++k) {
    const NativeCase& c = program.cases[k];
    text += fmt::format("// case {}\n", k);
    for (const std::string& g : c.globals) text += g + "\n";
    text += fmt::format("static u64 case_{}(void) {{\n  h = {};\n", k, k + 1);
    for (const std::string& l : c.locals) text += "  " + l + "\n";
    for (const std::string& s : c.statements) text += "  " + s + "\n";
    text += "  return h;\n}\n";
  }
  text += "int main(void) {\n";
  for (std::size_t k = 0; k < program.cases.size(); ++k) {
    if (expected == nullptr)
      text += fmt::format("  printf(\"%lx\\n\", case_{}());\n", k);
    else
      text += fmt::format("  if (case_{}() != {:#x}ul) return {};\n", k, (*expected)[k], k + 1);
  }
  return text + "  return 0;\n}\n";
}

std::optional<NativeDifference> native_difference(const NativeProgram& program, int optimize) {
  const NativeFolder folder;
  const std::vector<std::uint64_t> expected = native_checksums(program, folder);
  const std::string text = native_text(program, &expected);
  const std::string file = folder.write("judged.c", text);
  try {
    const Executed ran = execute(file, optimize);
    if (!ran.error.empty()) return NativeDifference{case_of_line(text, ran.error), ran.error};
    if (ran.result == 0) return std::nullopt;
    return NativeDifference{ran.result - 1, "another checksum"};
  } catch (const InputError& error) {
    const std::string message = error.what();
    const std::size_t at = message.find("judged.c:");
    std::size_t which = 0;
    if (at != message.npos)
      which = case_of_line(text, "line " + std::to_string(std::atoi(message.c_str() + at + 9)));
    return NativeDifference{which, "refused: " + message};
  }
}

NativeProgram native_shrink(const NativeProgram& program, const NativeDifference& difference,
                            int optimize) {
  NativeProgram best{{program.cases.at(difference.which)}};
  auto fails = [&](const NativeProgram& p) {
    try {
      return native_difference(p, optimize).has_value();
    } catch (const InputError&) {
      return false;  // it does not compile any more
    }
  };
  if (!fails(best)) return program;
  const std::size_t half = best.cases[0].statements.size() / 2;
  for (std::size_t chunk = std::max<std::size_t>(1, half); chunk > 0; chunk /= 2)
    for (std::size_t at = 0; at < best.cases[0].statements.size();) {
      NativeProgram smaller = best;
      auto& s = smaller.cases[0].statements;
      s.erase(s.begin() + static_cast<std::ptrdiff_t>(at),
              s.begin() + static_cast<std::ptrdiff_t>(std::min(at + chunk, s.size())));
      if (fails(smaller))
        best = std::move(smaller);
      else
        at += chunk;
    }
  return best;
}

}  // namespace overtake::fuzz
