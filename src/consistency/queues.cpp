#include "consistency/queues.h"

namespace overtake::consistency {

void Queues::build(const Instance& instance) {
  begin.assign(1, 0);
  writes.clear();
  if (instance.model() == Model::TSO) {
    for (std::uint32_t t = 0; t < instance.threads; ++t) {
      for (std::uint32_t m = instance.memory_begin[t]; m < instance.memory_begin[t + 1]; ++m) {
        const Step& step = instance.steps[instance.memory_events[m]];
        if (step.kind == StepKind::Buffer) writes.push_back(step.write);
      }
      begin.push_back(static_cast<std::uint32_t>(writes.size()));
    }
  } else if (instance.model() == Model::PSO) {
    for (const Buffer& buffer : instance.buffers) {
      for (std::uint32_t w = buffer.first; w != kNone; w = instance.writes[w].next_in_buffer)
        writes.push_back(w);
      begin.push_back(static_cast<std::uint32_t>(writes.size()));
    }
  }
  own_.assign(instance.locations, {kNone, kNone});
  own_buffered.assign(instance.steps.size(), kNone);
  for (std::uint32_t s = 0; s < instance.steps.size(); ++s) {
    const Step& step = instance.steps[s];
    if (step.location == kNone) continue;
    Own& own = own_[step.location];
    if (step.kind == StepKind::Buffer)
      own = {step.thread, step.write};
    else if (own.thread == step.thread)
      own_buffered[s] = own.write;
  }
}

}  // namespace overtake::consistency
