// Which cases a seed stands for.
#include <algorithm>

#include "base/error.h"
#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

struct NativeKind {
  std::string_view name;
  NativeGenerator generate;
};

constexpr NativeKind kNativeKinds[] = {
    {"integers", native_integers},    {"floats", native_floats},   {"memory", native_memory},
    {"bitfields", native_bit_fields}, {"calls", native_calls},     {"control", native_control},
    {"atomics", native_atomics},      {"strings", native_strings}, {"vectors", native_vectors},
    {"assembly", native_assembly}};

}  // namespace

std::vector<std::string_view> native_kinds() {
  std::vector<std::string_view> names;
  for (const NativeKind& k : kNativeKinds) names.push_back(k.name);
  return names;
}

NativeProgram native_program(std::uint64_t seed, std::string_view only) {
  std::vector<NativeKind> chosen;
  for (const NativeKind& k : kNativeKinds)
    if (only.empty() || k.name == only) chosen.push_back(k);
  if (chosen.empty()) throw InputError("there are no native programs '" + std::string(only) + "'");
  if (!only.empty()) chosen.resize(3, chosen.front());
  NativeProgram program;
  Random seeds(seed);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    Writer writer(seeds.next(), std::string(chosen[k].name), k);
    chosen[k].generate(writer);
    program.cases.push_back(std::move(writer.result));
  }
  return program;
}

}  // namespace overtake::fuzz
