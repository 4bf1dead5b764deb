#include "monitor/happens_before.h"

#include <algorithm>

namespace overtake::monitor {

void HappensBefore::Clocks::reach(std::size_t row_count, std::size_t new_width) {
  if (new_width > width) {
    std::vector<std::uint32_t> wide(rows * new_width);
    for (std::size_t r = 0; r < rows; ++r) std::copy_n(row(r), width, wide.data() + r * new_width);
    data = std::move(wide);
    width = new_width;
  }
  if (row_count > rows) {
    rows = row_count;
    data.resize(rows * width);
  }
}

void HappensBefore::join(std::uint32_t* into, const std::uint32_t* from, std::size_t width) {
  for (std::size_t t = 0; t < width; ++t) into[t] = std::max(into[t], from[t]);
}

void HappensBefore::know(ThreadId thread) {
  if (thread.index() < threads_.rows) return;
  std::size_t width = threads_.width;
  while (width <= thread.index()) width *= 2;
  threads_.reach(thread.index() + 1, width);
  for (Clocks* c : {&writes_, &reads_, &channels_}) c->reach(c->rows, width);
}

void HappensBefore::add(const Event& e) {
  know(e.thread);
  const std::size_t width = threads_.width;
  if (e.location.valid()) {
    writes_.reach(e.location.index() + 1, width);
    reads_.reach(e.location.index() + 1, width);
  }
  std::uint32_t* mine = threads_.row(e.thread.index());
  const std::size_t location = e.location.index();
  if (e.reads() || e.writes()) join(mine, writes_.row(location), width);
  if (e.writes()) join(mine, reads_.row(location), width);
  ++mine[e.thread.index()];
  if (e.writes())
    std::copy_n(mine, width, writes_.row(location));
  else if (e.reads())
    join(reads_.row(location), mine, width);
}

void HappensBefore::release(ThreadId thread, ChannelId channel) {
  know(thread);
  channels_.reach(channel.index() + 1, threads_.width);
  join(channels_.row(channel.index()), threads_.row(thread.index()), threads_.width);
}

void HappensBefore::acquire(ThreadId thread, ChannelId channel) {
  know(thread);
  channels_.reach(channel.index() + 1, threads_.width);
  join(threads_.row(thread.index()), channels_.row(channel.index()), threads_.width);
}

std::span<const std::uint32_t> HappensBefore::clock(ThreadId thread) const {
  if (thread.index() >= threads_.rows) return {};
  return {threads_.row(thread.index()), threads_.width};
}

}  // namespace overtake::monitor
