#include "frontend/clang/symbols.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "base/error.h"
#include "frontend/clang/compile.h"
#include "frontend/clang/database.h"
#include "frontend/clang/prepare.h"
#include "frontend/clang/registers.h"
#include "frontend/clang/runtime_image.h"

namespace overtake::frontend {
namespace {

template <class T>
T checked(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  throw InternalError("the models cannot be read: " + llvm::toString(value.takeError()));
}

// clang takes what a file and the current folder have in common out of the file's name.
std::string file_of(const llvm::DISubprogram& function) {
  llvm::SmallString<256> current;
  (void)llvm::sys::fs::current_path(current);
  if (llvm::sys::path::is_absolute(function.getFilename()) || function.getDirectory() == current)
    return llvm::sys::path::remove_leading_dotslash(function.getFilename()).str();
  llvm::SmallString<256> file(function.getDirectory());
  llvm::sys::path::append(file, function.getFilename());
  return file.str().str();
}

std::string place(const llvm::GlobalValue& value) {
  if (const auto* f = llvm::dyn_cast<llvm::Function>(&value))
    if (const llvm::DISubprogram* s = f->getSubprogram())
      return file_of(*s) + ":" + std::to_string(s->getLine());
  return value.getParent()->getSourceFileName();
}

// Function bodies stay encoded until they are asked for.
std::unique_ptr<llvm::Module> open_models(std::string_view image, llvm::LLVMContext& context) {
  const llvm::StringRef bytes(image.data(), image.size());
  std::unique_ptr<llvm::Module> models = checked(llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(bytes, "<runtime>"), context, /*ShouldLazyLoadMetadata=*/true));
  if (llvm::Error error = models->materializeMetadata())
    throw InternalError("the models cannot be read: " + llvm::toString(std::move(error)));
  return models;
}

bool uses_cxx(const llvm::Module& module) {
  return llvm::any_of(module.functions(), [](const llvm::Function& f) {
    return f.getName().starts_with("_Z") || f.getName().starts_with("__cxa_") ||
           f.getName() == "__gxx_personality_v0";
  });
}

// Functions of the verification competition that its programs define themselves, in words that mean
// something else elsewhere: an assumption by abort, the error by an empty function or assert(0).
// The models have the meaning.
bool is_convention(llvm::StringRef name) {
  return name == "assume_abort_if_not" || name == "reach_error" || name == "__VERIFIER_error";
}

// In a program of the competition abort ends a run that does not count.
bool follows_competition(const llvm::Module& module) {
  return llvm::any_of(module.functions(), [](const llvm::Function& f) {
    return is_convention(f.getName()) || f.getName().starts_with("__VERIFIER_nondet_") ||
           f.getName().starts_with("__VERIFIER_atomic_");
  });
}

bool calls(const llvm::Module& module, llvm::StringRef name) {
  const llvm::Function* function = module.getFunction(name);
  return function != nullptr && function->isDeclaration() && !function->use_empty();
}

}  // namespace

Symbols::Symbols(const Input& input) : context_(std::make_unique<llvm::LLVMContext>()) {
  std::vector<Unit> others;
  if (!input.compile_database.empty()) others = read_database(input.compile_database);
  for (const std::string& file : input.files) {
    Unit unit = take_unit(file, others);
    llvm::append_range(unit.flags, input.compiler_flags);
    if (modules_.empty()) unit.appended = input.appended;
    add(compile(unit, input.optimize, input.cache_folder, *context_));
  }
  models_ = open_models(runtime_c(), *context_);
  add_needed(others, input);
  if (llvm::any_of(modules_, [](const auto& m) { return uses_cxx(*m); }))
    cxx_models_ = open_models(runtime_cxx(), *context_);
}

void Symbols::add(std::unique_ptr<llvm::Module> module) {
  if (module->getDataLayout().getPointerSizeInBits() != 64)
    throw InputError(module->getSourceFileName() +
                     ": compiled for a 32-bit machine; overtake checks for x86-64: leave out -m32");
  modules_.push_back(std::move(module));
  competition_ |= follows_competition(*modules_.back());
  for (Extension& extension : extensions_)
    extension.used |= calls(*modules_.back(), extension.function);
  for (llvm::GlobalValue& value : modules_.back()->global_values()) add(value);
}

// A project has several programs in it, each with its main: like a linker with an archive, this
// takes the files that define what is missing, and no others. One that cannot be compiled (it is
// gone, or another target has to be built first) matters only if something stays undefined.
void Symbols::add_needed(const std::vector<Unit>& candidates, const Input& input) {
  std::vector<std::unique_ptr<llvm::Module>> archive;
  for (Unit unit : candidates) {
    llvm::append_range(unit.flags, input.compiler_flags);
    try {
      archive.push_back(compile(unit, input.optimize, input.cache_folder, *context_));
    } catch (const InputError& error) {
      const std::string text = error.what();
      left_out_ += "\n  " + text.substr(0, text.find('\n'));
    }
  }
  auto is_missing = [&](const llvm::GlobalValue& value) {
    return value.isDeclaration() && !value.getName().starts_with("llvm.") &&
           !definitions_.contains(value.getName());
  };
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    std::vector<std::string> missing;
    for (const llvm::GlobalValue& value : modules_[i]->global_values())
      if (is_missing(value)) missing.push_back(value.getName().str());
    for (const std::string& name : missing) {
      for (auto& module : archive) {
        const llvm::GlobalValue* found = module == nullptr ? nullptr : module->getNamedValue(name);
        if (found == nullptr || found->isDeclaration() || found->hasLocalLinkage()) continue;
        add(std::move(module));
        break;
      }
    }
  }
}

void Symbols::add(llvm::GlobalValue& value) {
  if (value.hasLocalLinkage() || value.hasAppendingLinkage() || !value.hasName()) return;
  if (value.isDeclaration()) return;
  if (is_convention(value.getName())) return;
  auto [it, added] = definitions_.try_emplace(value.getName(), &value);
  if (added) return;
  llvm::GlobalValue*& known = it->second;
  if (value.hasAvailableExternallyLinkage()) return;
  if (known->hasAvailableExternallyLinkage() ||
      (known->isWeakForLinker() && !value.isWeakForLinker())) {
    known = &value;
    return;
  }
  if (!known->isWeakForLinker() && !value.isWeakForLinker())
    throw InputError(place(value) + ": '" + value.getName().str() +
                     "' is defined twice; it is also in " + place(*known));
}

const llvm::GlobalValue* Symbols::prepare(llvm::GlobalValue* value) {
  while (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
    auto* base = llvm::dyn_cast<llvm::GlobalValue>(alias->getAliasee()->stripPointerCasts());
    if (base == nullptr) return value;
    value = base;
  }
  auto* function = llvm::dyn_cast<llvm::Function>(value);
  if (function == nullptr || !prepared_.insert(function).second) return value;
  if (function->isMaterializable()) {
    if (llvm::Error error = function->materialize())
      throw InternalError("a module cannot be read: " + llvm::toString(std::move(error)));
  }
  if (!is_model(*function)) {
    settle_constants(*function);
    if (!returns_twice(*function)) promote_registers(*function);
  }
  return value;
}

const llvm::GlobalValue* Symbols::definition(llvm::StringRef name) {
  if (auto it = definitions_.find(name); it != definitions_.end()) return prepare(it->second);
  for (const Extension& extension : extensions_)
    if (extension.used && !name.starts_with("__overtake_"))
      if (const llvm::GlobalValue* found = definition((extension.prefix + name).str()))
        return found;
  for (const auto& models : {models_.get(), cxx_models_.get()}) {
    llvm::GlobalValue* value = models == nullptr ? nullptr : models->getNamedValue(name);
    if (value != nullptr && !value->isDeclaration() && !value->hasLocalLinkage())
      return prepare(value);
  }
  return nullptr;
}

const llvm::GlobalValue* Symbols::definition(const llvm::GlobalValue& value) {
  if (value.hasLocalLinkage()) return prepare(const_cast<llvm::GlobalValue*>(&value));
  if (competition_ && value.getName() == "abort" && !is_model(value))
    return definition("__overtake_competition_abort");
  return definition(value.getName());
}

const llvm::GlobalValue* Symbols::called(const llvm::CallBase& call, const llvm::Function& callee) {
  const llvm::GlobalValue* found = definition(callee);
  if (found == nullptr || !is_model(*found) || !call.use_empty()) return found;
  llvm::GlobalValue* ignored =
      models_->getNamedValue(("__overtake_ignored_" + callee.getName()).str());
  return ignored == nullptr ? found : prepare(ignored);
}

}  // namespace overtake::frontend
