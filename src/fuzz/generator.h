// Makes a random Sketch, statement by statement. Only for random_program.cpp and its parts:
// random_statements.cpp (statements of all kinds), random_loops.cpp (loops and calls),
// random_waits.cpp (the ways to wait), random_put_backs.cpp (those that take back what they did),
// random_quiet.cpp (those that change memory so that no thread can tell).
#pragma once

#include <array>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "fuzz/random_program.h"

namespace overtake::fuzz {

class Generator {
 public:
  Generator(std::uint64_t seed, const Shape& shape) : random_(seed), shape_(shape) {}

  Sketch run();

 private:
  static constexpr std::uint8_t kScratch[] = {6, 7};
  static constexpr std::size_t kThread = ~std::size_t{0};

  // Where a statement is to stand.
  struct Spot {
    std::uint32_t depth = 0;
    bool locked = false;
    bool section = false;
    bool in_loop = false;  // Break and Continue make sense
    bool endless = false;  // in a loop that need not end: nothing may grow
    std::size_t function = kThread;
  };
  // A wait for another value of a location, for the one that may end it.
  struct Wait {
    std::uint8_t location;
    std::uint32_t value;
    bool until;  // ... that value, else any other
    std::size_t thread;
    Block before = {};  // what the thread that ends it does first, now and then
  };

  // An index, each as likely as its weight says.
  template <std::size_t N>
  std::uint32_t pick(const std::array<std::uint32_t, N>& weights) {
    std::uint32_t left = random_.below(std::accumulate(weights.begin(), weights.end(), 0u));
    std::uint32_t index = 0;
    while (left >= weights[index]) left -= weights[index++];
    return index;
  }
  std::uint8_t target(std::size_t count) {
    return static_cast<std::uint8_t>(random_.below(static_cast<std::uint32_t>(count)));
  }
  bool wanted(Kind kind) const { return shape_.weights[static_cast<std::size_t>(kind)] > 0; }

  // --- the whole (random_program.cpp)
  void objects(std::uint32_t threads);
  void fill(Block& into, std::uint32_t operations, const Spot& spot);
  void spawns();
  void main_acts_first();

  // --- statements (random_statements.cpp)
  void statement(Block& into, const Spot& spot);
  void block(Block& into, const Spot& spot);
  Kind kind(const Spot& spot);
  bool allowed(Kind kind, const Spot& spot) const;
  void choose_target(Statement& s);
  void access(Statement& s, const Spot& spot);
  void choose_space(Statement& s, const Spot& spot);
  void cross(Block& into, std::uint8_t stored, const Spot& spot);
  std::uint32_t constant();
  Value value(const Spot& spot);
  Condition condition();
  std::uint8_t destination();

  // --- loops and calls (random_loops.cpp)
  void random_loop(Block& into, Kind kind, const Spot& spot);
  void endless_loop(Statement& s, const Spot& spot);
  void functions();
  void random_call(Statement& s, const Spot& spot);

  // --- waits (random_waits.cpp)
  void wait(Block& into, const Spot& spot);
  void answer_waits();
  void detours();
  Block critical_section(const Spot& spot);
  void spin(Block& into, const Spot& spot);
  void wait_for_change(Block& into);
  void spin_on_two(Block& into);
  void give_up(Block& into, const Spot& spot);
  void exchange_lock(Block& into, const Spot& spot);
  void cas_lock(Block& into, const Spot& spot);
  void ticket_lock(Block& into, const Spot& spot);
  void trylock_loop(Block& into, const Spot& spot);
  void retry(Block& into, const Spot& spot);
  void put_back(Block& into, const Spot& spot);  // random_put_backs.cpp
  void readers_and_writers(Block& into, const Spot& spot);
  void quiet_round(Block& into, const Spot& spot);  // random_quiet.cpp
  void poll(Block& into, const Spot& spot);
  void lock_both(Block& into, const Spot& spot);
  std::uint8_t own_lock();
  void take_own_lock(Block& into, std::uint8_t lock);
  Statement leave_own_lock(std::uint8_t lock);
  void poll_own_lock(Block& into, const Spot& spot);
  void own_section(Block& into, const Spot& spot);
  void cached_word(Block& into, const Spot& spot);
  void back_off(Block& into, const Spot& spot);
  void look_and_put_back(Block& into, const Spot& spot);
  std::uint8_t private_location();
  std::uint8_t put_back_location();
  void add_own_location();
  void cached_index(Block& into, const Spot& spot);
  void seqlock_reader(Block& into);
  void handshake(Block& into, const Spot& spot);
  void wait_in_function(Block& into, const Spot& spot);
  void lock_in_functions(Block& into, const Spot& spot);
  void pause(Block& body);
  Block looks(Block loads);
  std::uint8_t location() { return target(sketch_.locations.size()); }
  std::uint8_t lock_location();
  std::uint8_t observed();
  std::uint8_t read_register();
  ir::Order rmw_order();

  Random random_;
  const Shape& shape_;
  Sketch sketch_;
  std::uint32_t budget_ = 0;
  std::size_t thread_ = 0;
  std::vector<std::uint8_t> readable_;  // registers that this thread or function has written
  std::vector<Wait> waits_;
  static constexpr std::uint8_t kOwn =
      0xee;  // the location of put_back_location(), until it is there
  bool own_used_ = false;
  std::size_t own_thread_ = kThread;  // that alone uses it, mostly
  std::uint32_t own_initial_ = 0;
  std::array<std::size_t, 3> shared_functions_{kThread, kThread, kThread};  // lock, unlock, wait
};

}  // namespace overtake::fuzz
