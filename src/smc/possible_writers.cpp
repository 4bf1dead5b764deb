#include "smc/possible_writers.h"

namespace overtake::smc {

bool PossibleWriters::know() {
  const memory::ThreadNames& names = execution_.names();
  if (!possible_writes_) possible_writes_.emplace(execution_.executor(), names);
  const memory::ThreadNames& there = possible_writes_->names();
  for (std::size_t i = met_; i < names.size(); ++i) {
    ThreadId id;
    for (std::size_t k = 0; k < there.size() && !id.valid(); ++k)
      if (there.identity(ThreadId{k}) == names.identity(ThreadId{i})) id = ThreadId{k};
    if (!id.valid()) continue;  // it gave up
    if (id.index() >= met_as_.size()) met_as_.resize(id.index() + 1);
    met_as_[id.index()] = ThreadId{i};
    if (i >= ids_.size()) ids_.resize(i + 1);
    ids_[i] = id;
  }
  met_ = names.size();
  return !possible_writes_->given_up();
}

bool PossibleWriters::may_write(ThreadId id, std::uint32_t location) {
  if (location >= writers_.size()) writers_.resize(location + 1);
  std::vector<bool>& writers = writers_[location];
  while (writers.size() <= id.index())
    writers.push_back(
        possible_writes_->may_write(ThreadId{writers.size()}, execution_.locations()[location]));
  return writers[id.index()];
}

}  // namespace overtake::smc
