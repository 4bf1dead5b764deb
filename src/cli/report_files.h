// --html, --sarif, --dot, --witness: what a command found, written to files.
//
// A command makes one result document (docs/json.md), prints it or its text, and calls
// write_report_files; every format is made from the document alone.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/options.h"

namespace overtake::cli {

// As --json prints it.
std::string json_text(const nlohmann::ordered_json& document);

bool reports_wanted(const Settings& settings);

// Writes the files that `settings` asks for; "-" is standard output. InputError if one cannot be
// written.
void write_report_files(const Settings& settings, const nlohmann::ordered_json& document);

}  // namespace overtake::cli
