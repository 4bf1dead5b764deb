#include "report/read_document.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/printable.h"
#include "base/shell.h"
#include "report/json.h"

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

Json read_json(const std::string& path) {
  try {
    if (path == "-") return Json::parse(std::cin);
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
      throw InputError(fmt::format("{}: is a directory", path));
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: cannot be opened", path));
    return Json::parse(in);
  } catch (const Json::exception& error) {  // also numbers that are too large
    throw InputError(fmt::format("{}: this is not JSON: {}", path, json_message(error.what())));
  }
}

}  // namespace

Document read_document(const std::string& path) {
  const Json json = read_json(path);
  if (json.is_object() && json.contains("overtake") && json.contains("steps"))
    throw InputError(fmt::format("{}: this is a schedule, shown by: overtake replay {}", path,
                                 shell_word(path)));
  const Json& first = json.is_array() && !json.empty() ? json.front() : json;  // one a model
  if (!first.is_object() || !first.contains("command") || !first["command"].is_string())
    throw InputError(fmt::format(
        "{}: this is not a result of overtake; save one with 'overtake check ... --json > FILE'",
        path));
  try {
    return from_json(json);
  } catch (const InputError& error) {
    // The JSON of another program, or edited by hand.
    throw InputError(fmt::format("{}: a part of the result is missing or of another kind ({})",
                                 path, error.what()));
  }
}

}  // namespace overtake::report
