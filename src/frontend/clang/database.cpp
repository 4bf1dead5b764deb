#include "frontend/clang/database.h"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "base/error.h"

namespace overtake::frontend {
namespace {

// What says where output goes, and nothing about the program.
bool is_output_flag(llvm::StringRef flag, bool& takes_argument) {
  takes_argument = flag == "-o" || flag == "-MF" || flag == "-MT" || flag == "-MQ" || flag == "-MJ";
  return takes_argument || flag == "-c" || flag == "-S" || flag == "-MD" || flag == "-MMD" ||
         flag == "-MP" || flag == "--" || flag.starts_with("-o") || flag.starts_with("-MF") ||
         flag.starts_with("-save-temps");
}

// Also where the entry has the absolute name and the command the relative one, as Bear writes them.
bool names_file(llvm::StringRef word, llvm::StringRef folder, llvm::StringRef file) {
  if (word.starts_with("-")) return false;
  llvm::SmallString<256> path(word);
  llvm::sys::fs::make_absolute(folder, path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path == file;
}

// The words with those of `@file` in its place; the files are relative to the folder of the
// command.
std::vector<std::string> with_response_files(const std::vector<std::string>& words,
                                             llvm::StringRef folder) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char*, 32> all;
  for (const std::string& word : words) all.push_back(word.c_str());
  llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
  context.setCurrentDir(folder).setVFS(llvm::vfs::getRealFileSystem().get());
  if (llvm::Error error = context.expandResponseFiles(all))
    throw InputError("compile_commands.json: " + llvm::toString(std::move(error)));
  return {all.begin(), all.end()};
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
  // Folders are relative to that of the file.
  llvm::SmallString<256> base(file);
  (void)llvm::sys::fs::make_absolute(base);
  llvm::sys::path::remove_filename(base);
  std::vector<Unit> units;
  for (const clang::tooling::CompileCommand& command : database->getAllCompileCommands()) {
    llvm::SmallString<256> folder(command.Directory), name(command.Filename);
    llvm::sys::fs::make_absolute(base, folder);
    llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
    llvm::sys::fs::make_absolute(folder, name);
    llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
    const std::vector<std::string> words = with_response_files(command.CommandLine, folder);
    Unit unit{name.str().str(), {"-working-directory=" + folder.str().str()}};
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& flag = words[i];
      bool takes_argument = false;
      if (names_file(flag, folder, name)) continue;
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
  (void)llvm::sys::fs::make_absolute(name);
  llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
  const auto known = llvm::find_if(database, [&](const Unit& u) { return u.file == name.str(); });
  if (known == database.end()) return {file, {}};
  // By its absolute path: its flags change the folder that relative ones are looked for in.
  Unit unit = std::move(*known);
  database.erase(known);
  return unit;
}

}  // namespace overtake::frontend
