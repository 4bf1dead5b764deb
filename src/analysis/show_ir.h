// A program as the engines see it: `overtake ir` in data.
#pragma once

#include "analysis/program.h"
#include "report/document.h"

namespace overtake::analysis {

// `lowered`: with the fences of the program's memory model.
report::IrDocument show_ir(const Program& program, bool lowered);

}  // namespace overtake::analysis
