#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/crash.h"

int main(int argc, char** argv) {
  overtake::cli::install_crash_handler();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return overtake::cli::run(arguments);
}
