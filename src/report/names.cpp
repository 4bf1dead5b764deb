#include "report/names.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace overtake::report {
namespace {

bool is_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// How `name` is used in a line of code: "[", ".member", or nothing that helps. Only if it is used
// in one way.
std::string use_in_code(std::string_view code, std::string_view name) {
  std::string found;
  for (std::size_t at = code.find(name); at != std::string_view::npos;
       at = code.find(name, at + 1)) {
    if (at > 0 && is_identifier(code[at - 1])) continue;
    std::size_t end = at + name.size();
    if (end < code.size() && is_identifier(code[end])) continue;
    std::string use;
    if (end < code.size() && code[end] == '[') {
      use = "[";
    } else if (end < code.size() && code[end] == '.') {
      std::size_t last = end + 1;
      while (last < code.size() && is_identifier(code[last])) ++last;
      use = std::string(code.substr(end, last - end));
      if (last < code.size() && (code[last] == '[' || code[last] == '.')) return {};
      if (last < code.size() && code[last] == '(') use.clear();  // a member function
    }
    if (!found.empty() && found != use) return {};
    found = use;
  }
  return found;
}

std::string_view sync_name(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::MutexLock:
      return "mutex-lock";
    case ir::SyncOp::MutexTryLock:
      return "mutex-trylock";
    case ir::SyncOp::MutexUnlock:
      return "mutex-unlock";
    case ir::SyncOp::MutexHeld:
      return "mutex-held";
    case ir::SyncOp::SpinLock:
      return "spin-lock";
    case ir::SyncOp::ReadLock:
      return "read-lock";
    case ir::SyncOp::ReadTryLock:
      return "read-trylock";
    case ir::SyncOp::WriteLock:
      return "write-lock";
    case ir::SyncOp::WriteTryLock:
      return "write-trylock";
    case ir::SyncOp::RwUnlock:
      return "rw-unlock";
    case ir::SyncOp::SemWait:
      return "sem-wait";
    case ir::SyncOp::SemTryWait:
      return "sem-trywait";
    case ir::SyncOp::SemPost:
      return "sem-post";
    case ir::SyncOp::OnceBegin:
      return "once-begin";
    case ir::SyncOp::OnceEnd:
      return "once-end";
    case ir::SyncOp::CondEnqueue:
      return "cond-enqueue";
    case ir::SyncOp::CondAwait:
      return "cond-await";
    case ir::SyncOp::CondCancel:
      return "cond-cancel";
    case ir::SyncOp::CondSignal:
      return "cond-signal";
    case ir::SyncOp::CondBroadcast:
      return "cond-broadcast";
    case ir::SyncOp::BarrierArrive:
      return "barrier-arrive";
    case ir::SyncOp::BarrierAwait:
      return "barrier-await";
    case ir::SyncOp::AwaitNotEqual:
      return "await-not-equal";
    case ir::SyncOp::Destroy:
      return "destroy";
  }
  return "?";
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

const ir::Global* Names::global_at(Address address) const {
  const std::uint64_t slot = slot_bits(address);
  const auto& globals = program_->globals;
  // Slots are handed out in order, so globals are sorted by slot.
  auto it = std::upper_bound(globals.begin(), globals.end(), slot,
                             [](std::uint64_t s, const ir::Global& g) { return s < g.slot.value; });
  if (it == globals.begin()) return nullptr;
  --it;
  return slot < it->slot.value + slots_for(it->size) ? &*it : nullptr;
}

Names::Found Names::find(Address address) {
  if (address < kSlotSpan) return {};
  if (!is_thread_object(address)) {
    const ir::Global* g = global_at(address);
    if (g == nullptr) return {};
    return {true, demangled(g->name), address - address_of(g->slot), g->size};
  }
  const SlotId named{slot_bits(address)};
  const ThreadId thread = owner(named);
  if (thread.index() >= replay_->objects.size()) return {};
  const auto& objects = replay_->objects[thread.index()];
  std::uint32_t number = number_in_thread(named);
  if (number >= objects.size()) return {};
  while (number > 0 && objects[number].kind == exec::ObjectKind::Continued) --number;
  const exec::Object& object = objects[number];
  const SlotId first = thread_slot(thread, number);
  auto [it, fresh] = unnamed_.try_emplace(first.value);
  if (fresh) {
    const std::string place = shown_place(*program_, object.source).text();
    switch (object.kind) {
      case exec::ObjectKind::Heap:
        it->second = fmt::format("heap#{}", ++heap_count_);
        legend_.push_back(fmt::format("{} is a heap object of {} bytes, allocated by {} at {}",
                                      it->second, object.size, this->thread(thread), place));
        break;
      case exec::ObjectKind::ThreadLocal:
        it->second = fmt::format("{}'s thread-local", this->thread(thread));
        break;
      default:
        it->second = fmt::format("local#{}", ++local_count_);
        legend_.push_back(fmt::format("{} is a local variable ({} bytes) of {}, at {}", it->second,
                                      object.size, this->thread(thread), place));
    }
  }
  return {true, it->second, address - address_of(first), object.size};
}

std::string Names::variable(Address address, unsigned size, std::string_view code) {
  const Found found = find(address);
  if (!found.ok) return address == 0 ? "a null pointer" : fmt::format("address {:#x}", address);
  const std::string use = use_in_code(code, found.name);
  if (use == "[" && size != 0 && found.offset % size == 0)
    return fmt::format("{}[{}]", found.name, found.offset / size);
  if (use.starts_with('.')) return found.name + use;
  if (found.offset == 0) return found.name;
  return fmt::format("{}{:+}", found.name, static_cast<std::int64_t>(found.offset));
}

std::string Names::object(Address address) {
  const Found found = find(address);
  if (!found.ok) return variable(address, 0);
  // The word of a lock lies somewhere in a pthread type of at most 56 bytes; within a larger object
  // the offset tells several locks apart.
  if (found.size <= 56 || found.offset == 0) return found.name;
  return fmt::format("{}+{}", found.name, found.offset);
}

bool Names::is_heap(Address address) { return find(address).name.starts_with("heap#"); }

std::string Names::value(const exec::Value& value, unsigned size) {
  if (value.undefined != 0) return "a value never set";
  if (size > 8 && value.hi != 0) return fmt::format("{:#x}{:016x}", value.hi, value.lo);
  if (size >= 8) {
    if (std::string f = function(value.lo); !f.empty()) return "&" + f;
    if (value.lo >= kSlotSpan && value.lo < (std::uint64_t{1} << 47))
      if (const Found found = find(value.lo); found.ok)
        return found.offset == 0
                   ? "&" + found.name
                   : fmt::format("&{}{:+}", found.name, static_cast<std::int64_t>(found.offset));
    const auto number = static_cast<std::int64_t>(value.lo);
    if (number < 0 || number < (std::int64_t{1} << 47)) return fmt::format("{}", number);
    return fmt::format("{:#x}", value.lo);
  }
  const unsigned bits = size == 0 ? 64 : size * 8;
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  const auto number = static_cast<std::int64_t>((value.lo ^ sign) - sign);
  return fmt::format("{}", number);
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

std::string Names::users_function(Address address) const {
  const std::string name = function(address);
  if (name.empty()) return {};
  const std::uint64_t index = slot_bits(address) - ir::kFirstFunctionSlot;
  return in_library(*program_, program_->functions[index].source) ? std::string() : name;
}

std::string Names::describe_object(Address address) {
  const Found found = find(address);
  if (!found.ok) return variable(address, 0);
  if (found.offset == 0) return fmt::format("{} ({} bytes)", found.name, found.size);
  return fmt::format("offset {} of {} ({} bytes)", static_cast<std::int64_t>(found.offset),
                     found.name, found.size);
}

std::string Names::message(const exec::Error& error) const {
  const ir::Global* g = error.text != 0 ? global_at(error.text) : nullptr;
  if (g == nullptr) return {};
  std::string text;
  for (std::size_t i = error.text - address_of(g->slot); i < g->initial.size(); ++i) {
    const unsigned char c = g->initial[i];
    if (c == 0) break;
    text += c < 32 || c == 127 ? ' ' : static_cast<char>(c);
  }
  return text;
}

std::string_view op_name(const exec::Op& op) {
  switch (op.kind) {
    case exec::OpKind::Load:
      return "load";
    case exec::OpKind::Store:
      return "store";
    case exec::OpKind::Rmw:
      return "rmw";
    case exec::OpKind::Cas:
      return "cas";
    case exec::OpKind::Sync:
      return sync_name(op.sync());
    case exec::OpKind::Fence:
      return "fence";
    case exec::OpKind::StoreFence:
      return "store-fence";
    case exec::OpKind::ObjectSize:
      return "object-size";
    case exec::OpKind::Free:
      return "free";
    case exec::OpKind::Spawn:
      return "spawn";
    case exec::OpKind::Join:
      return "join";
    case exec::OpKind::Choose:
      return "choose";
    case exec::OpKind::AtomicBegin:
      return "atomic-begin";
    case exec::OpKind::AtomicEnd:
      return "atomic-end";
    case exec::OpKind::End:
      return "end";
  }
  return "?";
}

}  // namespace overtake::report
