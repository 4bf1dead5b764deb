// Ways to wait whose rounds change memory so that, mostly, no other thread can tell: polls under a
// lock, private copies that are kept in shared words, flags that are set, looked after, and taken
// back. Now and then another thread tries the lock, or uses the word.
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

void Generator::quiet_round(Block& into, const Spot& spot) {
  switch (random_.below(10)) {
    case 0:
    case 1:
    case 2:
      return poll(into, spot);
    case 3:
      return lock_both(into, spot);
    case 4:
    case 5:
    case 6:
      return cached_word(into, spot);
    case 7:
    case 8:
      return back_off(into, spot);
    default:
      return look_and_put_back(into, spot);
  }
}

// One that, mostly, no other thread uses.
std::uint8_t Generator::private_location() {
  if (random_.chance(15) || (own_used_ && own_thread_ != thread_)) return location();
  own_used_ = true;
  own_thread_ = thread_;
  return kOwn;
}

// lock; look; unlock, until there is something to see.
void Generator::poll(Block& into, const Spot& spot) {
  if (spot.locked || spot.section || sketch_.mutexes == 0) return spin(into, spot);
  const bool semaphore = !sketch_.semaphores.empty() && random_.chance(20);
  const auto target_of = [&] {
    return semaphore ? target(sketch_.semaphores.size()) : target(sketch_.mutexes);
  };
  const std::uint8_t m = target_of();
  if (semaphore && random_.chance(70)) sketch_.semaphores[m] = 1;
  const Statement lock = on(semaphore ? Kind::SemWait : Kind::Lock, m);
  const Statement unlock = on(semaphore ? Kind::SemPost : Kind::Unlock, m);
  const std::uint8_t at = location(), r = observed();
  const std::uint32_t v = sketch_.locations[at];
  // One who tries the lock, and ends the wait, can tell that a round was there before.
  waits_.push_back({at, v, false, thread_});
  if (!semaphore)
    waits_.back().before = {on(Kind::TryLock, m, 3), if_(eq(3, 1), {on(Kind::Unlock, m)})};
  Block looks{load(r, at)};
  if (random_.chance(25)) {
    const std::uint8_t other = location(), s = observed();
    looks.push_back(random_.chance(50) ? load(s, other) : if_(eq(r, v), {load(s, other)}));
  }
  if (random_.chance(8)) looks.push_back(store(location(), constant()));
  Block body;
  if (random_.chance(15)) body.push_back(load(kScratch[0], location()));
  if (!semaphore && random_.chance(15)) {
    looks.push_back(unlock);
    looks.push_back(if_(ne(r, v), {plain(Kind::Break)}));
    body.push_back(on(Kind::TryLock, m, kScratch[0]));
    body.push_back(if_(eq(kScratch[0], 1), std::move(looks)));
  } else if (random_.chance(30)) {  // leaves with the lock
    body.push_back(lock);
    for (Statement& s : looks) body.push_back(std::move(s));
    body.push_back(if_(ne(r, v), {plain(Kind::Break)}));
    body.push_back(unlock);
    pause(body);
    into.push_back(loop(std::move(body)));
    for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
    if (random_.chance(90)) into.push_back(unlock);
    return;
  } else {
    body.push_back(lock);
    for (Statement& s : looks) body.push_back(std::move(s));
    body.push_back(unlock);
    body.push_back(if_(ne(r, v), {plain(Kind::Break)}));
    pause(body);
  }
  into.push_back(loop(std::move(body)));
}

// Takes one lock and tries the other, until it has both; in any order.
void Generator::lock_both(Block& into, const Spot& spot) {
  if (spot.locked || spot.section || sketch_.mutexes < 2) return poll(into, spot);
  const std::uint8_t first = target(2);
  const auto second = static_cast<std::uint8_t>(1 - first);
  const std::uint8_t got = read_register();
  Block body{on(Kind::Lock, first), on(Kind::TryLock, second, got),
             if_(eq(got, 1), {plain(Kind::Break)}), on(Kind::Unlock, first)};
  if (random_.chance(30)) pause(body);
  into.push_back(loop(std::move(body)));
  Spot inside = spot;
  inside.locked = true;
  for (Statement& s : critical_section(inside)) into.push_back(std::move(s));
  into.push_back(on(Kind::Unlock, second));
  if (random_.chance(90)) into.push_back(on(Kind::Unlock, first));
}

// A copy of what another thread counts, refreshed in each round that finds it used up.
void Generator::cached_word(Block& into, const Spot&) {
  const std::uint8_t at = location(), own = private_location();
  const std::uint8_t copy = observed(), now = read_register();
  if (copy == now) return;
  const std::uint32_t v = sketch_.locations[at];
  if (own == kOwn && random_.chance(70)) own_initial_ = v;
  // One who stores to the copy may find that undone.
  waits_.push_back({at, v, false, thread_});
  waits_.back().before = {store(own, 2), plain(Kind::Fence), load(3, own)};
  Block refresh{load(now, at)};
  if (random_.chance(15)) refresh.push_back(plain(Kind::Fence));
  refresh.push_back(store(own, reg(now)));
  if (random_.chance(20)) refresh.push_back(load(kScratch[0], location()));
  if (random_.chance(40)) {
    refresh.push_back(load(copy, own));
    refresh.push_back(if_(ne(copy, v), {plain(Kind::Break)}));
  } else {
    refresh.push_back(if_(ne(now, v), {plain(Kind::Break)}));
  }
  if (random_.chance(35)) {  // without a look at the copy first
    into.push_back(loop(std::move(refresh)));
    return;
  }
  Block body{load(copy, own)};
  body.push_back(if_(eq(copy, v), std::move(refresh), {plain(Kind::Break)}));
  into.push_back(loop(std::move(body)));
}

// Says that it is there, looks whether another is, and takes it back if so.
void Generator::back_off(Block& into, const Spot& spot) {
  const std::uint8_t mine = private_location(), other = location(), r = observed();
  Block body{store(mine, 1)};
  if (random_.chance(60)) body.push_back(plain(Kind::Fence));
  body.push_back(load(r, other));
  body.push_back(if_(eq(r, sketch_.locations[other]), {plain(Kind::Break)}));
  body.push_back(store(mine, 0, random_.chance(40) ? ir::Order::Release : ir::Order::Plain));
  if (random_.chance(30)) pause(body);
  into.push_back(loop(std::move(body)));
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(80)) into.push_back(store(mine, 0));
}

// An attempt that comes after a look.
void Generator::look_and_put_back(Block& into, const Spot& spot) {
  const std::uint8_t at = put_back_location(), r = observed(), s = read_register();
  if (r == s) return exchange_lock(into, spot);
  Block body{load(s, location()), add(r, at, 1), if_(eq(r, 0), {plain(Kind::Break)}),
             add(s, at, 0u - 1)};
  into.push_back(loop(std::move(body)));
  for (Statement& c : critical_section(spot)) into.push_back(std::move(c));
  if (random_.chance(90)) into.push_back(add(s, at, 0u - 1));
}

}  // namespace overtake::fuzz
