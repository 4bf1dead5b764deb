// The runs of one reads-from class, and the histories that they have.
#pragma once

#include <optional>
#include <vector>

#include "consistency/consistency.h"
#include "linearize/explore.h"
#include "linearize/rule_out.h"
#include "smc/rf_explorer.h"

namespace overtake::linearize {

class ClassRuns {
 public:
  ClassRuns(const smc::RfExplorer& explorer, Model model) : explorer_(explorer), model_(model) {}

  // The class at whose end the explorer is.
  void enter(const Declaration& declaration, const Client& client);
  const std::vector<Operation>& operations() const { return operations_; }

  // All pairs but those of which causes show that no run has them.
  Candidates candidates() const;
  // Whether a run has at least this precedence, which has candidates only. The last one found is
  // kept for `violation`.
  bool possible(const Precedence& precedence);
  std::uint64_t questions() const { return questions_; }

  Violation violation() const;
  // Some thread of the client is inside the operation, and cannot go on.
  bool waits_in(std::size_t operation) const;
  const Execution& execution() const { return execution_; }
  const Witness& run() const { return run_; }
  void use(const Witness& run) { run_ = run; }

 private:
  void read_operations(const Declaration& declaration, const Client& client);
  void add_marks();
  bool refuted_by_causes(std::size_t a, std::size_t b) const;
  bool follows(const Precedence& p, std::size_t a, std::size_t b) const;

  const smc::RfExplorer& explorer_;
  const Model model_;
  consistency::Verifier verifier_;
  std::vector<Operation> operations_;
  Execution execution_;                   // with marks after the events of the class
  std::uint32_t events_ = 0;              // how many are no marks
  std::size_t own_order_ = 0;             // order edges that are not part of a question
  std::vector<EventId> calls_, returns_;  // by operation
  struct MarkEvent {
    std::uint32_t operation;
    bool returns;
  };
  std::vector<MarkEvent> marks_;  // by event, from events_ on
  Witness run_;                   // of execution_
  std::uint64_t questions_ = 0;
};

}  // namespace overtake::linearize
