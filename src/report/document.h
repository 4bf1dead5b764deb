// The result documents: what each command has found out, as data.
//
// A command makes one document. Everything that a user sees of it is made from the document alone:
// text (report/document_text.h), JSON in both directions (report/json.h), pages, SARIF, graphs and
// witnesses. A saved document shows exactly what the command showed.
//
//     const report::Document document = analysis::check({.program = {.files = {"queue.c"}}});
//     if (report::outcome(document) == report::Outcome::Found)
//       std::cout << report::to_text(document, {.width = 100});
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "report/check_document.h"
#include "report/linearize_document.h"
#include "report/models_document.h"
#include "report/observe_document.h"
#include "report/robustness_document.h"
#include "report/tool_document.h"
#include "report/trace_document.h"

namespace overtake::report {

using Document =
    std::variant<CheckDocument, ReplayDocument, BmcDocument, MonitorDocument, RecordedDocument,
                 FencesDocument, ConsistencyDocument, LitmusDocument, BenchDocument, IrDocument,
                 FuzzDocument, ObserveDocument, LinearizeDocument, ModelsDocument>;

// What the document says, in one word; the exit code of the command.
enum class Outcome : std::uint8_t { Nothing, Found, Inconclusive, BadInput };
Outcome outcome(const Document& document);

std::string_view command(const Document& document);  // "check", ...
const Frame* frame(const Document& document);        // null: the command has none
Frame* frame(Document& document);

// Whether there is an error with an execution, for SV-COMP witnesses.
const Finding* first_error(const Document& document);

// Reads the files that the document names, so that it can be shown without them.
void add_sources(Document& document);

}  // namespace overtake::report
