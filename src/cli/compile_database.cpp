#include "cli/compile_database.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace overtake::cli {
namespace {

namespace fs = std::filesystem;

std::string text(const nlohmann::json& command, const char* key) {
  const auto it = command.find(key);
  return it != command.end() && it->is_string() ? it->get<std::string>() : "";
}

fs::path source_named(const std::string& database, const std::string& name) {
  fs::path path = database;
  if (fs::is_directory(path)) path /= "compile_commands.json";
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path.string()));
  const nlohmann::json commands = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!commands.is_array())
    throw InputError(fmt::format("{}: not a list of commands", path.string()));
  for (const nlohmann::json& command : commands) {
    if (!command.is_object()) continue;
    const fs::path file =
        fs::absolute(path).parent_path() / text(command, "directory") / text(command, "file");
    const fs::path tail = fs::path("/") / name;
    if (file.lexically_normal().string().ends_with(tail.string())) return file.lexically_normal();
  }
  throw InputError(fmt::format("{}: has no file '{}'", path.string(), name));
}

}  // namespace

void resolve_project_entry(Settings& settings) {
  if (settings.compile_database.empty() || !settings.files.empty()) return;
  // FILE, or FILE:FUNCTION
  const std::size_t colon = settings.entry.rfind(':');
  const bool function = colon != std::string::npos && colon + 1 < settings.entry.size() &&
                        fs::path(settings.entry.substr(0, colon)).has_extension();
  const std::string file = function ? settings.entry.substr(0, colon) : settings.entry;
  if (!fs::path(file).has_extension()) return;
  settings.files = {source_named(settings.compile_database, file).string()};
  settings.entry = function ? settings.entry.substr(colon + 1) : "main";
}

}  // namespace overtake::cli
