// What a front end cannot translate, as part of the program: it matters only if an execution gets
// there.
//
// A function that is called and nowhere defined becomes a stub: one Fail (InvalidCall) with the
// message, at a place in the file kRefusedFile. So does a function with an unsupported construct
// outside its instructions; in place of an unsupported instruction a stub is called. An engine that
// reaches one reports an error there, which is no error of the program: analysis/refused.h turns it
// into a refusal of the input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

inline constexpr std::string_view kRefusedFile = "<refused>";
// The name of stubs in place of instructions.
inline constexpr std::string_view kRefusedInstruction = "<refused instruction>";

struct Refused {
  FunctionId stub;
  std::string message;  // with file and line
  std::vector<FunctionId> callers;
};

// The body of a declared function becomes a stub.
void refuse(Program& program, FunctionId declared, const std::string& message);

// All stubs that some function calls, in the order of the program.
std::vector<Refused> refusals(const Program& program);

// Whether an error at that place means that a stub was reached.
bool is_refused(const Program& program, SourceId source);

}  // namespace overtake::ir
