// If overtake itself crashes, it says so and exits with the code of internal errors.
#pragma once

namespace overtake::cli {

// Handles SIGSEGV (also for stack overflows: on a stack of its own), SIGBUS, SIGILL, SIGFPE and
// SIGABRT. Does nothing in sanitizer builds, whose own reports say more.
void install_crash_handler();

}  // namespace overtake::cli
