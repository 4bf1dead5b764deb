#include "cli/compile_database.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace overtake::cli {
namespace {

namespace fs = std::filesystem;

fs::path source_named(const std::string& database, const std::string& name) {
  fs::path path = database;
  if (fs::is_directory(path)) path /= "compile_commands.json";
  std::ifstream in(path);
  if (!in) throw InputError(fmt::format("{}: cannot be read", path.string()));
  const nlohmann::json commands = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!commands.is_array())
    throw InputError(fmt::format("{}: not a list of commands", path.string()));
  for (const nlohmann::json& command : commands) {
    const fs::path file = fs::path(command.value("directory", "")) / command.value("file", "");
    const fs::path tail = fs::path("/") / name;
    if (file.lexically_normal().string().ends_with(tail.string())) return file.lexically_normal();
  }
  throw InputError(fmt::format("{}: has no file '{}'", path.string(), name));
}

}  // namespace

void resolve_project_entry(Settings& settings) {
  if (settings.compile_database.empty() || !settings.files.empty()) return;
  if (!fs::path(settings.entry).has_extension()) return;
  settings.files = {source_named(settings.compile_database, settings.entry).string()};
  settings.entry = "main";
}

}  // namespace overtake::cli
