// A result as the document that `--json` prints and every page is made from (docs/json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "observe/result.h"

namespace overtake::observe {

nlohmann::ordered_json to_json(const Result& result, const std::string& version);

}  // namespace overtake::observe
