// Threads that work on the parts of something at the same time. oneTBB has them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace overtake::explicit_state {

class Workers {
 public:
  explicit Workers(std::size_t count);
  ~Workers();

  std::size_t count() const { return count_; }
  // Calls `work` for each part, several at once and in any order. A worker (a number below count())
  // does one part at a time. Throws what a part threw.
  void for_each(std::size_t parts,
                const std::function<void(std::size_t part, std::size_t worker)>& work);

 private:
  struct Threads;
  std::size_t count_;
  std::unique_ptr<Threads> threads_;  // none for one worker: the caller is it
};

}  // namespace overtake::explicit_state
