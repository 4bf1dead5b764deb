// The memory of this process, and of the machine.
#pragma once

#include <cstdint>

namespace overtake {

std::uint64_t resident_bytes();
std::uint64_t available_bytes();  // what the machine, or the container, has to give

}  // namespace overtake
