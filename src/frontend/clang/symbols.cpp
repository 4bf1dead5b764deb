#include "frontend/clang/symbols.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Support/MemoryBuffer.h>

#include "base/error.h"
#include "frontend/clang/compile.h"
#include "frontend/clang/runtime_image.h"

namespace overtake::frontend {
namespace {

template <class T>
T checked(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  throw InternalError("the models cannot be read: " + llvm::toString(value.takeError()));
}

std::string place(const llvm::GlobalValue& value) {
  if (const auto* f = llvm::dyn_cast<llvm::Function>(&value))
    if (const llvm::DISubprogram* s = f->getSubprogram())
      return s->getFilename().str() + ":" + std::to_string(s->getLine());
  return value.getParent()->getSourceFileName();
}

}  // namespace

Symbols::Symbols(const Input& input) : context_(std::make_unique<llvm::LLVMContext>()) {
  for (const std::string& file : input.files) {
    modules_.push_back(compile(file, input, *context_));
    for (llvm::GlobalValue& value : modules_.back()->global_values()) add(value);
  }
  const std::string_view image = runtime_c();
  models_ = checked(llvm::getLazyBitcodeModule(
      llvm::MemoryBufferRef(llvm::StringRef(image.data(), image.size()), "<runtime>"), *context_,
      /*ShouldLazyLoadMetadata=*/true));
  if (llvm::Error error = models_->materializeMetadata())
    throw InternalError("the models cannot be read: " + llvm::toString(std::move(error)));
}

void Symbols::add(llvm::GlobalValue& value) {
  if (value.hasLocalLinkage() || value.hasAppendingLinkage() || !value.hasName()) return;
  if (value.isDeclaration()) return;
  // Programs of the verification competition define this one by abort, which is no error to them;
  // the model assumes.
  if (value.getName() == "assume_abort_if_not") return;
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
      throw InternalError("the models cannot be read: " + llvm::toString(std::move(error)));
  } else {
    promote_registers(*function);
  }
  return value;
}

const llvm::GlobalValue* Symbols::definition(llvm::StringRef name) {
  if (auto it = definitions_.find(name); it != definitions_.end()) return prepare(it->second);
  llvm::GlobalValue* value = models_->getNamedValue(name);
  if (value != nullptr && !value->isDeclaration() && !value->hasLocalLinkage())
    return prepare(value);
  return nullptr;
}

const llvm::GlobalValue* Symbols::definition(const llvm::GlobalValue& value) {
  if (value.hasLocalLinkage()) return prepare(const_cast<llvm::GlobalValue*>(&value));
  return definition(value.getName());
}

}  // namespace overtake::frontend
