// Private objects as *cells*, for ir/mark_idle.h.
//
// An object is followed where all that happens to its address is that constants are added to it,
// that it is loaded from and stored to, and that it is handed to functions which do no more than
// that. A parameter and what is handed to it are one cell. Addresses are constants relative to the
// cell, so that an access is within its object in every iteration or in none. A private
// thread-local variable is a cell, too, and so is what a function returns that does nothing but
// name one: __errno_location.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace overtake::ir {

class IdleCells {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // `open`: by function, whether it has callers that we do not see. Registers are not shared yet.
  IdleCells(const Program& program, const std::vector<bool>& open);

  std::size_t size() const { return parent_.size(); }
  // The cell that a load or store of the function goes to; none if it is not followed.
  std::uint32_t of_access(std::size_t function, const Instruction& i) const;
  // The cell of an object, by the register that holds its address; none if it is not followed.
  std::uint32_t of_register(std::size_t function, std::uint32_t r) const;

 private:
  struct InFunction {
    std::vector<std::uint32_t> by_register;  // the cell that it points into
    std::uint32_t result = kNone;            // that its result points to
    bool open = false;
  };

  void make_thread_local_cells();
  void find_cells(std::size_t f);
  void check_cells(std::size_t f);
  void hand_over(std::size_t f, const Instruction& call);
  std::uint32_t made_by(const Instruction& i) const;
  std::uint32_t new_cell();
  std::uint32_t find(std::uint32_t c);
  void unite(std::uint32_t a, std::uint32_t b);
  void expose(std::uint32_t c) { exposed_[find(c)] = true; }

  const Program& program_;
  std::vector<InFunction> functions_;
  std::vector<std::uint32_t> thread_local_;  // by global
  std::vector<std::uint32_t> parent_;        // by cell: towards the one that stands for it
  std::vector<bool> exposed_;                // of the one that stands for it: it is not followed
};

}  // namespace overtake::ir
