// What a cache of compilations has to know of the preprocessor's work besides the files it read.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>

#include <memory>

namespace overtake::frontend {

struct PreprocessorNotes {
  // __DATE__, __TIME__ or __TIMESTAMP__ was expanded.
  bool asked_the_time = false;
  // There is a state at the end of the includes that clang does not write into what it precompiles,
  // so that the text after them would mean something else: __COUNTER__, #line, push_macro without
  // its pop_macro, redefine_extname; also the main file among its own includes.
  bool leaves_state = false;
};

// The notes have to live as long as the preprocessor.
std::unique_ptr<clang::PPCallbacks> watch_preprocessor(const clang::SourceManager& sources,
                                                       PreprocessorNotes& notes);

}  // namespace overtake::frontend
