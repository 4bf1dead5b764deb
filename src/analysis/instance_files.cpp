#include "analysis/instance_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/error.h"
#include "trace/json_format.h"

namespace overtake::analysis {

InstanceFiles::InstanceFiles(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw InputError(fmt::format("cannot make folder {}: {}", folder_, error.message()));
}

void InstanceFiles::add(const Execution& instance) {
  if (written_ == kLimit) {
    ++left_out_;
    return;
  }
  const std::string name = fmt::format("instance-{:05}", written_ + 1);
  const std::string text = to_json_trace(instance, name);
  // The name stands in the text, so what is compared is a text without one.
  if (!seen_.insert(std::hash<std::string>()(to_json_trace(instance, ""))).second) return;
  const std::string path = fmt::format("{}/{}.json", folder_, name);
  std::ofstream out(path);
  out << text << '\n';
  out.close();
  if (!out) throw InputError(fmt::format("cannot write {}", path));
  ++written_;
}

}  // namespace overtake::analysis
