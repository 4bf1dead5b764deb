// Does a class of executions have a run whose history rules out all orders that explain its
// results?
//
// A history is known by its pairs "a ended before b began". It rules out an order by having a pair
// of it the other way round (for quiescent: a cut), which is a *way* to do so. A history that rules
// out all orders is a hitting set: it has one way for each order. The search chooses ways one after
// the other, always for the order that has the fewest left, and asks whether a run has all that
// were chosen. Once a way was tried without a result, no run with it (and with what was chosen
// before) rules out everything: what is tried after it may leave it out. So no set of ways is tried
// twice.
//
// Most classes need no question. Of most pairs the class shows at once that none of its runs has
// them: `candidates` are the others. If no set of candidates rules out all orders that is closed as
// histories are, there is nothing to ask; and that depends on the results and the candidates alone,
// of which a client has few (RuledOut).
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "linearize/explanation.h"

namespace overtake::linearize {

// By operation: those that may have ended before it began, for all that is known.
using Candidates = Precedence;

// Whether a run has at least a given precedence; not asked about what implies one that no run has.
// The last one to which the answer was yes is that of the history.
using AskRuns = std::function<bool(const Precedence&)>;

bool can_rule_out_all(const std::vector<Operation>& operations,
                      const std::vector<LinearOrder>& orders, Criterion criterion,
                      const Candidates& candidates, const AskRuns& possible);

// Remembers for which results and candidates no history at all rules out the orders.
class RuledOut {
 public:
  // `orders` must stay where they are: they are what the results are remembered by.
  bool can_rule_out_all(const std::vector<Operation>& operations,
                        const std::vector<LinearOrder>& orders, Criterion criterion,
                        const Candidates& candidates, const AskRuns& possible);

 private:
  std::map<std::pair<const void*, Candidates>, bool> known_;
};

}  // namespace overtake::linearize
