// What a thread waits for.
#pragma once

#include <cstdint>

namespace overtake::observe {

enum class BlockedOn : std::uint8_t {
  Nothing,
  Mutex,
  RwLock,
  SpinLock,
  Condition,
  Semaphore,
  Barrier,
  Once,
  Join,
  Futex,
  Sleep,
  Guard,  // of a local static object
};

}  // namespace overtake::observe
