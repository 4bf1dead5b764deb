// What the operations do one after the other: the specification, or the structure itself, run by
// one thread.
//
//     Specification specification(program);   // set_sequential
//     const auto& after = specification.after(specification.start(), push_1);
//     after.front().result;                   // what push(1) returns first of all
//     specification.after(after.front().state, pop);
//
// A tree of states, grown as it is asked for: each sequence of calls runs once. An operation has
// several outcomes in a state only if it chooses (nondeterministic inputs, weak CAS).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "exec/executor.h"
#include "linearize/history.h"
#include "memory/machine.h"

namespace overtake::linearize {

class Specification {
 public:
  using State = std::uint32_t;

  struct Outcome {
    Result result;
    State state = 0;
    bool blocks = false;  // it waits for ever: there is no result, and no state
  };

  // The program must outlive it, and have been prepared for SC.
  explicit Specification(const ir::Program& program);
  ~Specification();

  State start() const { return 0; }
  const std::vector<Outcome>& after(State state, CallId call);
  std::size_t states() const { return nodes_.size(); }

 private:
  struct Node {
    std::unique_ptr<memory::Machine> machine;  // before the driver chooses
    std::map<CallId, std::vector<Outcome>> outcomes;
  };

  void run(memory::Machine machine, std::vector<Outcome>& outcomes);
  bool at_choice(const memory::Machine& machine) const;
  State add(memory::Machine machine);

  exec::Executor executor_;
  std::vector<Node> nodes_;
};

}  // namespace overtake::linearize
