#include "fuzz/ir_globals.h"

#include <string>
#include <utility>

namespace overtake::fuzz {

Globals add_globals(ir::Program& program, const Sketch& sketch) {
  auto add = [&](char letter, std::size_t number, std::uint64_t size, std::uint64_t initial) {
    ir::Global g{.name = letter + std::to_string(number), .size = size};
    for (std::uint64_t i = 0; i < size; ++i)
      g.initial.push_back(static_cast<std::uint8_t>(initial >> (8 * i)));
    return program.add_global(std::move(g));
  };
  Globals globals;
  for (std::size_t i = 0; i < sketch.locations.size(); ++i)
    globals.locations.push_back(add('x', i, kLocationBytes, sketch.locations[i]));
  for (std::size_t i = 0; i < sketch.mutexes; ++i) globals.mutexes.push_back(add('m', i, 8, 0));
  for (std::size_t i = 0; i < sketch.semaphores.size(); ++i)
    globals.semaphores.push_back(add('s', i, 8, sketch.semaphores[i]));
  for (std::size_t i = 0; i < sketch.conditions; ++i)
    globals.conditions.push_back(add('c', i, 8, 0));
  for (std::size_t i = 0; i < sketch.barriers.size(); ++i)
    globals.barriers.push_back(add('b', i, 8, 0));
  for (std::size_t i = 0; i < sketch.slots; ++i) globals.slots.push_back(add('h', i, 8, 0));
  return globals;
}

}  // namespace overtake::fuzz
