#include "frontend/clang/function_lowering.h"
namespace overtake::frontend {
void FunctionLowering::assembly(const llvm::CallBase&) { throw Refusal{"inline assembly"}; }
}
