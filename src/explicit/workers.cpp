#include "explicit/workers.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>

#include "base/tsan.h"

namespace overtake::explicit_state {

namespace tbb = oneapi::tbb;

struct Workers::Threads {
  explicit Threads(std::size_t count)
      : parallelism(tbb::global_control::max_allowed_parallelism, count),
        arena(static_cast<int>(count), 1) {}
  tbb::global_control parallelism;
  tbb::task_arena arena;
};

Workers::Workers(std::size_t count) : count_(count) {
  if (count > 1) threads_ = std::make_unique<Threads>(count);
}

Workers::~Workers() = default;

void Workers::for_each(std::size_t parts,
                       const std::function<void(std::size_t part, std::size_t worker)>& work) {
  if (!threads_) {
    for (std::size_t p = 0; p < parts; ++p) work(p, 0);
    return;
  }
  std::atomic<std::size_t> next{0};
  const auto take_parts = [&](std::size_t worker) {
    for (std::size_t p = next++; p < parts; p = next++) work(p, worker);
  };
  threads_->arena.execute([&] {
    tbb::task_group group;
    tsan_release(this);
    for (std::size_t worker = 1; worker < count_; ++worker)
      group.run([this, &take_parts, worker] {
        tsan_acquire(this);
        take_parts(worker);
        tsan_release(this);
      });
    group.run_and_wait([&take_parts] { take_parts(0); });
    tsan_acquire(this);
  });
}

}  // namespace overtake::explicit_state
