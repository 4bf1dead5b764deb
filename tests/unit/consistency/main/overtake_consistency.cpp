// `overtake consistency` without the rest of overtake: quick to build when working on it.
#include <string>
#include <vector>

#include "cli/consistency_command.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  return overtake::cli::consistency_command(args);
}
