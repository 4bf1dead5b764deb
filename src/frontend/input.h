// What a front end is given.
#pragma once

#include <string>
#include <vector>

#include "ir/program.h"

namespace overtake::frontend {

struct Input {
  std::vector<std::string> files;
  std::vector<std::string> compiler_flags;  // what stands after `--`
  // compile_commands.json, or the folder it lies in: flags of the files, and the files that define
  // what they use. Empty: none.
  std::string compile_database;
  std::string entry = "main";
  int optimize = 0;    // 0: as written; 1..3: what the optimizer emits
  std::string format;  // "litmus", "gcl", "trencher"; empty: by the files' names
  // Compiled as if it stood at the end of the first file (C and C++).
  std::string appended;
  std::string cache_folder;  // of compiled modules (frontend/clang/module_cache.h); empty: none
  bool show_output = false;  // keep what the program prints (Opcode::Print)
};

// Chooses the front end by the format or the files' names. Throws InputError with file and line.
ir::Program load(const Input& input);

// What the preprocessor makes of the first file, which is C or C++. Throws InputError.
std::string preprocess(const Input& input);

}  // namespace overtake::frontend
