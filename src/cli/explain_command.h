// overtake explain: a saved result (--json) again, as text or in any other format.
#pragma once

#include "cli/settings.h"

namespace overtake::cli {

int explain_command(const Settings& settings);

}  // namespace overtake::cli
