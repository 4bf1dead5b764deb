// What a thread does to objects that no other thread knows of, on a way ahead: a node that is
// allocated for an attempt and freed because the attempt failed. No other thread can see or change
// it, so that the thread finds there what it wrote last, and there is nothing to choose.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "smc/current_execution.h"

namespace overtake::smc {

class OwnObjects {
 public:
  explicit OwnObjects(CurrentExecution& execution) : execution_(execution) {}

  // What the thread has done on its way so far.
  struct Changes {
    struct Write {
      Address address = 0;
      std::uint8_t size = 0;
      exec::Value value;
      friend bool operator==(const Write&, const Write&) = default;
    };
    std::vector<Write> written;  // oldest first
    std::vector<SlotId> ended;
    friend bool operator==(const Changes&, const Changes&) = default;
  };

  // Performs the thread's next operation, which is one on such an object. False: it is an error, or
  // what it finds cannot be told.
  bool perform(exec::Thread& thread, Changes& changes);

 private:
  std::optional<exec::Value> value(const exec::Thread& thread, const exec::Op& op,
                                   const exec::Resolution& object, const Changes& changes);

  CurrentExecution& execution_;
};

}  // namespace overtake::smc
