// A prepared program with a client written into its table.
#pragma once

#include "ir/program.h"
#include "linearize/client.h"

namespace overtake::linearize {

// Of the driver in `program`; call before passes look at the program: what is in the table is not
// known to them. Throws InternalError if there is no table.
void open_client_table(ir::Program& program);

// The client; the specification instead, if `sequential`.
void set_client(ir::Program& program, const Declaration& declaration, const Client& client);
void set_sequential(ir::Program& program);

}  // namespace overtake::linearize
