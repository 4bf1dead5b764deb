// Random small instances, their shrinking, and their printing as code.
#pragma once

#include <functional>
#include <random>
#include <string>

#include "trace/execution.h"

namespace overtake::test {

struct Instance {
  Execution execution;
  GoodWrites good_writes;  // used if `good`
  bool good = false;
};

// Reads-from comes from a random run under some model, and is then broken in about half the cases.
Instance random_instance(std::mt19937_64& random, bool good);

// Removes what can be removed while `fails` stays true.
Instance shrink(Instance instance, const std::function<bool(const Instance&)>& fails);

// A function body that builds the instance.
std::string as_code(const Instance& instance);

}  // namespace overtake::test
