// Small programs for tests, built by hand: each thread is a function of its builder.
#pragma once

#include <functional>
#include <initializer_list>
#include <vector>

#include "base/model.h"
#include "ir/builder.h"

namespace overtake::testing {

inline constexpr Model kModels[] = {Model::SC, Model::TSO, Model::PSO};

struct Small {
  ir::Program program;
  std::vector<ir::GlobalId> variables;

  // `count` 8-byte variables, zero.
  explicit Small(int count) {
    for (int i = 0; i < count; ++i)
      variables.push_back(
          program.add_global({.name = std::string(1, static_cast<char>('x' + i)), .size = 8}));
  }

  using Body = std::function<void(ir::FunctionBuilder&, const std::vector<ir::Operand>&)>;

  // main spawns one thread per body; `after` runs in main after joining them all (if given).
  ir::Program& threads(const std::vector<Body>& bodies, const Body& after = {}) {
    std::vector<ir::FunctionId> functions;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      ir::FunctionBuilder f(program, "t" + std::to_string(i + 1), 1);
      bodies[i](f, addresses(f));
      f.ret();
      functions.push_back(f.finish());
    }
    ir::FunctionBuilder main(program, "main", 0);
    std::vector<ir::Operand> ids;
    for (ir::FunctionId f : functions)
      ids.push_back(main.spawn(main.function(f), main.constant(0)));
    if (after) {
      for (ir::Operand id : ids) main.join(id);
      after(main, addresses(main));
    }
    main.ret();
    program.entry = main.finish();
    return program;
  }

 private:
  std::vector<ir::Operand> addresses(ir::FunctionBuilder& f) {
    std::vector<ir::Operand> out;
    for (ir::GlobalId g : variables) out.push_back(f.global(g));
    return out;
  }
};

}  // namespace overtake::testing
