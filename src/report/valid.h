// Whether a document that was read refers to nothing that it does not have.
//
// Renderers follow the numbers of steps without looking: in a document of our own they are right.
// One that was saved may have been edited or cut, so reading ends with this.
#pragma once

#include "report/document.h"

namespace overtake::report {

// Throws InputError that names the part.
void require_valid(const Document& document);

}  // namespace overtake::report
