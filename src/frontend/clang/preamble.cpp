#include "frontend/clang/preamble.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/FileSystem.h>

#include <filesystem>

#include "frontend/clang/preprocessor_watch.h"

namespace overtake::frontend {
namespace {

clang::PreambleBounds head_of(const llvm::MemoryBuffer& text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
  const clang::PreambleBounds bounds = clang::ComputePreambleBounds(language, text, 0);
  // Without an include there is nothing to gain.
  return text.getBuffer().take_front(bounds.Size).contains("include")
             ? bounds
             : clang::PreambleBounds(0, false);
}

std::vector<std::string> with(std::vector<std::string> command, const llvm::MemoryBuffer* text,
                              std::size_t size) {
  command.emplace_back("preamble");
  command.push_back(text == nullptr ? "" : text->getBuffer().take_front(size).str());
  return command;
}

class Watched : public clang::PreambleCallbacks {
 public:
  void BeforeExecute(clang::CompilerInstance& instance) override { instance_ = &instance; }
  std::unique_ptr<clang::PPCallbacks> createPPCallbacks() override {
    return watch_preprocessor(instance_->getSourceManager(), notes);
  }
  PreprocessorNotes notes;

 private:
  clang::CompilerInstance* instance_ = nullptr;
};

}  // namespace

Preamble::Preamble(const std::string& file, const std::string& cache_folder,
                   const std::vector<std::string>& command)
    : file_(file),
      text_([&] {
        auto text = llvm::MemoryBuffer::getFile(file);
        return text ? std::move(*text) : nullptr;
      }()),
      bounds_(text_ ? head_of(*text_) : clang::PreambleBounds(0, false)),
      cache_(cache_folder, with(command, text_.get(), bounds_.Size)),
      folder_(cache_folder) {}

void Preamble::find() {
  std::optional<Kept> kept = possible() ? cache_.find() : std::nullopt;
  if (!kept) return;
  seen_ = true;
  pch_ = std::move(kept->bytes);
  answers_ = std::move(kept->answers);
}

void Preamble::note_seen() const {
  if (possible() && !seen_) cache_.keep("", {});
}

bool Preamble::build(const clang::CompilerInvocation& invocation,
                     llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const Answers& asked) {
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions,
                                                 new clang::IgnoringDiagConsumer);
  Watched watched;
  auto built = clang::PrecompiledPreamble::Build(
      invocation, text_.get(), bounds_, *diagnostics, files,
      std::make_shared<clang::PCHContainerOperations>(), /*StoreInMemory=*/false, folder_, watched);
  if (!built || diagnostics->hasErrorOccurred()) return false;
  if (watched.notes.leaves_state || watched.notes.asked_the_time) return false;
  // It lies in a file that goes with `built`; the invocation then says where.
  clang::CompilerInvocation where(invocation);
  built->AddImplicitPreamble(where, files, text_.get());
  const std::string place = where.getPreprocessorOpts().ImplicitPCHInclude;
  const auto pch = llvm::MemoryBuffer::getFile(place, /*IsText=*/false,
                                               /*RequiresNullTerminator=*/false);
  if (!pch) return false;
  pch_ = (*pch)->getBuffer().str();
  answers_ = asked;
  // Of the file itself only the head counts, which is part of the key.
  for (const std::string& own : {file_, place}) {
    std::error_code failed;
    answers_.erase(std::filesystem::absolute(own, failed).string());
  }
  cache_.keep(pch_, answers_);
  return true;
}

void Preamble::use(clang::CompilerInvocation& invocation) const {
  clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
  options.addRemappedFile(
      file_, llvm::MemoryBuffer::getMemBufferCopy(text_->getBuffer(), file_).release());
  options.PrecompiledPreambleBytes = {bounds_.Size, bounds_.PreambleEndsAtStartOfLine};
  options.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
  options.ImplicitPCHInclude = kFile;
  options.UsePredefines = false;
}

}  // namespace overtake::frontend
