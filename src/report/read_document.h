// A saved result, from a file.
#pragma once

#include <string>

#include "report/document.h"

namespace overtake::report {

// `path` may be "-", for standard input. Throws InputError if it is no result of overtake.
Document read_document(const std::string& path);

}  // namespace overtake::report
