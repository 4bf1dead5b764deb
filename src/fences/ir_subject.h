// Fences of programs of the IR, that is, of C, C++ and litmus tests. A fence stands after a
// statement of the source that stores (fences/statement.h finds where it ends).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explicit/ir_automata.h"
#include "fences/choices.h"
#include "fences/prevention.h"
#include "fences/subject.h"

namespace overtake::fences {

class IrSubject : public Subject {
 public:
  // `program` is lowered to the model, without SpinHead.
  IrSubject(ir::Program program, PsoRmw pso_rmw, std::uint32_t value_bits = 0,
            RepairOptions repair = {});

  std::unique_ptr<explicit_state::Automata> automata(
      const std::vector<Placement>& fences) const override;
  std::unique_ptr<explicit_state::Automata> repaired(const std::vector<Placement>&) const override {
    return nullptr;
  }
  bool can_be_flattened() const override { return false; }
  bool can_be_abstracted() const override { return false; }
  bool wraps() const override { return value_bits_ != 0; }
  std::vector<std::function<Flat()>> flattened(std::uint32_t k,
                                               const std::vector<Placement>& fences) const override;
  std::vector<ThreadId> passing(explicit_state::PositionId) const override { return {}; }
  bool possible(explicit_state::PositionId p) const override;
  std::uint32_t in_loops(explicit_state::PositionId p) const override {
    return (*places_)[p].in_loop ? 1 : 0;
  }
  // Orders first, then fences after stores, then those before statements.
  std::uint32_t dislike(const Placement& placement) const override;
  std::vector<Fence> describe(const Placement& placement) const override;
  memory::Replay replay(const explicit_state::Automata& automata,
                        const explicit_state::Search& search,
                        const std::vector<explicit_state::Step>& steps, Model model) const override;
  ir::Program fenced(const std::vector<Placement>& fences) const override;
  monitor::FailedCas failed_cas() const override { return monitor::FailedCas::Reads; }
  ReachedLimit without_end(const explicit_state::Options&) const override { return {}; }
  ElementSet preventing(const ir::Program& fenced, const memory::Replay& run,
                        Model model) const override;
  // The same of a run whose threads do something that memory does not see, too.
  ElementSet preventing(const ir::Program& fenced, const memory::Replay& run, Model model,
                        std::span<const Unseen> unseen) const;
  const ir::Program& program(Model) const override { return program_; }

 private:
  const std::optional<std::string>& text(const std::string& file) const;
  std::string order_instead(const Placement& placement) const;
  std::optional<explicit_state::StorePlaces::Start> start_of(const std::string& file,
                                                             std::uint32_t line,
                                                             std::uint32_t column) const;

  ir::Program program_;
  PsoRmw pso_rmw_;
  std::uint32_t value_bits_;
  RepairOptions repair_;
  std::shared_ptr<explicit_state::StorePlaces> places_;
  std::shared_ptr<explicit_state::Extents> extents_ = std::make_shared<explicit_state::Extents>();
  mutable std::map<std::string, std::optional<std::string>> texts_;  // of files that were looked at
};

}  // namespace overtake::fences
