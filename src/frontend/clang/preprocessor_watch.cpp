#include "frontend/clang/preprocessor_watch.h"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/Token.h>

namespace overtake::frontend {
namespace {

class Watch : public clang::PPCallbacks {
 public:
  Watch(const clang::SourceManager& sources, PreprocessorNotes& notes)
      : sources_(sources), notes_(notes) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    const llvm::StringRef macro = name.getIdentifierInfo()->getName();
    if (macro == "__DATE__" || macro == "__TIME__" || macro == "__TIMESTAMP__")
      notes_.asked_the_time = true;
    if (macro == "__COUNTER__") notes_.leaves_state = true;
  }

  void FileChanged(clang::SourceLocation at, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    const clang::FileID file = sources_.getFileID(at);
    const bool main = file == sources_.getMainFileID();
    const bool again =
        !main && sources_.getFileEntryForID(file) != nullptr &&
        sources_.getFileEntryForID(file) == sources_.getFileEntryForID(sources_.getMainFileID());
    if ((main && reason == RenameFile) || again) notes_.leaves_state = true;
  }

  void PragmaDirective(clang::SourceLocation at, clang::PragmaIntroducerKind) override {
    if (sources_.isWrittenInBuiltinFile(at)) return;  // clang pushes macros of its own
    const llvm::StringRef rest(sources_.getCharacterData(sources_.getSpellingLoc(at)));
    const llvm::StringRef line = rest.take_until([](char c) { return c == '\n'; });
    if (line.contains("push_macro")) ++pushed_;
    if (line.contains("pop_macro")) --pushed_;
    // What a macro's argument asks for is not seen here.
    if (line.contains("redefine_extname") || (line.starts_with("_Pragma") && !line.contains('"')))
      notes_.leaves_state = true;
  }

  void EndOfMainFile() override {
    if (pushed_ != 0) notes_.leaves_state = true;
  }

 private:
  const clang::SourceManager& sources_;
  PreprocessorNotes& notes_;
  int pushed_ = 0;
};

}  // namespace

std::unique_ptr<clang::PPCallbacks> watch_preprocessor(const clang::SourceManager& sources,
                                                       PreprocessorNotes& notes) {
  return std::make_unique<Watch>(sources, notes);
}

}  // namespace overtake::frontend
