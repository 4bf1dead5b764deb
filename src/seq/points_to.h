// Which objects' addresses can a register of the bounded program hold?
#pragma once

#include <cstdint>
#include <vector>

#include "seq/bound.h"

namespace overtake::seq {

class PointsTo {
 public:
  explicit PointsTo(const BoundedProgram& program);

  // The objects that an operand may point into, in ascending order.
  std::vector<ir::GlobalId> objects(std::uint32_t instance, ir::Operand operand) const;

 private:
  using Set = std::vector<bool>;  // by GlobalId

  void solve();
  bool step(std::uint32_t instance, const ir::Instruction& i);
  bool add(Set& to, const Set& from);
  void add_constant(Set& to, std::uint64_t value) const;
  Set value(std::uint32_t instance, ir::Operand o) const;

  const BoundedProgram& program_;
  std::vector<std::vector<Set>> registers_;  // by instance
  std::vector<Set> contents_;                // by object
  Set results_;                              // of all threads
};

}  // namespace overtake::seq
