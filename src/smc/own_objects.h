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

  // What the thread has done on its way so far. The way begins before that event of the thread:
  // what the execution has of the thread from there on is not on the way, though objects that are
  // made there have the same names.
  struct Changes {
    std::uint32_t begin = 0;
    struct Write {
      Address address = 0;
      std::uint8_t size = 0;
      exec::Value value;
      friend bool operator==(const Write&, const Write&) = default;
    };
    std::vector<Write> written;  // oldest first, to objects that have not ended
    std::vector<SlotId> ended;
    friend bool operator==(const Changes&, const Changes&) = default;
  };

  // Performs the thread's next operation, which is one on such an object. False: it is an error, or
  // what it finds cannot be told. `found`: adds what it finds that it wrote before its way.
  bool perform(exec::Thread& thread, Changes& changes,
               std::vector<Changes::Write>* found = nullptr);
  // What the thread has written there last before that event of it; none: that cannot be told.
  std::optional<exec::Value> written_before(ThreadId t, std::uint32_t event, Address address,
                                            std::uint8_t size);
  // The objects that the thread, which is at the head of a loop, has made on its way before that,
  // and that have not ended.
  std::vector<std::uint32_t> alive_at_head(const exec::Thread& thread,
                                           const Changes& changes) const;
  // Whether the thread has made the object on its way.
  bool is_of_way(ThreadId t, Address object, const Changes& changes) const;

 private:
  std::optional<exec::Value> value(const exec::Thread& thread, const exec::Resolution& object,
                                   const Changes& changes, std::vector<Changes::Write>* found);

  CurrentExecution& execution_;
};

}  // namespace overtake::smc
