#include "memory/schedule.h"

#include <algorithm>

#include "base/hash.h"

namespace overtake::memory {

ThreadId ThreadNames::child(ThreadId parent, std::uint32_t number) {
  const std::pair name{parent, number};
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name) return ThreadId{i + 1};
  names_.push_back(name);
  return ThreadId{names_.size()};
}

bool ThreadNames::knows(ThreadId parent, std::uint32_t number) const {
  return std::ranges::find(names_, std::pair{parent, number}) != names_.end();
}

std::string ThreadNames::name(ThreadId thread) const {
  if (thread.value == 0) return "main";
  if (thread.index() > names_.size()) return "?";
  const auto& [parent, number] = names_[thread.index() - 1];
  const std::string own = std::to_string(number + 1);
  return parent.value == 0 ? "T" + own : name(parent) + "." + own;
}

std::uint64_t ThreadNames::identity(ThreadId thread) const {
  if (thread.value == 0) return 1;
  const auto& [parent, number] = names_[thread.index() - 1];
  return combine(identity(parent), number);
}

}  // namespace overtake::memory
