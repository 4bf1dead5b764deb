#include "queue.h"

void Queue::push(int value) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ < QUEUE_CAPACITY; });
    slots_[(head_ + count_++) % QUEUE_CAPACITY] = value;
  }
  changed_.notify_all();
}

bool Queue::try_push(int value) {
  std::lock_guard lock(mutex_);
  if (count_ == QUEUE_CAPACITY) return false;
  slots_[(head_ + count_++) % QUEUE_CAPACITY] = value;
  changed_.notify_all();
  return true;
}

int Queue::pop() {
  int value;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return count_ > 0; });
    value = slots_[head_];
    head_ = (head_ + 1) % QUEUE_CAPACITY;
    --count_;
  }
  changed_.notify_all();
  return value;
}
