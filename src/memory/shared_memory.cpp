#include "memory/shared_memory.h"

#include <algorithm>

namespace overtake::memory {
namespace {

// The contribution of one byte to a hash that is the sum of all bytes'. Bytes that were never
// written contribute nothing.
std::uint64_t cell(SlotId object, std::uint64_t offset, std::uint64_t content) {
  return mix(combine(std::uint64_t{object.value} << 24 ^ offset, content));
}

}  // namespace

std::uint8_t SharedMemory::initial_byte(ir::GlobalId initial, std::uint64_t offset) const {
  if (!initial.valid()) return 0;
  const std::vector<std::uint8_t>& image = program_->globals[initial.index()].initial;
  return offset < image.size() ? image[offset] : 0;
}

void SharedMemory::read(SlotId object, std::uint64_t offset, unsigned size, ir::GlobalId initial,
                        Found& out) const {
  const auto it = std::lower_bound(objects_.begin(), objects_.end(), object,
                                   [](const Entry& e, SlotId s) { return e.first < s; });
  const ObjectState* state =
      it != objects_.end() && it->first == object ? it->second.get() : nullptr;
  out.value = {};
  out.uniform = true;
  for (unsigned i = 0; i < size; ++i) {
    const std::uint8_t byte =
        state != nullptr ? state->bytes[offset + i] : initial_byte(initial, offset + i);
    (i < 8 ? out.value.lo : out.value.hi) |= std::uint64_t{byte} << (8 * (i % 8));
    out.writer[i] = state != nullptr ? state->writers[offset + i] : EventRef{};
    out.uniform = out.uniform && out.writer[i] == out.writer[0];
  }
}

SharedMemory::ObjectState& SharedMemory::writable(SlotId object, std::uint64_t object_size,
                                                  ir::GlobalId initial) {
  auto it = std::lower_bound(objects_.begin(), objects_.end(), object,
                             [](const Entry& e, SlotId s) { return e.first < s; });
  if (it == objects_.end() || it->first != object) {
    auto state = std::make_shared<ObjectState>();
    state->bytes.resize(object_size);
    for (std::uint64_t i = 0; i < object_size; ++i) state->bytes[i] = initial_byte(initial, i);
    state->writers.resize(object_size);
    it = objects_.insert(it, {object, std::move(state)});
  } else if (it->second.use_count() > 1) {
    it->second = std::make_shared<ObjectState>(*it->second);
  }
  return *it->second;
}

void SharedMemory::write(SlotId object, std::uint64_t offset, unsigned size,
                         std::uint64_t object_size, ir::GlobalId initial, exec::Value value,
                         EventRef writer) {
  ObjectState& state = writable(object, object_size, initial);
  for (unsigned i = 0; i < size; ++i) {
    const std::uint64_t at = offset + i;
    const auto byte = static_cast<std::uint8_t>((i < 8 ? value.lo : value.hi) >> (8 * (i % 8)));
    if (state.writers[at].raw != EventRef::kInitial)
      writers_hash_ -= cell(object, at, state.writers[at].raw);
    writers_hash_ += cell(object, at, writer.raw);
    values_hash_ += cell(object, at, byte) - cell(object, at, state.bytes[at]);
    state.bytes[at] = byte;
    state.writers[at] = writer;
  }
}

void SharedMemory::end_object(SlotId object, EventRef by) {
  ended_.emplace_back(object, by);
  const std::uint64_t mark = cell(object, 0xffffff, 1);
  writers_hash_ += mark;
  values_hash_ += mark;
}

EventRef SharedMemory::ended_by(SlotId object) const {
  for (const auto& [ended, by] : ended_)
    if (ended == object) return by;
  return EventRef{};
}

}  // namespace overtake::memory
