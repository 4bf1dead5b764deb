#include "frontend/clang/places.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace overtake::frontend {
namespace {

std::string absolute(llvm::StringRef path, llvm::StringRef directory) {
  llvm::SmallString<256> result(path);
  if (!llvm::sys::path::is_absolute(path) && !directory.empty())
    llvm::sys::path::append(result = directory, path);
  (void)llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

// "<c++>/bits/atomic_base.h" for a header of the C++ library, else nothing. Like the models, they
// are not the user's code: an access in std::atomic belongs to the line that calls it.
std::string library_header(llvm::StringRef path) {
  if (path.starts_with("/overtake/")) return "<c++>/" + path.substr(10).str();  // our prelude.h
  const std::size_t at = path.find("/c++/");
  if (!path.starts_with("/usr/") || at == llvm::StringRef::npos) return "";
  const llvm::StringRef versioned = path.substr(at + 5);  // "12/bits/atomic_base.h"
  return "<c++>/" + versioned.substr(versioned.find('/') + 1).str();
}

// A header that no project of the user's holds.
bool is_installed(llvm::StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.starts_with("/usr/local/include/");
}

}  // namespace

Places::Places(ir::Program& program, DebugLowering& names, const std::vector<std::string>& files)
    : program_(program), names_(names) {
  for (const std::string& f : files) given_[absolute(f, "")] = f;
}

ir::FileId Places::file(const llvm::DIFile* file, bool model) {
  auto [it, added] = files_.try_emplace(file, ir::FileId::none());
  if (!added) return it->second;
  const llvm::StringRef name = file->getFilename();
  std::string shown;
  ir::FileOrigin origin = ir::FileOrigin::User;
  if (model) {
    shown = "<runtime>/" + llvm::sys::path::filename(name).str();
    origin = ir::FileOrigin::Model;
  } else {
    const std::string full = absolute(name, file->getDirectory());
    llvm::SmallString<256> current;
    (void)llvm::sys::fs::current_path(current);
    if (auto given = given_.find(full); given != given_.end()) {
      shown = given->second;
    } else if (const std::string library = library_header(full); !library.empty()) {
      shown = library;
      origin = ir::FileOrigin::Library;
    } else {
      // "./a.h" is how clang names a header next to the file, or only "a.h" if it is precompiled.
      shown = file->getDirectory() == current ? llvm::sys::path::remove_leading_dotslash(name).str()
                                              : full;
      if (is_installed(full)) origin = ir::FileOrigin::System;
    }
  }
  return it->second = ir::add_file(program_, shown, origin);
}

ir::SourceId Places::at(const llvm::DILocation* location, bool model) {
  if (location == nullptr) return ir::SourceId::none();
  if (auto it = locations_.find(location); it != locations_.end()) return it->second;
  const ir::SourceId outer = at(location->getInlinedAt(), model);
  const ir::SourceId source = ir::add_source(program_, file(location->getFile(), model),
                                             location->getLine(), location->getColumn());
  program_.sources[source.index()].inlined_at = outer;
  locations_[location] = source;
  if (!model) names_.place(*location, source);
  return source;
}

ir::SourceId Places::of(const llvm::Function& function, bool model) {
  const llvm::DISubprogram* s = function.getSubprogram();
  if (s == nullptr || s->getFile() == nullptr) {
    const ir::FileId unit = ir::add_file(program_, function.getParent()->getSourceFileName());
    return ir::add_source(program_, unit, 0, 0);
  }
  return ir::add_source(program_, file(s->getFile(), model), s->getLine(), 0);
}

std::string Places::text(ir::SourceId source) const {
  const ir::Source& s = program_.sources[source.index()];
  std::string result = program_.files[s.file.index()].path;
  if (s.line != 0) result += ":" + std::to_string(s.line);
  if (s.column != 0) result += ":" + std::to_string(s.column);
  return result;
}

}  // namespace overtake::frontend
