#include "explicit/workers.h"

#include <system_error>

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kStackBytes = std::size_t{1} << 30;

}  // namespace

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  changed_.notify_all();
}

void Workers::for_each(std::size_t parts, const Work& work) {
  if (count_ <= 1 || parts <= 1) {
    for (std::size_t p = 0; p < parts; ++p) work(p, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    ++call_;
    parts_ = parts;
    next_ = 0;
    thrown_ = nullptr;
  }
  if (threads_.empty()) start_threads();
  changed_.notify_all();
  take_parts(work, 0);
  // A thread that has not joined by now finds no part: the call does not wait for it.
  std::unique_lock lock(mutex_);
  work_ = nullptr;
  left_.wait(lock, [this] { return helpers_ == 0; });
  if (thrown_) std::rethrow_exception(thrown_);
}

void Workers::start_threads() {
  try {
    for (std::size_t worker = 1; worker < count_; ++worker)
      threads_.push_back(
          std::make_unique<DeepThread>(kStackBytes, [this, worker] { help(worker); }));
  } catch (const std::system_error&) {
    // Those that could be started, and the caller, do it all.
  }
}

void Workers::help(std::size_t worker) {
  std::uint64_t joined = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return end_ || (work_ != nullptr && call_ != joined); });
    if (end_) return;
    const Work& work = *work_;
    joined = call_;
    ++helpers_;
    lock.unlock();
    take_parts(work, worker);
    lock.lock();
    if (--helpers_ == 0) left_.notify_one();
  }
}

void Workers::take_parts(const Work& work, std::size_t worker) {
  try {
    for (std::size_t p = next_++; p < parts_; p = next_++) work(p, worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
    next_ = parts_;
  }
}

}  // namespace overtake::explicit_state
