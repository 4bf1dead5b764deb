// Fences of guarded commands.
#pragma once

#include "explicit/gcl_automata.h"
#include "fences/choices.h"
#include "fences/insert.h"
#include "fences/subject.h"

namespace overtake::fences {

class GclSubject : public Subject {
 public:
  explicit GclSubject(gcl::Program program, std::uint32_t value_bits = 0,
                      Places allowed = Places::AfterStores);

  const gcl::Program& source() const { return program_; }
  std::vector<GclPlace> places(const std::vector<Placement>& fences) const;

  std::unique_ptr<explicit_state::Automata> automata(
      const std::vector<Placement>& fences) const override;
  std::unique_ptr<explicit_state::Automata> repaired(
      const std::vector<Placement>& fences) const override;
  bool wraps() const override { return options_.value_bits != 0; }
  bool can_be_flattened() const override { return program_.has_fixed_addresses(); }
  bool can_be_abstracted() const override { return true; }
  std::vector<std::function<Flat()>> flattened(std::uint32_t k,
                                               const std::vector<Placement>& fences) const override;
  std::optional<EachProcess> each_process(const std::vector<Placement>& fences,
                                          const std::atomic<bool>* stop) const override;
  bool has_few_values(const std::atomic<bool>* stop) const override;
  std::vector<ThreadId> passing(explicit_state::PositionId p) const override;
  bool possible(explicit_state::PositionId) const override { return true; }
  std::uint32_t in_loops(explicit_state::PositionId p) const override;
  // The state that an instruction leads to.
  std::vector<explicit_state::PositionId> covering(explicit_state::PositionId p) const override;
  std::uint32_t dislike(const Placement& p) const override { return is_state(p.position) ? 1 : 0; }
  std::vector<Fence> describe(const Placement& placement) const override;
  memory::Replay replay(const explicit_state::Automata& automata,
                        const explicit_state::Search& search,
                        const std::vector<explicit_state::Step>& steps, Model model) const override;
  ir::Program fenced(const std::vector<Placement>& fences) const override;
  monitor::FailedCas failed_cas() const override { return monitor::FailedCas::Waits; }
  ReachedLimit without_end(const explicit_state::Options& options) const override;
  ElementSet preventing(const ir::Program& fenced, const memory::Replay& run,
                        Model model) const override;
  const ir::Program& program(Model model) const override;

 private:
  // Positions of states come after those of the automata, by code and label.
  bool is_state(explicit_state::PositionId p) const {
    return p.index() >= positions_.position_count();
  }
  GclPlace first_place(explicit_state::PositionId p) const;
  explicit_state::PositionId state_position(std::uint32_t process, gcl::LabelId q) const;

  gcl::Program program_;
  explicit_state::GclOptions options_;
  explicit_state::GclAutomata positions_;  // only for the names of positions
  Places allowed_;
  ir::Program lowered_[3];  // by model
};

}  // namespace overtake::fences
