// A bounded queue that blocks.
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>

class Queue {
 public:
  void push(int value);      // waits for room
  bool try_push(int value);  // false: full
  int pop();                 // waits for a value

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<int, QUEUE_CAPACITY> slots_{};
  unsigned head_ = 0, count_ = 0;
};
