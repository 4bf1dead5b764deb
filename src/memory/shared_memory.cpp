#include "memory/shared_memory.h"

#include <algorithm>

namespace overtake::memory {
namespace {

// The contribution of one byte to a hash that is the sum of all bytes'. Bytes that were never
// written contribute nothing.
std::uint64_t cell(SlotId object, std::uint64_t offset, std::uint64_t content) {
  return mix(combine(std::uint64_t{object.value} << 24 ^ offset, content));
}

std::uint64_t time_cell(SlotId object, std::uint64_t offset, exec::Time time) {
  return time == 0 ? 0 : combine(cell(object, offset, 0x7135ull), time);
}

}  // namespace

const SharedMemory::ObjectState* SharedMemory::find(SlotId object) const {
  const auto it = std::lower_bound(objects_.begin(), objects_.end(), object,
                                   [](const Entry& e, SlotId s) { return e.first < s; });
  return it != objects_.end() && it->first == object ? it->second.get() : nullptr;
}

exec::Time SharedMemory::written_at(SlotId object, std::uint64_t offset) const {
  const ObjectState* state = find(object);
  return state == nullptr || state->times.empty() ? 0 : state->times[offset];
}

void SharedMemory::read(SlotId object, std::uint64_t offset, unsigned size,
                        const exec::Initial& initial, Found& out) const {
  const ObjectState* state = find(object);
  out.uniform = true;
  if (state == nullptr) {
    out.value = initial.value(*program_, offset, size);
    std::fill_n(out.writer, size, EventRef{});
    return;
  }
  out.value = {};
  for (unsigned i = 0; i < size; ++i) {
    const std::uint64_t at = offset + i;
    (i < 8 ? out.value.lo : out.value.hi) |= std::uint64_t{state->bytes[at]} << (8 * (i % 8));
    if (!state->undefined.empty() && state->undefined[at].valid()) {
      out.value.undefined |= static_cast<std::uint16_t>(1u << i);
      out.value.origin = state->undefined[at];
    }
    out.writer[i] = state->writers[at];
    out.uniform = out.uniform && out.writer[i] == out.writer[0];
  }
}

SharedMemory::ObjectState& SharedMemory::writable(SlotId object, std::uint64_t object_size,
                                                  const exec::Initial& initial) {
  auto it = std::lower_bound(objects_.begin(), objects_.end(), object,
                             [](const Entry& e, SlotId s) { return e.first < s; });
  if (it == objects_.end() || it->first != object) {
    auto state = std::make_shared<ObjectState>();
    state->bytes.resize(object_size);
    if (initial.image.valid()) {
      const std::vector<std::uint8_t>& image = program_->globals[initial.image.index()].initial;
      std::copy_n(image.begin(), std::min<std::size_t>(image.size(), object_size),
                  state->bytes.begin());
    }
    state->writers.resize(object_size);
    if (initial.undefined) state->undefined.resize(object_size, initial.origin);
    it = objects_.insert(it, {object, std::move(state)});
  } else if (it->second.use_count() > 1) {
    it->second = std::make_shared<ObjectState>(*it->second);
  }
  return *it->second;
}

void SharedMemory::write(SlotId object, std::uint64_t offset, unsigned size,
                         std::uint64_t object_size, const exec::Initial& initial, exec::Value value,
                         EventRef writer, exec::Time time) {
  ObjectState& state = writable(object, object_size, initial);
  if (time != 0) state.times.resize(object_size);
  for (unsigned i = 0; i < size; ++i) {
    const std::uint64_t at = offset + i;
    const auto byte = static_cast<std::uint8_t>((i < 8 ? value.lo : value.hi) >> (8 * (i % 8)));
    if (state.writers[at].raw != EventRef::kInitial)
      writers_hash_ -= cell(object, at, state.writers[at].raw);
    writers_hash_ += cell(object, at, writer.raw);
    const bool undefined = (value.undefined >> i & 1) != 0;
    const bool was_undefined = !state.undefined.empty() && state.undefined[at].valid();
    values_hash_ += cell(object, at, byte + (undefined ? 256u : 0u)) -
                    cell(object, at, state.bytes[at] + (was_undefined ? 256u : 0u));
    if (!state.times.empty()) {
      values_hash_ += time_cell(object, at, time) - time_cell(object, at, state.times[at]);
      state.times[at] = time;
    }
    state.bytes[at] = byte;
    if (undefined || was_undefined) {
      state.undefined.resize(object_size);
      state.undefined[at] = undefined ? value.origin : ir::SourceId::none();
    }
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
