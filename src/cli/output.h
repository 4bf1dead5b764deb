// What a command has found out, on standard output and in the files that were asked for (--html,
// --sarif, --dot, --witness). Everything is made from the document alone.
#pragma once

#include <string>

#include "cli/settings.h"
#include "report/document.h"

namespace overtake::cli {

// Whether the document itself is wanted, in JSON or in a file, and not only its text.
bool document_wanted(const Settings& settings);

// Whether standard output gets the text or the JSON, and not one of the files ("-"). Throws
// UsageError if it is to get several.
bool text_wanted(const Settings& settings);

// JSON or text on standard output. `text`: what is printed instead of the document's text.
void print_document(const Settings& settings, report::Document& document,
                    const std::string* text = nullptr);

// Writes the files that `settings` asks for; "-" is standard output. InputError if one cannot be
// written.
void write_report_files(const Settings& settings, const report::Document& document);

// A file of any kind; "-" is standard output. Throws InputError.
void write_file(const std::string& path, const std::string& text);

}  // namespace overtake::cli
