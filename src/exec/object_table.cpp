#include "exec/object_table.h"

#include <utility>

namespace overtake::exec {

void ObjectTable::add(const Object& object, std::uint64_t slots) {
  push_back(object);
  for (std::uint64_t i = 1; i < slots; ++i)
    push_back({0, ObjectKind::Continued, object.source, ir::GlobalId::none()});
}

void ObjectTable::push_back(const Object& object) {
  last_.push_back(object);
  hash_ = combine(hash_, object.size);
  if (last_.size() < kChunk) return;
  auto chunks = full_ ? *full_ : std::vector<std::shared_ptr<const Chunk>>();
  chunks.push_back(std::make_shared<const Chunk>(last_.begin(), last_.end()));
  full_ = std::make_shared<const std::vector<std::shared_ptr<const Chunk>>>(std::move(chunks));
  full_size_ += kChunk;
  last_.clear();
}

bool ObjectTable::same_chunks(const ObjectTable& a, const ObjectTable& b) {
  if (a.full_ == b.full_) return true;
  for (std::size_t i = 0; i < a.full_->size(); ++i)
    if ((*a.full_)[i] != (*b.full_)[i] && *(*a.full_)[i] != *(*b.full_)[i]) return false;
  return true;
}

}  // namespace overtake::exec
