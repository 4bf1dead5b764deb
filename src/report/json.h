// Result documents as JSON, in both directions (docs/json.md, schemas/result.schema.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/document.h"

namespace overtake::report {

nlohmann::ordered_json to_json(const Document& document);

// A document that this or an older version saved. Throws InputError if it is none, or a part of it
// is of another kind.
Document from_json(const nlohmann::ordered_json& json);

// As --json prints it.
std::string json_text(const Document& document);

}  // namespace overtake::report
