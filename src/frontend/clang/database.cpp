#include "frontend/clang/database.h"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include "base/error.h"

namespace overtake::frontend {
namespace {

// What says where output goes, and nothing about the program.
bool is_output_flag(llvm::StringRef flag, bool& takes_argument) {
  takes_argument = flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ";
  return takes_argument || flag == "-c" || flag == "-S" || flag == "-MD" || flag == "-MMD" ||
         flag == "--" || flag.starts_with("-o") || flag.starts_with("-MF");
}

}  // namespace

std::vector<Unit> read_database(const std::string& path) {
  llvm::SmallString<256> file(path);
  if (llvm::sys::fs::is_directory(path)) llvm::sys::path::append(file, "compile_commands.json");
  if (!llvm::sys::fs::exists(file))
    throw InputError(file.str().str() +
                     ": No such file; a build makes it with "
                     "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  std::string message;
  const auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      file, message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (database == nullptr) throw InputError(file.str().str() + ": " + message);
  std::vector<Unit> units;
  for (const clang::tooling::CompileCommand& command : database->getAllCompileCommands()) {
    llvm::SmallString<256> name(command.Filename);
    llvm::sys::fs::make_absolute(command.Directory, name);
    llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
    Unit unit{name.str().str(), {"-working-directory=" + command.Directory}};
    for (std::size_t i = 1; i < command.CommandLine.size(); ++i) {
      const std::string& flag = command.CommandLine[i];
      bool takes_argument = false;
      if (flag == command.Filename) continue;
      if (is_output_flag(flag, takes_argument))
        i += takes_argument;
      else
        unit.flags.push_back(flag);
    }
    units.push_back(std::move(unit));
  }
  return units;
}

Unit take_unit(const std::string& file, std::vector<Unit>& database) {
  llvm::SmallString<256> name(file);
  llvm::sys::fs::make_absolute(name);
  llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
  const auto known = llvm::find_if(database, [&](const Unit& u) { return u.file == name.str(); });
  if (known == database.end()) return {file, {}};
  Unit unit = std::move(*known);
  unit.file = file;
  database.erase(known);
  return unit;
}

}  // namespace overtake::frontend
