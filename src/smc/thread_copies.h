// Copies of threads to look ahead with. A search makes very many, one inside the other, and each
// has memory of its own: they are kept, and written over.
#pragma once

#include <cstddef>
#include <deque>

#include "exec/thread.h"

namespace overtake::smc {

class ThreadCopies {
 public:
  class Copy {
   public:
    Copy(ThreadCopies& copies, const exec::Thread& of) : copies_(copies), thread_(copies.next()) {
      thread_ = of;
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;
    ~Copy() { --copies_.used_; }
    exec::Thread& operator*() { return thread_; }

   private:
    ThreadCopies& copies_;
    exec::Thread& thread_;
  };

 private:
  exec::Thread& next() {
    if (used_ == threads_.size()) threads_.emplace_back();
    return threads_[used_++];
  }

  std::deque<exec::Thread> threads_;
  std::size_t used_ = 0;
};

}  // namespace overtake::smc
