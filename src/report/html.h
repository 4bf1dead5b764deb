// A result document as one HTML page that needs nothing else: no network, no second file.
//
// The page holds the document itself and a script that draws it (src/report/page/): a column for
// each thread, time downwards, buffers where they are not empty, stepping back and forth,
// reads-from, from-read and coherence edges on demand, the source beside it. What the page shows is
// what the JSON says; nothing is computed twice.
#pragma once

#include <string>

#include "report/document.h"

namespace overtake::report {

std::string to_html(const Document& document);

}  // namespace overtake::report
