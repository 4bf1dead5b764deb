#include "explicit/workers.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

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
  threads_->arena.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, parts,
        [&](std::size_t p) {
          work(p, static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()));
        },
        tbb::simple_partitioner());
  });
}

}  // namespace overtake::explicit_state
