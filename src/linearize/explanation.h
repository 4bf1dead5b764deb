// Which orders of a run's operations explain its results, and which histories rule an order out.
//
// An order explains the results if the specification, one operation after the other in that order,
// gives the same ones. Operations that did not return may be left out, or take place with any
// result. Operations of one thread keep their order (not for `quiescent`), those at the beginning
// come before and those at the end after all others.
//
// A history says which operations had ended before others began. It rules out an order in which two
// of these come the other way round; for `quiescent` only if nothing was under way in between.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "linearize/history.h"
#include "linearize/specification.h"

namespace overtake::linearize {

// Operations by number; those that are left out are not in it.
using LinearOrder = std::vector<std::uint8_t>;

class Explanations {
 public:
  Explanations(Specification& specification, Criterion criterion)
      : specification_(specification), criterion_(criterion) {}

  // All orders that explain the results. The reference is valid until the next call.
  const std::vector<LinearOrder>& of(const std::vector<Operation>& operations);

  // The same for an operation that waits for ever: all that returned take place, no other that did
  // not, and then it waits, says the specification.
  std::vector<LinearOrder> of_waiting(const std::vector<Operation>& operations,
                                      std::size_t waiting);

 private:
  struct Search;

  Specification& specification_;
  const Criterion criterion_;
  std::map<std::vector<std::uint64_t>, std::vector<LinearOrder>> known_;  // by calls and results
};

// Operations that come before others in every order: by operation.
Precedence fixed_order(const std::vector<Operation>& operations, Criterion criterion);

bool rules_out(const std::vector<Operation>& operations, const Precedence& ended_before,
               const LinearOrder& order, Criterion criterion);

// Sets of operations of threads that may all have ended before all others begin: a prefix of each
// thread, all of it returned, not everything and not nothing.
std::vector<OperationSet> cuts(const std::vector<Operation>& operations);
// Whether an operation outside of the cut comes before one of it in the order.
bool crosses(const std::vector<Operation>& operations, const LinearOrder& order, OperationSet cut);
// The operations of threads that have been called and are not in the cut.
OperationSet outside(const std::vector<Operation>& operations, OperationSet cut);

}  // namespace overtake::linearize
