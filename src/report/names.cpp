#include "report/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ir/user_place.h"

namespace overtake::report {
namespace {

constexpr Address kEndOfAddresses = Address{1} << 47;

std::int64_t sign_extended(std::uint64_t bits, unsigned size) {
  if (size == 0 || size >= 8) return static_cast<std::int64_t>(bits);
  const std::uint64_t sign = std::uint64_t{1} << (size * 8 - 1);
  return static_cast<std::int64_t>((bits ^ sign) - sign);
}

std::string character(std::uint64_t bits) {
  const auto c = static_cast<unsigned char>(bits);
  if (c == 0) return "'\\0'";
  if (c == '\n') return "'\\n'";
  if (c == '\'' || c == '\\') return fmt::format("'\\{}'", static_cast<char>(c));
  if (c >= 32 && c < 127) return fmt::format("'{}'", static_cast<char>(c));
  return fmt::format("{}", static_cast<int>(static_cast<signed char>(c)));
}

}  // namespace

std::string Names::name(const Objects::Found& found) {
  if (!found.object->what.empty()) mentioned_.emplace(found.object->name, found.object->what);
  return found.object->name;
}

std::string Names::variable(Address address, unsigned size) {
  const Objects::Found found = objects_.find(address);
  if (found.object == nullptr)
    return address == 0 ? "a null pointer" : fmt::format("address {:#x}", address);
  if (found.offset >= found.object->size) return describe_object(address);
  const TypedPath path = objects_.part(found, size);
  const std::string whole = name(found) + path.text;
  const std::string bytes = bytes_within(path.offset, size, path.size);
  return bytes.empty() ? whole : bytes + " of " + whole;
}

std::string Names::object(Address address) {
  const Objects::Found found = objects_.find(address);
  if (found.object == nullptr || found.offset >= found.object->size) return variable(address, 0);
  if (!found.object->type.valid()) return name(found);
  // The word of a lock lies somewhere in it.
  return name(found) + objects_.part(found, 1).text;
}

std::string Names::whole(Address address) {
  const Objects::Found found = objects_.find(address);
  return found.object != nullptr ? name(found) : variable(address, 0);
}

bool Names::is_heap(Address address) {
  const Objects::Found found = objects_.find(address);
  return found.object != nullptr && found.object->heap;
}

bool Names::is_thread_local(Address address) {
  const Objects::Found found = objects_.find(address);
  return found.object != nullptr && found.object->thread_local_;
}

bool Names::is_global(Address address) {
  const Objects::Found found = objects_.find(address);
  return found.object != nullptr && found.object->global;
}

bool Names::is_internal(Address address, unsigned size) {
  const Objects::Found found = objects_.find(address);
  if (found.object == nullptr || found.offset >= found.object->size) return false;
  return found.object->internal || objects_.part(found, size).internal;
}

std::string Names::value(const exec::Value& value, unsigned size, Address address) {
  if (value.undefined != 0) return "a value never set";
  if (size > 8 && value.hi != 0) return fmt::format("{:#x}{:016x}", value.hi, value.lo);
  const Objects::Found found = objects_.find(address);
  if (found.object != nullptr && found.offset < found.object->size) {
    const TypedPath path = objects_.part(found, size);
    if (!path.bits.empty()) return bit_fields(value.lo, path);
    const ir::Type* type = objects_.debug().type(path.type);
    if (type != nullptr && path.offset == 0 && path.size == size)
      return typed_value(value.lo, size, *type);
  }
  return plain_value(value.lo, size);
}

std::string Names::typed_value(std::uint64_t bits, unsigned size, const ir::Type& type) {
  switch (type.kind) {
    case ir::TypeKind::Boolean:
      return bits == 0 ? "false" : bits == 1 ? "true" : plain_value(bits, size);
    case ir::TypeKind::Character:
      return character(bits);
    case ir::TypeKind::Unsigned:
      // An address that a program keeps in an integer.
      if (size == 8 && bits >= kSlotSpan && bits < kEndOfAddresses) return plain_value(bits, size);
      return fmt::format("{}", bits);
    case ir::TypeKind::Float:
      if (size == 8) return fmt::format("{}", std::bit_cast<double>(bits));
      if (size == 4)
        return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
      return plain_value(bits, size);
    case ir::TypeKind::Enum: {
      for (const std::int64_t number : {sign_extended(bits, size), static_cast<std::int64_t>(bits)})
        for (const ir::Enumerator& e : type.enumerators)
          if (e.value == number) return e.name;
      return plain_value(bits, size);
    }
    case ir::TypeKind::Pointer:
    case ir::TypeKind::Reference:
      return bits == 0 ? "null" : pointer(bits, type.element);
    default:
      return plain_value(bits, size);
  }
}

// "&ring.slots_[1]"; the low bits of a pointer may carry marks.
std::string Names::pointer(Address target, ir::TypeId element) {
  const std::string f = function(target);
  if (!f.empty()) return "&" + f;
  const ir::Type* type = objects_.debug().type(element);
  const std::uint64_t size = type != nullptr ? type->size : 0;
  const std::uint64_t marks = size >= 8   ? target & 7
                              : size == 4 ? target & 3
                              : size == 2 ? target & 1
                                          : 0;
  if (marks != 0) return fmt::format("{} | {}", pointer(target - marks, element), marks);
  const Objects::Found found = objects_.find(target);
  if (target >= kEndOfAddresses || found.object == nullptr) return plain_value(target, 8);
  if (found.offset == found.object->size) return "the end of " + name(found);
  if (found.offset > found.object->size) return fmt::format("{:#x}", target);
  if (size == 0 && found.offset == 0) return "&" + name(found);
  const TypedPath path = objects_.part(found, size == 0 ? 1 : size);
  const std::string whole = name(found) + path.text;
  if (path.offset == 0 || size == 0) return "&" + whole;
  return fmt::format("&{} of {}", bytes_within(path.offset, 1, 0), whole);
}

std::string Names::bit_fields(std::uint64_t bits, const TypedPath& path) {
  std::string list;
  for (const ir::Member* m : path.bits) {
    // Where it begins within the access; far beyond its end if before it.
    const std::uint64_t begin = (m->offset - path.unit) * 8 + m->first_bit;
    const std::uint64_t mask =
        m->bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << m->bits) - 1;
    if (!list.empty()) list += ", ";
    list += fmt::format("{}", begin < 64 ? bits >> begin & mask : 0);
  }
  return path.bits.size() == 1 ? list : "{" + list + "}";
}

// A value whose type is not known.
std::string Names::plain_value(std::uint64_t bits, unsigned size) {
  if (size >= 8) {
    if (bits >= kSlotSpan && bits < kEndOfAddresses) {
      if (std::string f = function(bits); !f.empty()) return "&" + f;
      const Objects::Found found = objects_.find(bits);
      if (found.object != nullptr && found.offset <= found.object->size)
        return pointer(bits, ir::TypeId::none());
    }
    const auto number = static_cast<std::int64_t>(bits);
    if (number < 0 || number < (std::int64_t{1} << 47)) return fmt::format("{}", number);
    return fmt::format("{:#x}", bits);
  }
  return fmt::format("{}", sign_extended(bits, size));
}

std::string Names::thread(ThreadId thread) const {
  if (thread.valid() && thread.index() < replay_->thread_names.size())
    return replay_->thread_names[thread.index()];
  return thread.valid() ? fmt::format("thread {}", thread.value) : "a thread";
}

std::string Names::function(Address address) const {
  const std::uint64_t slot = slot_bits(address);
  if (slot < ir::kFirstFunctionSlot || slot >= kFirstPrivateSlot) return {};
  const std::uint64_t index = slot - ir::kFirstFunctionSlot;
  if (index >= program_->functions.size() || address != ir::function_address(ir::FunctionId{index}))
    return {};
  return demangled(program_->functions[index].name);
}

namespace {

// "ns::grow", of "ns::grow(int*)".
std::string without_parameters(const std::string& function) {
  if (!function.ends_with(')')) return function;
  std::size_t at = function.size();
  for (int open = 0; at-- > 0;) {
    if (function[at] == ')') ++open;
    if (function[at] == '(' && --open == 0) break;
  }
  return function.substr(0, at);
}

}  // namespace

std::string Names::users_function(Address address) const {
  const std::string name = without_parameters(function(address));
  if (name.empty()) return {};
  const std::uint64_t index = slot_bits(address) - ir::kFirstFunctionSlot;
  const ir::FileOrigin origin = ir::origin(*program_, program_->functions[index].source);
  const bool users = origin == ir::FileOrigin::User || origin == ir::FileOrigin::System;
  return users ? name : std::string();
}

std::string Names::describe_object(Address address) {
  const Objects::Found found = objects_.find(address);
  if (found.object == nullptr) return variable(address, 0);
  const std::uint64_t size = found.object->size;
  if (found.offset < size && objects_.debug().type(found.object->type) != nullptr) {
    const std::string path = objects_.part(found, 1).text;
    return path.empty() ? fmt::format("{} ({} bytes)", name(found), size) : name(found) + path;
  }
  if (found.offset == 0) return fmt::format("{} ({} bytes)", name(found), size);
  const auto offset = static_cast<std::int64_t>(found.offset);
  if (offset < 0) return fmt::format("{} bytes before {} ({} bytes)", -offset, name(found), size);
  if (found.offset >= size)
    return fmt::format("{} bytes after the start of {} ({} bytes)", offset, name(found), size);
  return fmt::format("byte {} of {} ({} bytes)", offset, name(found), size);
}

std::string Names::message(const exec::Error& error) const {
  if (error.text == 0 || is_thread_object(error.text)) return {};
  const std::uint64_t slot = slot_bits(error.text);
  if (slot >= program_->global_of_slot.size() || !program_->global_of_slot[slot].valid()) return {};
  const ir::Global* g = &program_->globals[program_->global_of_slot[slot].index()];
  std::string text;
  constexpr std::string_view kType = "typeinfo for ";
  if (const std::string name = demangled(g->name); name.starts_with(kType))
    return name.substr(kType.size());
  for (std::size_t i = error.text - address_of(g->slot); i < g->initial.size(); ++i) {
    const unsigned char c = g->initial[i];
    if (c == 0) break;
    text += c < 32 || c == 127 ? ' ' : static_cast<char>(c);
  }
  return text;
}

std::vector<std::string> Names::stack(ir::SourceId source,
                                      std::span<const ir::SourceId> calls) const {
  const ir::DebugNames& debug = objects_.debug();
  std::vector<std::string> frames;
  const auto add = [&](ir::SourceId at) {
    constexpr int kDeepest = 1000;
    for (int depth = 0; at.valid() && at.index() < program_->sources.size() && depth < kDeepest;
         ++depth) {
      const ir::Source& s = program_->sources[at.index()];
      const bool known = at.index() < debug.function_of.size() &&
                         debug.function_of[at.index()] != ir::DebugNames::kNoFunction;
      if (known && s.line != 0 && ir::origin(*program_, at) == ir::FileOrigin::User)
        frames.push_back(fmt::format("{} ({}:{})", debug.functions[debug.function_of[at.index()]],
                                     program_->files[s.file.index()].path, s.line));
      at = s.inlined_at;
    }
  };
  // The first of the calls is where the instruction itself is.
  add(source);
  for (std::size_t i = 1; i < calls.size(); ++i) add(calls[i]);
  return frames;
}

std::string function_of(const std::string& frame) { return frame.substr(0, frame.rfind(" (")); }

std::vector<std::string> Names::legend() const {
  std::vector<std::string> lines;
  for (const auto& [name, what] : mentioned_) lines.push_back(fmt::format("{} is {}", name, what));
  return lines;
}

}  // namespace overtake::report
