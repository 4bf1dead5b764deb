#include "fuzz/random_program.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "fuzz/random.h"

namespace overtake::fuzz {

std::string_view name(Profile profile) {
  switch (profile) {
    case Profile::Core:
      return "core";
    case Profile::Orders:
      return "orders";
    case Profile::Sync:
      return "sync";
    case Profile::Atomic:
      return "atomic";
    case Profile::Heap:
      return "heap";
    case Profile::Mixed:
      return "mixed";
    case Profile::Tree:
      return "tree";
  }
  return "?";
}

std::optional<Profile> parse_profile(std::string_view text) {
  for (std::size_t i = 0; i < kProfiles; ++i)
    if (text == name(static_cast<Profile>(i))) return static_cast<Profile>(i);
  return std::nullopt;
}

Profile profile_of(std::uint64_t seed) {
  switch (seed % 10) {
    case 1:
      return Profile::Orders;
    case 3:
      return Profile::Sync;
    case 5:
      return Profile::Atomic;
    case 7:
      return Profile::Heap;
    case 9:
      return Profile::Mixed;
    case 4:
      return Profile::Tree;
    default:
      return Profile::Core;
  }
}

namespace {

Shape core_shape() {
  Shape s;
  s.weight(Kind::Load) = 100;
  s.weight(Kind::Store) = 100;
  s.weight(Kind::Add) = 9;
  s.weight(Kind::Exchange) = 7;
  s.weight(Kind::Cas) = 14;
  s.weight(Kind::Fence) = 7;
  s.weight(Kind::StoreFence) = 7;
  s.weight(Kind::Lock) = 2;
  s.weight(Kind::Unlock) = 1;
  s.weight(Kind::TryLock) = 2;
  s.weight(Kind::Locked) = 10;
  s.weight(Kind::If) = 22;
  s.weight(Kind::Assume) = 2;
  s.weight(Kind::Assert) = 3;
  s.weight(Kind::Choose) = 3;
  return s;
}

}  // namespace

Shape shape_of(Profile profile) {
  Shape s = core_shape();
  switch (profile) {
    case Profile::Core:
      break;
    case Profile::Orders:
      s.orders = 50;
      s.weight(Kind::Cas) = 25;
      break;
    case Profile::Sync:
      s.mutexes = 1;
      s.weight(Kind::Lock) = s.weight(Kind::Unlock) = 0;
      s.weight(Kind::Load) = s.weight(Kind::Store) = 60;
      s.weight(Kind::Locked) = 30;
      s.weight(Kind::Await) = 8;
      s.weight(Kind::SemWait) = 12;
      s.weight(Kind::SemPost) = 20;
      s.weight(Kind::SemTryWait) = 8;
      s.weight(Kind::CondWait) = 40;
      s.weight(Kind::CondSignal) = 18;
      s.weight(Kind::CondBroadcast) = 8;
      s.weight(Kind::Barrier) = 8;
      s.weight(Kind::Exit) = 2;
      break;
    case Profile::Atomic:
      s.main_first = 30;
      s.weight(Kind::Atomic) = 60;
      s.weight(Kind::Unlock) = s.weight(Kind::TryLock) = 8;
      s.weight(Kind::Allocate) = 4;
      s.weight(Kind::HeapLoad) = 6;
      s.weight(Kind::HeapFree) = 6;
      break;
    case Profile::Heap:
      s.operations.high = 8;  // each of them is two accesses
      s.main_first = 70;      // so that not everyone finds a null pointer
      s.weight(Kind::Load) = s.weight(Kind::Store) = 50;
      s.weight(Kind::Allocate) = 30;
      s.weight(Kind::HeapLoad) = 50;
      s.weight(Kind::HeapStore) = 50;
      s.weight(Kind::HeapFree) = 20;
      break;
    case Profile::Mixed:
      s.parts = 70;
      s.locations = {60, 40, 0, 0};
      break;
    case Profile::Tree:
      s.threads = {0, 20, 40, 40};
      s.operations = {5, 9};
      s.crowd = 0;
      s.spawns = 80;
      s.weight(Kind::If) = 30;
      break;
  }
  return s;
}

namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, const Shape& shape) : random_(seed), shape_(shape) {}

  Sketch run() {
    const std::uint32_t threads = 1 + pick(shape_.threads);
    sketch_.join_all = random_.chance(shape_.joins);
    sketch_.threads.resize(threads + 1);
    objects(threads);

    // Runs grow with the power of the number of threads: keep the time per program even.
    const std::uint32_t most =
        std::max(shape_.operations.low, shape_.operations.high - (threads - 2) * shape_.crowd);
    const std::uint32_t operations =
        std::max(threads, random_.between(shape_.operations.low, most));
    std::vector<std::uint32_t> share(threads + 1, 0);
    const bool main_acts = random_.chance(shape_.main_acts);
    for (std::uint32_t i = 0; i < operations; ++i) {
      // One for every thread first; then, at random, one or two for main.
      const bool mains = main_acts && i >= threads && share[0] < 2 && random_.chance(30);
      ++share[i < threads ? i + 1 : mains ? 0 : random_.between(1, threads)];
    }
    for (std::uint32_t t = 0; t <= threads; ++t) {
      readable_.clear();
      budget_ = share[t];
      while (budget_ > 0) statement(sketch_.threads[t], Place{});
    }
    spawns();
    if (random_.chance(shape_.main_first)) main_acts_first();
    return normalized(std::move(sketch_));
  }

 private:
  struct Place {
    std::uint32_t depth = 0;
    bool locked = false;
    bool section = false;
  };

  // An index, each as likely as its weight says.
  template <std::size_t N>
  std::uint32_t pick(const std::array<std::uint32_t, N>& weights) {
    std::uint32_t left = random_.below(std::accumulate(weights.begin(), weights.end(), 0u));
    std::uint32_t index = 0;
    while (left >= weights[index]) left -= weights[index++];
    return index;
  }

  void objects(std::uint32_t threads) {
    const std::uint32_t locations = 1 + pick(shape_.locations);
    for (std::uint32_t i = 0; i < locations; ++i)
      sketch_.locations.push_back(random_.chance(shape_.initial) ? constant() : 0);
    auto wanted = [&](Kind kind) { return shape_.weights[static_cast<std::size_t>(kind)] > 0; };
    if (wanted(Kind::Lock) || wanted(Kind::Locked) || wanted(Kind::TryLock))
      sketch_.mutexes = random_.between(1, shape_.mutexes);
    if (wanted(Kind::SemWait)) sketch_.semaphores.push_back(random_.below(3));
    if (wanted(Kind::CondWait)) sketch_.conditions = 1;
    if (wanted(Kind::Barrier))
      sketch_.barriers.push_back(random_.between(2, std::max(2u, threads - 1)));
    if (wanted(Kind::Allocate)) sketch_.slots = random_.between(1, 2);
  }

  std::uint32_t constant() {
    const std::uint32_t v =
        random_.chance(shape_.zeros) ? 0 : random_.between(1, shape_.values - 1);
    return shape_.parts > 0 ? v * 0x01010101u : v;  // every byte tells which store it is from
  }

  Value value() {
    if (readable_.empty() || !random_.chance(shape_.computed)) return constant();
    return Value(readable_[random_.below(static_cast<std::uint32_t>(readable_.size()))],
                 random_.below(2));
  }

  Condition condition() {
    Condition c{readable_[random_.below(static_cast<std::uint32_t>(readable_.size()))],
                random_.chance(60), random_.chance(40) ? 0 : constant()};
    if (shape_.parts > 0 && random_.chance(50)) c.constant &= 0xff;
    return c;
  }

  std::uint8_t target(std::size_t count) {
    return static_cast<std::uint8_t>(random_.below(static_cast<std::uint32_t>(count)));
  }

  std::uint8_t destination() {
    // Mostly a fresh register; a used one now and then.
    const std::uint32_t used = static_cast<std::uint32_t>(readable_.size());
    if (used >= shape_.registers || (used > 0 && random_.chance(10)))
      return static_cast<std::uint8_t>(random_.below(used));
    readable_.push_back(static_cast<std::uint8_t>(used));
    return static_cast<std::uint8_t>(used);
  }

  bool allowed(Kind kind, const Place& place) const {
    if (place.section && !in_atomic(kind)) return false;
    if (has_body(kind) && (place.depth >= 2 || budget_ < 2)) return false;
    if (has_condition(kind) && readable_.empty()) return false;
    if (kind == Kind::CondWait) return place.locked;
    if (kind == Kind::Locked) return !place.locked;
    return true;
  }

  Kind kind(const Place& place) {
    std::array<std::uint32_t, kKinds> weights = shape_.weights;
    for (std::size_t i = 0; i < kKinds; ++i)
      if (!allowed(static_cast<Kind>(i), place)) weights[i] = 0;
    return static_cast<Kind>(pick(weights));
  }

  void block(Block& into, const Place& place) {
    const std::uint32_t length = random_.between(1, 3);
    for (std::uint32_t i = 0; i < length && budget_ > 0; ++i) statement(into, place);
  }

  void statement(Block& into, const Place& place) {
    Statement s;
    s.kind = kind(place);
    // An assume or assert costs nothing to explore, but an endless run of them must end.
    --budget_;
    switch (s.kind) {
      case Kind::Load:
      case Kind::Store:
      case Kind::Add:
      case Kind::Exchange:
      case Kind::Cas:
      case Kind::Await:
        access(s);
        break;
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
      case Kind::Choose:
        s.value = 2;
        break;
      default:
        break;
    }
    if (s.kind == Kind::HeapStore) s.value = value();
    if (has_condition(s.kind)) s.condition = condition();
    if (has_body(s.kind)) {
      block(s.body, {place.depth + 1, place.locked || s.kind == Kind::Locked,
                     place.section || s.kind == Kind::Atomic});
      if (s.kind == Kind::If && budget_ > 0 && random_.chance(shape_.else_part))
        block(s.otherwise, {place.depth + 1, place.locked, place.section});
    }
    if (writes_register(s.kind)) s.dst = destination();
    const bool crosses = s.kind == Kind::Store && budget_ > 0 && sketch_.locations.size() > 1 &&
                         random_.chance(shape_.crossings);
    const std::uint8_t stored = s.target;
    into.push_back(std::move(s));
    if (!crosses) return;
    --budget_;
    into.push_back({.kind = Kind::Load});
    access(into.back());
    if (into.back().target == stored)
      into.back().target = static_cast<std::uint8_t>((stored + 1) % sketch_.locations.size());
    into.back().dst = destination();
  }

  void access(Statement& s) {
    s.target = target(sketch_.locations.size());
    if (s.kind != Kind::Load) s.value = value();
    if (s.kind == Kind::Cas) s.expected = value();
    if (shape_.parts > 0 && random_.chance(shape_.parts)) {
      s.size = static_cast<std::uint8_t>(1u << random_.below(2));
      s.offset = static_cast<std::uint8_t>(s.size * random_.below(kLocationBytes / s.size));
    }
    const bool rmw = s.kind == Kind::Add || s.kind == Kind::Exchange || s.kind == Kind::Cas;
    if (rmw) s.order = ir::Order::Relaxed;
    if ((rmw || s.kind == Kind::Store) && random_.chance(shape_.orders)) {
      constexpr ir::Order kStore[] = {ir::Order::Release, ir::Order::SeqCst};
      constexpr ir::Order kRmw[] = {ir::Order::Acquire, ir::Order::Release, ir::Order::AcqRel,
                                    ir::Order::SeqCst};
      s.order = rmw ? kRmw[random_.below(4)] : kStore[random_.below(2)];
    }
  }

  // Some threads are spawned by another thread instead of main, and perhaps joined by it.
  void spawns() {
    const auto count = static_cast<std::uint32_t>(sketch_.threads.size());
    for (std::uint32_t child = 2; child < count; ++child) {
      if (!random_.chance(shape_.spawns)) continue;
      Block* block = &sketch_.threads[random_.below(child)];
      auto place = random_.below(static_cast<std::uint32_t>(block->size()) + 1);
      if (place < block->size() && has_body((*block)[place].kind) && random_.chance(50)) {
        block = &(*block)[place].body;
        place = random_.below(static_cast<std::uint32_t>(block->size()) + 1);
      }
      block->insert(block->begin() + place, on(Kind::Spawn, static_cast<std::uint8_t>(child)));
      if (!random_.chance(shape_.joins)) continue;
      place = random_.between(place + 1, static_cast<std::uint32_t>(block->size()));
      block->insert(block->begin() + place, on(Kind::Join, static_cast<std::uint8_t>(child)));
    }
  }

  // Main allocates or stores first, and spawns what is left to it afterwards.
  void main_acts_first() {
    Block first;
    for (std::uint8_t slot = 0; slot < sketch_.slots; ++slot)
      first.push_back(on(Kind::Allocate, slot));
    if (first.empty()) first.push_back(store(target(sketch_.locations.size()), constant()));
    for (std::uint8_t t : roots(sketch_)) first.push_back(on(Kind::Spawn, t));
    Block& main = sketch_.threads[0];
    main.insert(main.begin(), first.begin(), first.end());
  }

  Random random_;
  const Shape& shape_;
  Sketch sketch_;
  std::uint32_t budget_ = 0;
  std::vector<std::uint8_t> readable_;  // registers that this thread has read into
};

}  // namespace

Sketch random_sketch(std::uint64_t seed, const Shape& shape) {
  return Generator(seed, shape).run();
}

}  // namespace overtake::fuzz
