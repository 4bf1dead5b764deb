// Which exploration decides a program: a construct that one leaves out, the next one knows. The
// caller runs the explorations themselves, with threads or on many machines, and is asked for one
// after the other.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "smc/check.h"
#include "smc/needs.h"
#include "smc/value_watch.h"
#include "smc/work_pool.h"

namespace overtake::smc {

class RfExplorer;

// An RF or RVF exploration: makes the explorers that take part in it.
struct Exploration {
  const exec::Executor& executor;
  Equivalence equivalence;
  ValueWatch* watch = nullptr;     // an RF exploration that may hand over to one by values
  RfExplorer* watching = nullptr;  // the first explorer, if there is something to watch

  std::unique_ptr<Explorer> make(const CheckOptions& options, CheckResult& result);
  bool handed_over() const;
};

// The options for one of the explorations.
CheckOptions options_for(CheckOptions options, Equivalence equivalence);
// What its threads are executed with.
exec::Limits limits_for(const CheckOptions& options, Equivalence equivalence);

// Explores; the result is none if the exploration that is watched hands over. Throws
// NeedsExhaustive.
using Explore = std::function<std::optional<CheckResult>(Equivalence, ValueWatch* watch)>;

CheckResult check_with(const ir::Program& program, const CheckOptions& options,
                       const Explore& explore);

}  // namespace overtake::smc
