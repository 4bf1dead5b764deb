#include "analysis/compile_database.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/closest.h"
#include "base/error.h"

namespace overtake::analysis {
namespace {

namespace fs = std::filesystem;

std::string string_in(const nlohmann::json& command, const char* key) {
  const auto it = command.find(key);
  return it != command.end() && it->is_string() ? it->get<std::string>() : "";
}

}  // namespace

std::string source_named(const std::string& database, const std::string& name) {
  fs::path path = database;
  if (fs::is_directory(path)) path /= "compile_commands.json";
  std::ifstream in(path);
  if (!in || fs::is_directory(path))
    throw InputError(fmt::format("{}: cannot be read", path.string()));
  const nlohmann::json commands = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!commands.is_array())
    throw InputError(fmt::format("{}: not a list of commands", path.string()));
  std::vector<std::string> names;
  for (const nlohmann::json& command : commands) {
    if (!command.is_object()) continue;
    const fs::path file = fs::absolute(path).parent_path() / string_in(command, "directory") /
                          string_in(command, "file");
    const fs::path tail = fs::path("/") / name;
    if (file.lexically_normal().string().ends_with(tail.string()))
      return file.lexically_normal().string();
    names.push_back(file.filename().string());
  }
  const std::optional<std::string> guess = closest(fs::path(name).filename().string(), names);
  throw InputError(fmt::format("{}: has no file '{}'{}", path.string(), name,
                               guess ? fmt::format("; did you mean '{}'?", *guess) : ""));
}

}  // namespace overtake::analysis
