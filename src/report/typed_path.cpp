#include "report/typed_path.h"

#include <fmt/format.h>

#include <cctype>

namespace overtake::report {
namespace {

using ir::Member;
using ir::Type;
using ir::TypeKind;

bool is_reserved(const std::string& name) {
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])) != 0);
}

// "_M_finish" is "finish".
std::string readable(const std::string& name) {
  std::string_view rest = name;
  if (rest.starts_with("_M_")) rest.remove_prefix(3);
  while (rest.starts_with('_')) rest.remove_prefix(1);
  return rest.empty() ? name : std::string(rest);
}

class Walk {
 public:
  Walk(const ir::DebugNames& names, const ChooseMember& choose) : names_(names), choose_(choose) {}

  TypedPath run(ir::TypeId type, std::uint64_t offset, std::uint64_t size) {
    path_ = {.type = type, .offset = offset};
    // Types nest by value only, so this ends; a malformed table must not hang a report.
    for (int depth = 0; depth < 100; ++depth) {
      const Type* t = names_.type(path_.type);
      if (t == nullptr) break;
      path_.size = t->size;
      if (t->kind == TypeKind::Reference) path_.internal = true;
      if (!(t->kind == TypeKind::Array                                  ? into_array(*t, size)
            : t->kind == TypeKind::Record || t->kind == TypeKind::Union ? into_member(*t, size)
                                                                        : false))
        break;
    }
    return std::move(path_);
  }

 private:
  bool into_array(const Type& t, std::uint64_t size) {
    const Type* element = names_.type(t.element);
    if (element == nullptr || element->size == 0) return false;
    if (path_.offset == 0 && size == t.size && t.count != 1) return false;
    const std::uint64_t first = path_.offset / element->size;
    const std::uint64_t last =
        (path_.offset + std::max<std::uint64_t>(size, 1) - 1) / element->size;
    if (t.count != 0 && last >= t.count) return false;
    if (first != last) {
      path_.text += fmt::format("[{}..{}]", first, last);
      path_.offset -= first * element->size;
      path_.size = (last - first + 1) * element->size;
      path_.type = ir::TypeId::none();
      return false;
    }
    path_.text += fmt::format("[{}]", first);
    path_.offset -= first * element->size;
    path_.type = t.element;
    return true;
  }

  bool into_member(const Type& t, std::uint64_t size) {
    // A lock is one thing, whatever it is made of; the characters of a short string are not.
    const bool named = !t.name.empty() && !t.name.starts_with('_');
    if (t.library && t.kind == TypeKind::Union && named) return whole();
    std::vector<const Member*> inside;
    for (const Member& m : t.members) {
      if (m.bits != 0) {
        if (overlaps(m, size)) path_.bits.push_back(&m);
        continue;
      }
      if (holds(m, size, &m == &t.members.back())) inside.push_back(&m);
    }
    if (!path_.bits.empty()) {
      name_bits();
      return false;
    }
    if (inside.empty()) return false;
    const Member& m = *inside[inside.size() == 1 ? 0 : choose(inside, size)];
    add_name(t, m);
    path_.offset -= m.offset;
    path_.type = m.type;
    return true;
  }

  bool whole() {
    path_.offset = 0;
    path_.size = 0;
    return false;
  }

  // The only candidate that is not empty, else what the union's users agree on.
  std::size_t choose(const std::vector<const Member*>& inside, std::uint64_t size) {
    std::vector<std::size_t> exact;
    for (std::size_t i = 0; i < inside.size(); ++i) {
      const TypedPath rest =
          Walk(names_, {}).run(inside[i]->type, path_.offset - inside[i]->offset, size);
      if (rest.offset == 0 && rest.size == size && !rest.internal) exact.push_back(i);
    }
    if (exact.size() == 1 || (!exact.empty() && !choose_)) return exact.front();
    if (!choose_) return 0;
    std::vector<const Member*> candidates;
    for (std::size_t i : exact) candidates.push_back(inside[i]);
    if (exact.empty()) return choose_(path_.offset, inside);
    return exact[choose_(path_.offset, candidates)];
  }

  bool holds(const Member& m, std::uint64_t size, bool last) const {
    const Type* type = names_.type(m.type);
    if (type == nullptr || path_.offset < m.offset) return false;
    const bool flexible = last && type->kind == TypeKind::Array && type->count == 0;
    if (flexible) return true;
    return !is_empty(*type, 0) && path_.offset + size <= m.offset + type->size;
  }

  bool overlaps(const Member& m, std::uint64_t size) const {
    const std::uint64_t begin = m.offset * 8 + m.first_bit;
    return begin < (path_.offset + size) * 8 && path_.offset * 8 < begin + m.bits;
  }

  bool is_empty(const Type& t, int depth) const {
    if (t.kind != TypeKind::Record || t.size > 1 || depth > 20) return false;
    for (const Member& m : t.members) {
      const Type* type = names_.type(m.type);
      if (type == nullptr || !is_empty(*type, depth + 1)) return false;
    }
    return true;
  }

  void name_bits() {
    std::string list;
    for (const Member* m : path_.bits) list += (list.empty() ? "" : ",") + m->name;
    path_.text += path_.bits.size() == 1 ? "." + list : ".{" + list + "}";
    path_.unit = path_.offset;
    path_.type = ir::TypeId::none();
    path_.offset = 0;
    path_.size = 0;
  }

  void add_name(const Type& t, const Member& m) {
    if (m.name.starts_with("_vptr")) path_.internal = true;
    if (t.name.starts_with("__aligned_") && t.library) path_.text.clear();
    if (m.name.empty()) return;
    if (!t.library || !is_reserved(m.name)) {
      path_.text += "." + m.name;
      return;
    }
    if (siblings(t) > 1) path_.text += "." + readable(m.name);
  }

  std::size_t siblings(const Type& t) const {
    std::size_t count = 0;
    for (const Member& m : t.members) {
      const Type* type = names_.type(m.type);
      count += type != nullptr && !is_empty(*type, 0);
    }
    return count;
  }

  const ir::DebugNames& names_;
  const ChooseMember& choose_;
  TypedPath path_;
};

}  // namespace

TypedPath typed_path(const ir::DebugNames& names, ir::TypeId type, std::uint64_t offset,
                     std::uint64_t size, const ChooseMember& choose) {
  return Walk(names, choose).run(type, offset, size);
}

std::string bytes_within(std::uint64_t offset, std::uint64_t size, std::uint64_t whole) {
  if (whole == 0 ? offset == 0 : offset == 0 && size == whole) return {};
  if (size <= 1) return fmt::format("byte {}", offset);
  return fmt::format("bytes {}-{}", offset, offset + size - 1);
}

}  // namespace overtake::report
