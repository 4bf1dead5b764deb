#include "fuzz/sketch.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace overtake::fuzz {

// Written out: a defaulted one would have to compare vectors of the type it is defined for.
bool operator==(const Statement& a, const Statement& b) {
  const auto all = [](const Statement& s) {
    return std::tie(s.kind, s.target, s.space, s.dst, s.offset, s.size, s.order, s.value,
                    s.expected, s.condition, s.arguments, s.pointers, s.body, s.otherwise);
  };
  return all(a) == all(b);
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
Statement fetch_or(std::uint8_t dst, std::uint8_t location, Value value, ir::Order order) {
  return {.kind = Kind::Or, .target = location, .dst = dst, .order = order, .value = value};
}
Statement fetch_and(std::uint8_t dst, std::uint8_t location, Value value, ir::Order order) {
  return {.kind = Kind::And, .target = location, .dst = dst, .order = order, .value = value};
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
Statement local(Statement access) {
  access.space = Space::Variable;
  return access;
}
Statement through(Statement access) {
  access.space = Space::Pointer;
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

Statement set(std::uint8_t dst, Value value) {
  return {.kind = Kind::Set, .dst = dst, .value = value};
}
Statement mask(std::uint8_t dst, Value value, std::uint32_t bits) {
  return {.kind = Kind::Mask, .dst = dst, .value = value, .expected = bits};
}
Statement for_(std::uint8_t dst, std::uint32_t count, Block body) {
  return {.kind = Kind::For, .dst = dst, .value = count, .body = std::move(body)};
}
Statement while_(Condition condition, Block body) {
  return {.kind = Kind::While, .condition = condition, .body = std::move(body)};
}
Statement do_while(Block body, Condition condition) {
  return {.kind = Kind::DoWhile, .condition = condition, .body = std::move(body)};
}
Statement loop(Block body) { return {.kind = Kind::Loop, .body = std::move(body)}; }
Statement call(std::uint8_t dst, std::uint8_t function, std::vector<Value> arguments,
               std::vector<Place> pointers) {
  return {.kind = Kind::Call,
          .target = function,
          .dst = dst,
          .arguments = std::move(arguments),
          .pointers = std::move(pointers)};
}
Statement ret(Value value) { return {.kind = Kind::Return, .value = value}; }

bool is_access(Kind kind) { return kind <= Kind::Await; }

bool writes_register(Kind kind) {
  switch (kind) {
    case Kind::Load:
    case Kind::Add:
    case Kind::Exchange:
    case Kind::Or:
    case Kind::And:
    case Kind::Cas:
    case Kind::Await:
    case Kind::TryLock:
    case Kind::SemTryWait:
    case Kind::Choose:
    case Kind::Join:
    case Kind::HeapLoad:
    case Kind::Set:
    case Kind::Mask:
    case Kind::For:
    case Kind::Call:
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
    case Kind::Or:
    case Kind::And:
    case Kind::Cas:
    case Kind::Await:
    case Kind::Choose:
    case Kind::HeapStore:
    case Kind::Set:
    case Kind::Mask:
    case Kind::For:
    case Kind::Return:
      return true;
    default:
      return false;
  }
}

bool is_loop(Kind kind) { return kind >= Kind::For && kind <= Kind::Loop; }

bool is_rmw(Kind kind) { return kind >= Kind::Add && kind <= Kind::Cas; }

bool has_body(Kind kind) {
  return kind == Kind::Locked || kind == Kind::If || kind == Kind::Atomic || is_loop(kind);
}

bool has_condition(Kind kind) {
  return kind == Kind::If || kind == Kind::Assume || kind == Kind::Assert || kind == Kind::While ||
         kind == Kind::DoWhile;
}

bool waits_or_spawns(Kind kind) {
  switch (kind) {
    case Kind::Await:
    case Kind::Lock:
    case Kind::Locked:
    case Kind::SemWait:
    case Kind::CondWait:
    case Kind::Barrier:
    case Kind::Spawn:
    case Kind::Join:
      return true;
    default:
      return false;
  }
}

bool in_atomic(Kind kind) {
  switch (kind) {
    case Kind::Atomic:
    case Kind::For:
    case Kind::While:
    case Kind::DoWhile:
    case Kind::Loop:
    case Kind::Break:
    case Kind::Continue:
    case Kind::Call:
    case Kind::Return:
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
    case Kind::Or:
      return "Or";
    case Kind::And:
      return "And";
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
    case Kind::Set:
      return "Set";
    case Kind::Mask:
      return "Mask";
    case Kind::For:
      return "For";
    case Kind::While:
      return "While";
    case Kind::DoWhile:
      return "DoWhile";
    case Kind::Loop:
      return "Loop";
    case Kind::Break:
      return "Break";
    case Kind::Continue:
      return "Continue";
    case Kind::Call:
      return "Call";
    case Kind::Return:
      return "Return";
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
  for (const Function& function : sketch.functions) visit(function.body, visitor);
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

bool may_run_for_ever(const Sketch& sketch) {
  return uses(sketch, Kind::While) || uses(sketch, Kind::DoWhile) || uses(sketch, Kind::Loop);
}

bool calls_itself(const Sketch& sketch, std::size_t function) {
  bool found = false;
  visit(sketch.functions[function].body, [&](const Statement& s) {
    found = found || (s.kind == Kind::Call && s.target == function);
  });
  return found;
}

std::uint32_t register_count(const Block& thread) {
  std::uint32_t count = 0;
  auto use = [&](std::uint8_t r) { count = std::max<std::uint32_t>(count, r + 1u); };
  auto read = [&](const Value& v) {
    if (v.computed()) use(v.reg);
  };
  visit(thread, [&](const Statement& s) {
    if (writes_register(s.kind)) use(s.dst);
    if (uses_value(s.kind)) read(s.value);
    if (s.kind == Kind::Cas) read(s.expected);
    if (has_condition(s.kind)) {
      use(s.condition.reg);
      read(s.condition.right());
    }
    for (const Value& v : s.arguments) read(v);
  });
  return count;
}

std::uint32_t result_registers(const Block& thread) {
  return std::min(register_count(thread), kResultRegisters);
}

std::uint32_t variable_count(const Block& thread) {
  std::uint32_t count = 0;
  auto use = [&](Space space, std::uint8_t target) {
    if (space == Space::Variable) count = std::max<std::uint32_t>(count, target + 1u);
  };
  visit(thread, [&](const Statement& s) {
    if (is_access(s.kind)) use(s.space, s.target);
    for (const Place& p : s.pointers) use(p.space, p.target);
  });
  return count;
}

std::uint32_t register_count(const Function& function) {
  return std::max<std::uint32_t>(function.parameters, register_count(function.body));
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

}  // namespace overtake::fuzz
