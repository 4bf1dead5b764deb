// From text to a litmus test. Throws InputError "file:line:column: what was expected".
#pragma once

#include <string>
#include <string_view>

#include "frontend/litmus/test.h"

namespace overtake::litmus {

Test parse(std::string_view text, const std::string& file);

}  // namespace overtake::litmus
