// Fences put into programs of the IR, where the same fences in the source would be.
//
// A fence after a statement stands after its last access: after the store itself or, if the
// store is in a function that is not the user's, after the call. A store that its own statement
// goes on from gets no fence.
#pragma once

#include <vector>

#include "explicit/store_places.h"
#include "fences/subject.h"

namespace overtake::fences {

ir::Program with_fences(ir::Program program, const explicit_state::StorePlaces& places,
                        const std::vector<Placement>& fences);

}  // namespace overtake::fences
