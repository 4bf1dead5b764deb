#include "frontend/clang/read_llvm.h"

#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "base/error.h"

namespace overtake::frontend {
namespace {

// Some faults of a module are fatal errors to LLVM, which would end the process. Its frames can be
// unwound; what they do not free is little, and once.
struct FatalError {
  std::string reason;
};
void throw_fatal(void*, const char* reason, bool) { throw FatalError{reason}; }

// LLVM's reader of bitcode trusts it: damaged files make it crash. So it reads the file once for a
// trial, in a context of its own, which is left alone if that happens.
bool crashes_reader(const std::string& file) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::CrashRecoveryContext::Enable();
  const bool survived = llvm::CrashRecoveryContext().RunSafely([&] {
    try {
      llvm::SMDiagnostic ignored;
      llvm::parseIRFile(file, ignored, *context);
    } catch (const FatalError&) {  // is found again when it counts
    }
  });
  llvm::CrashRecoveryContext::Disable();
  if (!survived) (void)context.release();
  return !survived;
}

}  // namespace

std::unique_ptr<llvm::Module> read_llvm(const std::string& file, llvm::LLVMContext& context) try {
  const llvm::ScopedFatalErrorHandler handler(throw_fatal);
  if (crashes_reader(file)) throw FatalError{"LLVM cannot read it"};
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, diagnostic, context);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (module == nullptr) {
    diagnostic.print(nullptr, stream, /*ShowColors=*/false);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    throw InputError(text);
  }
  if (llvm::verifyModule(*module, &stream)) throw FatalError{text};
  return module;
} catch (const FatalError& error) {
  throw InputError(file + ": this is not a valid LLVM module: " + error.reason);
}

}  // namespace overtake::frontend
