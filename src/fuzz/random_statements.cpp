// Random statements of all kinds.
#include <algorithm>
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

std::uint32_t Generator::constant() {
  const std::uint32_t v = random_.chance(shape_.zeros) ? 0 : random_.between(1, shape_.values - 1);
  return shape_.parts > 0 ? v * 0x01010101u : v;  // every byte tells which store it is from
}

Value Generator::value(const Spot& spot) {
  if (readable_.empty() || !random_.chance(shape_.computed)) return constant();
  const std::uint8_t r = readable_[target(readable_.size())];
  return Value(r, spot.endless ? 0 : random_.below(2));
}

Condition Generator::condition() {
  Condition c{readable_[target(readable_.size())], random_.chance(60),
              random_.chance(40) ? 0 : constant()};
  if (shape_.parts > 0 && random_.chance(50)) c.constant &= 0xff;
  // Compared with another register, as the success of a compare-and-swap is.
  if (shape_.scratch > 0 && readable_.size() > 1 && random_.chance(15)) {
    c.other = readable_[target(readable_.size())];
    c.constant = 0;
  }
  return c;
}

std::uint8_t Generator::destination() {
  if (shape_.scratch > 0 && random_.chance(shape_.scratch)) return read_register();
  // Mostly a fresh register; a used one now and then.
  const auto used = static_cast<std::uint32_t>(
      std::ranges::count_if(readable_, [](std::uint8_t r) { return r < kScratch[0]; }));
  if (used >= shape_.registers || (used > 0 && random_.chance(10)))
    return static_cast<std::uint8_t>(random_.below(used));
  readable_.push_back(static_cast<std::uint8_t>(used));
  return static_cast<std::uint8_t>(used);
}

bool Generator::allowed(Kind kind, const Spot& spot) const {
  if (spot.section && !in_atomic(kind)) return false;
  if (spot.section && !shape_.waiting_sections && waits_or_spawns(kind)) return false;
  if (has_body(kind) && (spot.depth >= 2 || budget_ < 2)) return false;
  if ((kind == Kind::While || has_condition(kind)) && kind != Kind::DoWhile && readable_.empty())
    return false;
  switch (kind) {
    case Kind::CondWait:
      return spot.locked;
    case Kind::Locked:
      return !spot.locked;
    case Kind::Break:
    case Kind::Continue:
      return spot.in_loop && !readable_.empty();
    case Kind::Return:
      return spot.function != kThread && !spot.locked;
    case Kind::Call:
      return !sketch_.functions.empty() &&
             (spot.function == kThread || spot.function + 1 < sketch_.functions.size() ||
              sketch_.functions[spot.function].parameters > 0);
    case Kind::Add:
    case Kind::SemPost:
      return !spot.endless;
    case Kind::Allocate:
      return spot.function == kThread && !spot.in_loop;
    default:
      return true;
  }
}

Kind Generator::kind(const Spot& spot) {
  std::array<std::uint32_t, kKinds> weights = shape_.weights;
  for (std::size_t i = 0; i < kKinds; ++i)
    if (!allowed(static_cast<Kind>(i), spot)) weights[i] = 0;
  return static_cast<Kind>(pick(weights));
}

void Generator::block(Block& into, const Spot& spot) {
  const std::uint32_t length = random_.between(1, 3);
  for (std::uint32_t i = 0; i < length && budget_ > 0; ++i) statement(into, spot);
}

void Generator::choose_target(Statement& s) {
  switch (s.kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::Unlock:
    case Kind::Locked:
      s.target = target(sketch_.mutexes);
      break;
    case Kind::SemWait:
    case Kind::SemTryWait:
    case Kind::SemPost:
      s.target = target(sketch_.semaphores.size());
      break;
    case Kind::CondWait:
    case Kind::CondSignal:
    case Kind::CondBroadcast:
      s.target = target(sketch_.conditions);
      break;
    case Kind::Barrier:
      s.target = target(sketch_.barriers.size());
      break;
    case Kind::Allocate:
    case Kind::HeapLoad:
    case Kind::HeapStore:
    case Kind::HeapFree:
      s.target = target(sketch_.slots);
      break;
    default:
      break;
  }
}

void Generator::statement(Block& into, const Spot& spot) {
  if (shape_.waits > 0 && spot.depth < 2 && !spot.section && !spot.locked &&
      random_.chance(shape_.waits))
    return wait(into, spot);
  Statement s;
  s.kind = kind(spot);
  // An assume or assert costs nothing to explore, but an endless run of them must end.
  --budget_;
  if (is_loop(s.kind)) return random_loop(into, s.kind, spot);
  if (is_access(s.kind)) access(s, spot);
  choose_target(s);
  if (s.kind == Kind::Choose) s.value = 2;
  if (s.kind == Kind::HeapStore || s.kind == Kind::Set || s.kind == Kind::Return)
    s.value = value(spot);
  if (s.kind == Kind::Mask) {
    s.value = value(spot);
    if (s.value.computed()) s.value.constant = 1;
    s.expected = random_.chance(50) ? 1 : 3;
  }
  if (s.kind == Kind::Call) random_call(s, spot);
  if (has_condition(s.kind)) s.condition = condition();
  if (has_body(s.kind)) {
    Spot inside = spot;
    ++inside.depth;
    inside.locked = spot.locked || s.kind == Kind::Locked;
    inside.section = spot.section || s.kind == Kind::Atomic;
    if (s.kind != Kind::If) inside.in_loop = false;
    block(s.body, inside);
    if (s.kind == Kind::If && budget_ > 0 && random_.chance(shape_.else_part))
      block(s.otherwise, inside);
  }
  if (writes_register(s.kind)) s.dst = destination();
  if (s.kind == Kind::Break || s.kind == Kind::Continue || s.kind == Kind::Return) {
    // What always leaves makes the rest of its block dead.
    if (readable_.empty() || random_.chance(5))
      into.push_back(std::move(s));
    else
      into.push_back(if_(condition(), {std::move(s)}));
    return;
  }
  const bool crosses = s.kind == Kind::Store && s.space == Space::Shared && budget_ > 0 &&
                       sketch_.locations.size() > 1 && random_.chance(shape_.crossings);
  const std::uint8_t stored = s.target;
  into.push_back(std::move(s));
  if (crosses) cross(into, stored, spot);
}

// A load of another location than the one that was stored to.
void Generator::cross(Block& into, std::uint8_t stored, const Spot& spot) {
  --budget_;
  // An atomic operation on something private is a fence nevertheless.
  if (shape_.variables > 0 && random_.chance(30))
    into.push_back(local(add(destination(), target(2), 1)));
  into.push_back({.kind = Kind::Load});
  access(into.back(), spot);
  into.back().space = Space::Shared;
  into.back().target %= sketch_.locations.size();
  if (into.back().target == stored)
    into.back().target = static_cast<std::uint8_t>((stored + 1) % sketch_.locations.size());
  into.back().dst = destination();
}

void Generator::choose_space(Statement& s, const Spot& spot) {
  if (s.kind == Kind::Await) return;
  if (shape_.variables > 0 && random_.chance(shape_.variables)) {
    s.space = Space::Variable;
    s.target = target(2);
    return;
  }
  if (spot.function == kThread) return;
  const std::uint8_t pointers = sketch_.functions[spot.function].pointers;
  if (pointers == 0 || !random_.chance(shape_.pointers)) return;
  s.space = Space::Pointer;
  s.target = target(pointers);
}

void Generator::access(Statement& s, const Spot& spot) {
  s.target = target(sketch_.locations.size());
  if (s.kind != Kind::Load) s.value = value(spot);
  if (s.kind == Kind::Cas) s.expected = value(spot);
  if (shape_.parts > 0 && random_.chance(shape_.parts)) {
    s.size = static_cast<std::uint8_t>(1u << random_.below(2));
    s.offset = static_cast<std::uint8_t>(s.size * random_.below(kLocationBytes / s.size));
  }
  if (is_rmw(s.kind)) s.order = ir::Order::Relaxed;
  if ((is_rmw(s.kind) || s.kind == Kind::Store) && random_.chance(shape_.orders)) {
    constexpr ir::Order kStore[] = {ir::Order::Release, ir::Order::SeqCst};
    s.order = is_rmw(s.kind) ? rmw_order() : kStore[random_.below(2)];
  }
  if (shape_.variables > 0 || spot.function != kThread) choose_space(s, spot);
}

ir::Order Generator::rmw_order() {
  constexpr ir::Order kRmw[] = {ir::Order::Acquire, ir::Order::Release, ir::Order::AcqRel,
                                ir::Order::SeqCst};
  return kRmw[random_.below(4)];
}

}  // namespace overtake::fuzz
