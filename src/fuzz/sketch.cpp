#include "fuzz/sketch.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace overtake::fuzz {

// Written out: a defaulted one would have to compare vectors of the type it is defined for.
bool operator==(const Statement& a, const Statement& b) {
  return std::tie(a.kind, a.target, a.dst, a.offset, a.size, a.order, a.value, a.expected,
                  a.condition, a.body,
                  a.otherwise) == std::tie(b.kind, b.target, b.dst, b.offset, b.size, b.order,
                                           b.value, b.expected, b.condition, b.body, b.otherwise);
}

Statement load(std::uint8_t dst, std::uint8_t location) {
  return {.kind = Kind::Load, .target = location, .dst = dst};
}
Statement store(std::uint8_t location, Value value, ir::Order order) {
  return {.kind = Kind::Store, .target = location, .order = order, .value = value};
}
Statement add(std::uint8_t dst, std::uint8_t location, Value value, ir::Order order) {
  return {.kind = Kind::Add, .target = location, .dst = dst, .order = order, .value = value};
}
Statement exchange(std::uint8_t dst, std::uint8_t location, Value value, ir::Order order) {
  return {.kind = Kind::Exchange, .target = location, .dst = dst, .order = order, .value = value};
}
Statement cas(std::uint8_t dst, std::uint8_t location, Value expected, Value value,
              ir::Order order) {
  return {.kind = Kind::Cas,
          .target = location,
          .dst = dst,
          .order = order,
          .value = value,
          .expected = expected};
}
Statement await(std::uint8_t dst, std::uint8_t location, Value value) {
  return {.kind = Kind::Await, .target = location, .dst = dst, .value = value};
}
Statement part(Statement access, std::uint8_t offset, std::uint8_t size) {
  access.offset = offset;
  access.size = size;
  return access;
}
Statement plain(Kind kind) { return {.kind = kind}; }
Statement on(Kind kind, std::uint8_t target, std::uint8_t dst) {
  return {.kind = kind, .target = target, .dst = dst};
}
Statement heap_store(std::uint8_t slot, Value value) {
  return {.kind = Kind::HeapStore, .target = slot, .value = value};
}
Statement choose(std::uint8_t dst, std::uint32_t count) {
  return {.kind = Kind::Choose, .dst = dst, .value = count};
}
Statement locked(std::uint8_t mutex, Block body) {
  return {.kind = Kind::Locked, .target = mutex, .body = std::move(body)};
}
Statement atomic(Block body) { return {.kind = Kind::Atomic, .body = std::move(body)}; }
Statement if_(Condition condition, Block body, Block otherwise) {
  return {.kind = Kind::If,
          .condition = condition,
          .body = std::move(body),
          .otherwise = std::move(otherwise)};
}
Statement assume(Condition condition) { return {.kind = Kind::Assume, .condition = condition}; }
Statement assert_(Condition condition) { return {.kind = Kind::Assert, .condition = condition}; }

bool is_access(Kind kind) { return kind <= Kind::Await; }

bool writes_register(Kind kind) {
  switch (kind) {
    case Kind::Load:
    case Kind::Add:
    case Kind::Exchange:
    case Kind::Cas:
    case Kind::Await:
    case Kind::TryLock:
    case Kind::SemTryWait:
    case Kind::Choose:
    case Kind::Join:
    case Kind::HeapLoad:
      return true;
    default:
      return false;
  }
}

bool uses_value(Kind kind) {
  switch (kind) {
    case Kind::Store:
    case Kind::Add:
    case Kind::Exchange:
    case Kind::Cas:
    case Kind::Await:
    case Kind::Choose:
    case Kind::HeapStore:
      return true;
    default:
      return false;
  }
}

bool has_body(Kind kind) {
  return kind == Kind::Locked || kind == Kind::If || kind == Kind::Atomic;
}

bool has_condition(Kind kind) {
  return kind == Kind::If || kind == Kind::Assume || kind == Kind::Assert;
}

bool in_atomic(Kind kind) {
  switch (kind) {
    case Kind::Await:
    case Kind::Lock:
    case Kind::Locked:
    case Kind::SemWait:
    case Kind::CondWait:
    case Kind::Barrier:
    case Kind::Atomic:
    case Kind::Spawn:
    case Kind::Join:
      return false;
    default:
      return true;
  }
}

const char* name(Kind kind) {
  switch (kind) {
    case Kind::Load:
      return "Load";
    case Kind::Store:
      return "Store";
    case Kind::Add:
      return "Add";
    case Kind::Exchange:
      return "Exchange";
    case Kind::Cas:
      return "Cas";
    case Kind::Await:
      return "Await";
    case Kind::Fence:
      return "Fence";
    case Kind::StoreFence:
      return "StoreFence";
    case Kind::Lock:
      return "Lock";
    case Kind::TryLock:
      return "TryLock";
    case Kind::Unlock:
      return "Unlock";
    case Kind::Locked:
      return "Locked";
    case Kind::SemWait:
      return "SemWait";
    case Kind::SemTryWait:
      return "SemTryWait";
    case Kind::SemPost:
      return "SemPost";
    case Kind::CondWait:
      return "CondWait";
    case Kind::CondSignal:
      return "CondSignal";
    case Kind::CondBroadcast:
      return "CondBroadcast";
    case Kind::Barrier:
      return "Barrier";
    case Kind::If:
      return "If";
    case Kind::Atomic:
      return "Atomic";
    case Kind::Assume:
      return "Assume";
    case Kind::Assert:
      return "Assert";
    case Kind::Choose:
      return "Choose";
    case Kind::Exit:
      return "Exit";
    case Kind::Spawn:
      return "Spawn";
    case Kind::Join:
      return "Join";
    case Kind::Allocate:
      return "Allocate";
    case Kind::HeapLoad:
      return "HeapLoad";
    case Kind::HeapStore:
      return "HeapStore";
    case Kind::HeapFree:
      return "HeapFree";
  }
  return "?";
}

void visit(const Block& block, const std::function<void(const Statement&)>& visitor) {
  for (const Statement& s : block) {
    visitor(s);
    visit(s.body, visitor);
    visit(s.otherwise, visitor);
  }
}

void visit(const Sketch& sketch, const std::function<void(const Statement&)>& visitor) {
  for (const Block& thread : sketch.threads) visit(thread, visitor);
}

std::size_t statement_count(const Sketch& sketch) {
  std::size_t count = 0;
  visit(sketch, [&](const Statement&) { ++count; });
  return count;
}

bool uses(const Sketch& sketch, Kind kind) {
  bool found = false;
  visit(sketch, [&](const Statement& s) { found = found || s.kind == kind; });
  return found;
}

std::uint32_t register_count(const Block& thread) {
  std::uint32_t count = 0;
  auto use = [&](std::uint8_t r) { count = std::max<std::uint32_t>(count, r + 1u); };
  visit(thread, [&](const Statement& s) {
    if (writes_register(s.kind)) use(s.dst);
    if (uses_value(s.kind) && s.value.computed()) use(s.value.reg);
    if (s.kind == Kind::Cas && s.expected.computed()) use(s.expected.reg);
    if (has_condition(s.kind)) use(s.condition.reg);
  });
  return count;
}

std::vector<std::uint8_t> roots(const Sketch& sketch) {
  std::vector<bool> spawned(sketch.threads.size(), false);
  visit(sketch, [&](const Statement& s) {
    if (s.kind == Kind::Spawn) spawned[s.target] = true;
  });
  std::vector<std::uint8_t> result;
  for (std::size_t t = 1; t < sketch.threads.size(); ++t)
    if (!spawned[t]) result.push_back(static_cast<std::uint8_t>(t));
  return result;
}

namespace {

class Normalizer {
 public:
  explicit Normalizer(std::size_t threads) : spawned_(threads, false), joined_(threads, false) {}

  void thread(std::uint8_t number, Block& block) {
    self_ = number;
    std::vector<bool> here(spawned_.size(), false);
    run(block, here, {}, false);
  }

 private:
  // `here`: the threads that this thread has spawned on every way to this place.
  void run(Block& block, std::vector<bool> here, std::vector<std::uint8_t> held, bool in_section) {
    Block kept;
    for (Statement& s : block) {
      if (!keep(s, here, held, in_section)) continue;
      if (has_body(s.kind)) {
        std::vector<std::uint8_t> inside = held;
        if (s.kind == Kind::Locked) inside.push_back(s.target);
        const bool section = in_section || s.kind == Kind::Atomic;
        run(s.body, here, inside, section);
        run(s.otherwise, here, inside, section);
        if (s.kind == Kind::If && s.body.empty() && s.otherwise.empty()) continue;
      }
      kept.push_back(std::move(s));
    }
    block = std::move(kept);
  }

  bool keep(const Statement& s, std::vector<bool>& here, const std::vector<std::uint8_t>& held,
            bool in_section) {
    if (in_section && !in_atomic(s.kind)) return false;
    switch (s.kind) {
      case Kind::Lock:
      case Kind::TryLock:
      case Kind::Unlock:
      case Kind::Locked:
        return std::find(held.begin(), held.end(), s.target) == held.end();
      case Kind::CondWait:
        return !held.empty();
      case Kind::Spawn:
        if (s.target <= self_ || s.target >= spawned_.size() || spawned_[s.target]) return false;
        here[s.target] = spawned_[s.target] = true;
        return true;
      case Kind::Join:
        if (s.target >= here.size() || !here[s.target] || joined_[s.target]) return false;
        joined_[s.target] = true;
        return true;
      default:
        return true;
    }
  }

  std::uint8_t self_ = 0;
  std::vector<bool> spawned_;
  std::vector<bool> joined_;
};

}  // namespace

Sketch normalized(Sketch sketch) {
  Normalizer normalizer(sketch.threads.size());
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    normalizer.thread(static_cast<std::uint8_t>(t), sketch.threads[t]);
  return sketch;
}

}  // namespace overtake::fuzz
