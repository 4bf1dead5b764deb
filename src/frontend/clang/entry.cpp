#include "frontend/clang/entry.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/Path.h>

#include <vector>

#include "base/closest.h"
#include "base/error.h"
#include "base/file_and_name.h"

namespace overtake::frontend {
namespace {

// "queue::test()" is "queue::test".
std::string shown(const llvm::Function& function) {
  std::string name = llvm::demangle(function.getName());
  if (llvm::StringRef(name).ends_with("()")) name.resize(name.size() - 2);
  return name;
}

bool has_name(const llvm::Function& function, llvm::StringRef name) {
  const std::string full = shown(function);
  llvm::StringRef rest = full;
  if (rest == name || function.getName() == name) return true;
  return rest.consume_back(name) && rest.ends_with("::");
}

// "b.cpp" is the end of "/a/b.cpp", and ".cpp" is not.
bool is_file(llvm::StringRef path, llvm::StringRef name) {
  return path.consume_back(name) && (path.empty() || llvm::sys::path::is_separator(path.back()));
}

// Definitions without arguments of the user's files.
std::vector<const llvm::Function*> candidates(const Symbols& symbols, llvm::StringRef file) {
  std::vector<const llvm::Function*> all;
  for (const auto& module : symbols.modules()) {
    if (!file.empty() && !is_file(module->getSourceFileName(), file)) continue;
    for (const llvm::Function& f : *module)
      if (!f.isDeclaration() && f.arg_empty()) all.push_back(&f);
  }
  return all;
}

}  // namespace

const llvm::Function& find_entry(Symbols& symbols, const std::string& name,
                                 const std::string& place) {
  if (const auto* f = llvm::dyn_cast_or_null<llvm::Function>(symbols.definition(name)))
    if (!symbols.is_model(*f)) return *f;
  const FileAndName split = split_file_and_name(name);
  const llvm::StringRef function = split.name, file = split.file;
  const std::vector<const llvm::Function*> all = candidates(symbols, file);
  std::vector<const llvm::Function*> found;
  llvm::copy_if(all, std::back_inserter(found),
                [&](const llvm::Function* f) { return has_name(*f, function); });
  // One whole name goes before ends of longer ones.
  if (found.size() > 1)
    if (const auto whole =
            llvm::find_if(found, [&](const llvm::Function* f) { return shown(*f) == function; });
        whole != found.end() &&
        llvm::count_if(found, [&](const llvm::Function* f) { return shown(*f) == function; }) == 1)
      found = {*whole};
  if (found.size() == 1)
    if (const auto* f = llvm::dyn_cast_or_null<llvm::Function>(symbols.definition(*found.front())))
      return *f;

  std::string message = place + ": ";
  if (found.size() > 1) {
    message += "there are several functions '" + function.str() + "' to start with:";
    for (const llvm::Function* f : found)
      message += "\n  " + f->getParent()->getSourceFileName() + ":" + shown(*f);
    throw InputError(message);
  }
  std::vector<std::string> names;
  for (const llvm::Function* f : all) {
    names.push_back(shown(*f));
    names.push_back(llvm::StringRef(names.back()).rsplit("::").second.str());
  }
  const auto guess = closest(function.str(), names);
  throw InputError(message + "there is no function '" + name + "' to start with; " +
                   (guess ? "did you mean '" + *guess + "'?" : "name one with --entry"));
}

}  // namespace overtake::frontend
