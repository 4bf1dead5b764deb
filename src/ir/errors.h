// The names of errors, as they stand in reports and JSON.
#pragma once

#include <string_view>

#include "ir/program.h"

namespace overtake::ir {

std::string_view name(ErrorKind kind);      // "assertion", "null-dereference", ...
std::string_view describe(ErrorKind kind);  // "assertion failed", "null pointer dereference", ...

}  // namespace overtake::ir
