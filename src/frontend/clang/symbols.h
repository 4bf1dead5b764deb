// Linking without a linker: modules stay apart, and a name is looked up when it is needed.
//
// The user's modules come first, the models of runtime/ after them, so that a program's own
// definition of a library function wins. The models are read lazily: a function's body is decoded
// when the lowering reaches it. That keeps start-up in milliseconds however large the models grow.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/clang/compile.h"
#include "frontend/input.h"

namespace overtake::frontend {

class Symbols {
 public:
  // Compiles all files. Throws InputError, also for two strong definitions of one name.
  explicit Symbols(const Input& input);

  // Files of the project that could not be compiled, with the reasons, for a message about
  // something that is nowhere defined; empty if there are none.
  const std::string& left_out() const { return left_out_; }

  // The definition that `value` stands for (itself, if it is one), with its body decoded and its
  // locals in registers; null if there is none.
  const llvm::GlobalValue* definition(const llvm::GlobalValue& value);
  const llvm::GlobalValue* definition(llvm::StringRef name);
  // The same for a call. Where its result is not used, a model __overtake_ignored_f takes the place
  // of the model f.
  const llvm::GlobalValue* called(const llvm::CallBase& call, const llvm::Function& callee);

  bool is_model(const llvm::GlobalValue& value) const {
    return value.getParent() == models_.get() || value.getParent() == cxx_models_.get();
  }
  // Whether the program calls pthread_cancel: then functions that wait are cancellation points.
  bool cancels() const { return extensions_[0].used; }
  // The user's modules, in the order of the command line.
  const std::vector<std::unique_ptr<llvm::Module>>& modules() const { return modules_; }
  const llvm::DataLayout& layout() const { return modules_.front()->getDataLayout(); }

 private:
  void add(std::unique_ptr<llvm::Module> module);
  void add(llvm::GlobalValue& value);
  void add_needed(const std::vector<Unit>& candidates, const Input& input);
  const llvm::GlobalValue* prepare(llvm::GlobalValue* value);

  // A function that gives others more to do. Where a program calls it, models whose names have the
  // prefix take the place of those without it, and programs that do not call it do not pay.
  struct Extension {
    llvm::StringRef function;
    llvm::StringRef prefix;
    bool used = false;
  };

  Extension extensions_[2] = {{"pthread_cancel", "__overtake_cancellable_"},
                              {"pthread_mutexattr_setrobust", "__overtake_robust_"}};
  std::unique_ptr<llvm::LLVMContext> context_;
  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::unique_ptr<llvm::Module> models_;
  std::unique_ptr<llvm::Module> cxx_models_;  // only for programs with C++ in them
  std::string left_out_;
  bool competition_ = false;                         // the verification competition's conventions
  llvm::StringMap<llvm::GlobalValue*> definitions_;  // of the user, by name
  llvm::DenseSet<const llvm::Function*> prepared_;
};

}  // namespace overtake::frontend
