// Compiles as written: -O0 without optnone, then only mem2reg (registers.h). clang runs
// in this process; starting its driver as a program of its own costs twice the CPU time.
//
// simplifycfg, instcombine, sroa and the rest all change which accesses to shared memory happen, so
// none of them runs unless the user asks for what the optimizer emits (optimize_module).
#include "frontend/clang/compile.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>
#include <optional>

#include "base/error.h"
#include "frontend/clang/asked_files.h"
#include "frontend/clang/async_labels.h"
#include "frontend/clang/module_cache.h"
#include "frontend/clang/preamble.h"
#include "frontend/clang/preprocessor_watch.h"
#include "frontend/clang/read_llvm.h"
#include "frontend/clang/runtime_image.h"

namespace overtake::frontend {
namespace {

// These exist in this process only.
constexpr const char* kPrelude = "/overtake/prelude.h";
constexpr const char* kHeaders = "/overtake/include";
constexpr const char* kCxxHeaders = "/overtake/cxx";  // found before those of libstdc++

bool is_cxx(llvm::StringRef file) {
  return file.ends_with(".cpp") || file.ends_with(".cc") || file.ends_with(".cxx") ||
         file.ends_with(".C");
}

// As gcc does with a warning: a standard of the other language is ignored, so that C and C++ files
// can share a command line.
bool is_for_other_language(llvm::StringRef flag, bool cxx) {
  llvm::StringRef standard = flag;
  return (standard.consume_front("-std=") || standard.consume_front("--std=")) &&
         standard.contains("++") != cxx;
}

std::vector<std::string> arguments(const Unit& unit, int optimize) {
  std::vector<std::string> args = {
      OVERTAKE_CLANG,  // where clang looks for its own headers from
      "--target=x86_64-pc-linux-gnu",
      "-D__OVERTAKE__=1",
      "-D__CPROVER_bool=_Bool",
      "-D__CPROVER_thread_local=_Thread_local",
      // What gcc accepts with a warning is accepted.
      "-Wno-error=implicit-function-declaration",
      "-Wno-error=implicit-int",
      "-Wno-error=int-conversion",
      "-Wno-error=incompatible-function-pointer-types",
  };
  if (is_cxx(unit.file))
    args.insert(args.end(), {"-include", kPrelude, "-cxx-isystem", kCxxHeaders});
  for (const std::string& flag : unit.flags)
    if (!is_for_other_language(flag, is_cxx(unit.file))) args.push_back(flag);
  args.insert(args.end(), {"-idirafter", kHeaders});
  // Ours come last: they win.
  for (const char* flag :
       {"-w", "-Qunused-arguments", "-g", "-fstandalone-debug", "-fexceptions",
        "-fno-delete-null-pointer-checks", "-fno-stack-protector", "-fno-sanitize=all",
        "-U_FORTIFY_SOURCE", "-fno-lto", "-Xclang", "-disable-O0-optnone"})
    args.emplace_back(flag);
  args.push_back("-O" + std::to_string(optimize));
  args.push_back("-c");
  args.push_back(unit.file);
  return args;
}

// In C, `inline int f(void) {...}` promises that another file has the definition. Many programs of
// one file forget that file, and work since an optimizing compiler inlines f. So such a body
// becomes a weak definition: used if there is no other.
//
// Functions without arguments that the compiler would drop, since no other calls them, stay: a test
// may be chosen as the entry.
//
// Threads by the label __CPROVER_ASYNC_n that were not rewritten (async_labels.h), since they stand
// in a header or a macro, would run in order, so they are refused.
class BeforeCode : public clang::ASTConsumer, public clang::RecursiveASTVisitor<BeforeCode> {
 public:
  void Initialize(clang::ASTContext& context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      keep_tests(*declaration);
      auto* f = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (context_->getLangOpts().CPlusPlus || f == nullptr || !f->isThisDeclarationADefinition())
        continue;
      TraverseStmt(f->getBody());
      if (f->isInlined()) keep(*f);
    }
    return true;
  }

  bool VisitLabelStmt(clang::LabelStmt* label) {
    if (!llvm::StringRef(label->getName()).starts_with("__CPROVER_ASYNC_")) return true;
    clang::DiagnosticsEngine& diagnostics = context_->getDiagnostics();
    diagnostics.Report(
        label->getBeginLoc(),
        diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                    "threads started by the label %0 in a header or macro are not "
                                    "supported; use pthread_create"))
        << label->getName();
    return true;
  }

 private:
  void keep_tests(clang::Decl& declaration) {
    if (auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&declaration)) {
      if (!in_main_file(declaration)) return;
      for (clang::Decl* inner : space->decls()) keep_tests(*inner);
    } else if (auto* f = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
               f != nullptr && f->isThisDeclarationADefinition() && f->getNumParams() == 0 &&
               !f->isInlined() && !f->isDependentContext() && !f->isExternallyVisible() &&
               !llvm::isa<clang::CXXMethodDecl>(f) && in_main_file(declaration)) {
      f->addAttr(clang::UsedAttr::CreateImplicit(*context_));
    }
  }

  bool in_main_file(const clang::Decl& declaration) const {
    return context_->getSourceManager().isInMainFile(declaration.getLocation());
  }

  void keep(clang::FunctionDecl& f) {
    if (f.hasAttr<clang::GNUInlineAttr>() || f.hasAttr<clang::WeakAttr>()) return;
    if (context_->GetGVALinkageForFunction(&f) == clang::GVA_AvailableExternally)
      f.addAttr(clang::WeakAttr::CreateImplicit(*context_));
  }

  clang::ASTContext* context_ = nullptr;
};

class CompileAction : public clang::EmitLLVMOnlyAction {
 public:
  using EmitLLVMOnlyAction::EmitLLVMOnlyAction;
  PreprocessorNotes notes;

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& instance) override {
    instance.getPreprocessor().addPPCallbacks(
        watch_preprocessor(instance.getSourceManager(), notes));
    return EmitLLVMOnlyAction::BeginSourceFileAction(instance);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<BeforeCode>());
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(instance, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
};

class PreprocessAction : public clang::PreprocessorFrontendAction {
 public:
  std::string text;

 protected:
  void ExecuteAction() override {
    clang::PreprocessorOutputOptions options = getCompilerInstance().getPreprocessorOutputOpts();
    options.ShowCPP = 1;
    llvm::raw_string_ostream stream(text);
    clang::DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &stream, options);
  }
};

void initialize_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmParser();
  });
}

// The optimizer's pipeline for x86-64, over what this file defines: bodies that stand for something
// in a library (inline only, extern templates) are dropped first, since the models replace them.
void optimize_module(llvm::Module& module, int level) {
  for (llvm::Function& f : module)
    if (f.hasAvailableExternallyLinkage()) f.deleteBody();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (target == nullptr) throw InternalError(error);
  const std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      module.getTargetTriple(), "x86-64", "", llvm::TargetOptions(), llvm::Reloc::Static));
  llvm::PassBuilder builder(machine.get());
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  builder.buildPerModuleDefaultPipeline(levels[level]).run(module, modules);
}

// The file system with our headers in it, and with a current folder of its own: clang goes to that
// of a compile_commands.json, and this process stays where it is. LLVM cannot lay anything over one
// whose current folder was removed: nothing is in that, so any other does.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> all_files(const Preamble* preamble) {
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real(
      llvm::vfs::createPhysicalFileSystem().release());
  if (!real->getCurrentWorkingDirectory()) (void)real->setCurrentWorkingDirectory("/");
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> own(new llvm::vfs::InMemoryFileSystem);
  const auto add = [&](const char* folder, const std::string& name, std::string_view text) {
    own->addFile(std::string(folder) + "/" + name, 0,
                 llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(text), name));
  };
  for (const char* name : {"genmc.h", "dat3m.h"}) add(kHeaders, name, checkers_header());
  add(kHeaders, "overtake/linearize.h", linearize_header());
  add(kCxxHeaders, "bits/std_thread.h", std_thread_header());
  if (preamble != nullptr)
    own->addFile(Preamble::kFile, 0,
                 llvm::MemoryBuffer::getMemBuffer(preamble->bytes(), Preamble::kFile));
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all(
      new llvm::vfs::OverlayFileSystem(real));
  all->pushOverlay(own);
  return all;
}

// Those, with a note of what is asked.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files(Answers& answers,
                                                      const Preamble* preamble = nullptr) {
  return new AskedFiles(all_files(preamble), answers);
}

// Notes what the main file holds, which is read by this program and not by clang.
void note_main_file(const Unit& unit, llvm::StringRef text, Answers& answers) {
  llvm::SmallString<256> path(unit.file);
  (void)llvm::sys::fs::make_absolute(path);
  note_read(answers[path.str().str()], text);
}

// Also then the messages' lines are those of the file.
void rewrite_main_file(const Unit& unit, clang::CompilerInvocation& invocation, Answers& answers) {
  auto text = llvm::MemoryBuffer::getFile(unit.file);
  if (!text) return;
  const llvm::StringRef original = (*text)->getBuffer();
  note_main_file(unit, original, answers);
  std::optional<std::string> rewritten;
  if (!is_cxx(unit.file)) {
    rewritten = rewrite_async_labels({original.data(), original.size()});
    if (rewritten) invocation.getLangOpts().Blocks = true;
  }
  if (!unit.appended.empty())
    rewritten = (rewritten ? *rewritten : original.str()) + "\n" + unit.appended;
  if (!rewritten) return;
  invocation.getPreprocessorOpts().addRemappedFile(
      unit.file, llvm::MemoryBuffer::getMemBufferCopy(*rewritten, unit.file).release());
}

// What clang is told; null if that makes no sense.
std::shared_ptr<clang::CompilerInvocation> invocation_of(
    const Unit& unit, int optimize, llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  const std::vector<std::string> text = arguments(unit, optimize);
  std::vector<const char*> argv;
  for (const std::string& s : text) argv.push_back(s.c_str());
  clang::CreateInvocationOptions how;
  how.Diags = std::move(diagnostics);
  how.VFS = std::move(files);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(argv, how);
  if (invocation == nullptr) return nullptr;
  invocation->getCodeGenOpts().DisableLLVMPasses = optimize > 0;
  // clang leaves its memory to the end of the process; explorations want it back.
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getCodeGenOpts().DisableFree = false;
  invocation->getPreprocessorOpts().addRemappedFile(
      kPrelude, llvm::MemoryBuffer::getMemBuffer(
                    llvm::StringRef(prelude().data(), prelude().size()), kPrelude)
                    .release());
  return invocation;
}

// Runs clang, or returns false and its messages.
bool run_clang(const Unit& unit, int optimize, clang::FrontendAction& action, Answers& answers,
               std::string& messages, const Preamble* preamble = nullptr) {
  llvm::raw_string_ostream stream(messages);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  // What is appended has lines of the file in its #line directives.
  options->ShowPresumedLoc = unit.appended.empty() ? 0 : 1;
  clang::TextDiagnosticPrinter printer(stream, options.get());
  const auto all = files(answers, preamble);
  std::shared_ptr<clang::CompilerInvocation> invocation =
      invocation_of(unit, optimize,
                    clang::CompilerInstance::createDiagnostics(options.get(), &printer,
                                                               /*ShouldOwnClient=*/false),
                    all);
  if (invocation == nullptr) return false;
  if (preamble != nullptr)
    preamble->use(*invocation);
  else
    rewrite_main_file(unit, *invocation, answers);

  clang::CompilerInstance instance;
  instance.setInvocation(std::move(invocation));
  instance.createFileManager(all);
  instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  instance.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  instance.getDiagnosticOpts().ShowColors = 0;
  return instance.ExecuteAction(action);
}

// Compiles, or returns null and the compiler's messages.
std::unique_ptr<llvm::Module> try_compile(const Unit& unit, int optimize,
                                          llvm::LLVMContext& context, Answers& answers,
                                          std::string& messages,
                                          const Preamble* preamble = nullptr) {
  CompileAction action(&context);
  const bool ok = run_clang(unit, optimize, action, answers, messages, preamble);
  if (action.notes.asked_the_time) answers["the time"].kind = Answer::Kind::Passing;
  return ok ? action.takeModule() : nullptr;
}

bool build_preamble(const Unit& unit, int optimize, Preamble& preamble) {
  Answers answers;
  const auto all = files(answers);
  const auto invocation =
      invocation_of(unit, optimize,
                    clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions,
                                                               new clang::IgnoringDiagConsumer),
                    all);
  return invocation != nullptr && preamble.build(*invocation, all, answers);
}

// The same, with precompiled includes where that pays.
std::unique_ptr<llvm::Module> try_compile_quickly(const Unit& unit, int optimize,
                                                  const std::string& cache_folder,
                                                  llvm::LLVMContext& context, Answers& answers,
                                                  std::string& messages) {
  const bool plain = is_cxx(unit.file) && unit.appended.empty();
  Preamble preamble(unit.file, plain ? cache_folder : "", arguments(unit, optimize));
  preamble.find();
  if (preamble.found() || (preamble.seen() && build_preamble(unit, optimize, preamble))) {
    // If this fails the messages are those of a compilation without it.
    std::string ignored;
    Answers asked = preamble.answers();
    asked.insert(answers.begin(), answers.end());
    note_main_file(unit, preamble.text(), asked);
    if (auto module = try_compile(unit, optimize, context, asked, ignored, &preamble)) {
      answers = std::move(asked);
      return module;
    }
  }
  auto module = try_compile(unit, optimize, context, answers, messages);
  if (module != nullptr) preamble.note_seen();
  return module;
}

// clang's default is C++17. What needs C++20 is compiled as that, unless the user says which it is.
std::optional<Unit> as_newer(const Unit& unit) {
  const bool chosen = llvm::any_of(unit.flags, [](llvm::StringRef f) {
    return (f.starts_with("-std") || f.starts_with("--std")) && !is_for_other_language(f, true);
  });
  if (!is_cxx(unit.file) || chosen) return std::nullopt;
  Unit newer = unit;
  newer.flags.insert(newer.flags.begin(), "-std=gnu++20");
  return newer;
}

std::size_t errors_in(llvm::StringRef messages) { return messages.count(": error: "); }

std::unique_ptr<llvm::Module> compile_source(const Unit& unit, int optimize,
                                             const std::string& cache_folder,
                                             llvm::LLVMContext& context) {
  std::vector<std::string> command = arguments(unit, optimize);
  command.push_back(unit.appended);
  const CompilerCache cache(cache_folder, command);
  if (std::unique_ptr<llvm::Module> known = cache.find_module(context)) return known;
  initialize_target();
  std::string messages;
  Answers answers;
  std::unique_ptr<llvm::Module> module =
      try_compile_quickly(unit, optimize, cache_folder, context, answers, messages);
  if (module == nullptr) {
    std::string of_newer;
    if (const std::optional<Unit> newer = as_newer(unit))
      module = try_compile_quickly(*newer, optimize, cache_folder, context, answers, of_newer);
    // A file that needs C++20 and has an error of its own: only that error is of interest.
    if (module == nullptr && !of_newer.empty() && errors_in(of_newer) <= errors_in(messages))
      messages = std::move(of_newer);
  }
  if (module == nullptr) {
    while (!messages.empty() && messages.back() == '\n') messages.pop_back();
    throw InputError(messages.empty() ? unit.file + ": clang could not compile this file"
                                      : messages);
  }
  if (optimize > 0) optimize_module(*module, optimize);
  cache.keep_module(*module, answers);
  return module;
}

}  // namespace

std::unique_ptr<llvm::Module> compile(const Unit& unit, int optimize,
                                      const std::string& cache_folder, llvm::LLVMContext& context) {
  llvm::sys::fs::file_status status;
  if (const std::error_code error = llvm::sys::fs::status(unit.file, status))
    throw InputError(unit.file + ": " + error.message());
  if (llvm::sys::fs::is_directory(status)) throw InputError(unit.file + ": is a directory");
  const llvm::StringRef name(unit.file);
  if (name.ends_with(".ll") || name.ends_with(".bc")) return read_llvm(unit.file, context);
  return compile_source(unit, optimize, cache_folder, context);
}

std::string preprocess(const Unit& unit) {
  initialize_target();
  std::string messages;
  PreprocessAction action;
  Answers answers;
  if (!run_clang(unit, 0, action, answers, messages)) {
    while (!messages.empty() && messages.back() == '\n') messages.pop_back();
    throw InputError(messages.empty() ? unit.file + ": clang could not read this file" : messages);
  }
  return std::move(action.text);
}

}  // namespace overtake::frontend
