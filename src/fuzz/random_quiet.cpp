// Ways to wait whose rounds change memory so that, mostly, no other thread can tell: polls under a
// lock, private copies that are kept in shared words, flags that are set, looked after, and taken
// back. Now and then another thread tries the lock, or uses the word. The lock may be a word of the
// program's own.
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

void Generator::quiet_round(Block& into, const Spot& spot) {
  switch (random_.below(16)) {
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
    case 10:
    case 11:
    case 12:
    case 13:
      return poll_own_lock(into, spot);
    case 14:
      return own_section(into, spot);
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
  } else if (random_.chance(20)) {  // has the lock but for a moment in each round
    const bool also_first = random_.chance(80);
    into.push_back(lock);
    if (also_first) into.insert(into.end(), looks.begin(), looks.end());
    body.push_back(unlock);
    pause(body);
    body.push_back(lock);
    body.insert(body.end(), looks.begin(), looks.end());
    into.push_back(also_first ? while_(eq(r, v), std::move(body))
                              : do_while(std::move(body), eq(r, v)));
    for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
    if (random_.chance(90)) into.push_back(unlock);
    return;
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

// The word of a lock, which mostly nothing else uses.
std::uint8_t Generator::own_lock() {
  if (random_.chance(15)) return lock_location();
  own_used_ = true;
  return kOwn;
}

void Generator::take_own_lock(Block& into, std::uint8_t lock) {
  const std::uint8_t got = kScratch[0];
  switch (random_.below(6)) {
    case 4:  // a bit, and perhaps no other thread's
      return into.push_back(
          do_while({fetch_or(got, lock, random_.chance(85) ? 1 : 2)}, ne(got, 0)));
    case 5: {
      Block body{fetch_or(got, lock, 1), if_(eq(got, 0), {plain(Kind::Break)})};
      if (random_.chance(30)) pause(body);
      return into.push_back(loop(std::move(body)));
    }
    case 0: {
      Block body{exchange(got, lock, 1), if_(eq(got, 0), {plain(Kind::Break)})};
      if (random_.chance(30)) pause(body);
      return into.push_back(loop(std::move(body)));
    }
    case 1:
      return into.push_back(do_while({cas(got, lock, 0, random_.chance(85) ? 1 : 2)}, ne(got, 0)));
    case 2: {  // looks only until the lock is free
      const Block look{do_while({load(got, lock)}, ne(got, random_.chance(90) ? 0 : 1))};
      Block body{exchange(got, lock, 1), if_(eq(got, 0), {plain(Kind::Break)}), look.front()};
      return into.push_back(loop(std::move(body)));
    }
    default:  // test and test-and-set
      return into.push_back(loop({do_while({load(got, lock)}, ne(got, 0)), exchange(got, lock, 1),
                                  if_(eq(got, 0), {plain(Kind::Break)})}));
  }
}

Statement Generator::leave_own_lock(std::uint8_t lock) {
  switch (random_.below(12)) {
    case 0:
      return exchange(kScratch[0], lock, 0);
    case 1:
      return cas(kScratch[0], lock, 1, 0);
    case 2:
      return random_.chance(70) ? add(kScratch[0], lock, 0u - 1) : store(lock, 2);
    case 3:
    case 4:
    case 5:
      return fetch_and(kScratch[0], lock, random_.chance(80) ? ~1u : 2u);
    default:
      return store(lock, 0, random_.chance(60) ? ir::Order::Release : ir::Order::Plain);
  }
}

// poll() with a lock of the program's own.
void Generator::poll_own_lock(Block& into, const Spot& spot) {
  if (spot.section) return spin(into, spot);
  const std::uint8_t lock = own_lock(), at = location(), r = observed();
  const std::uint32_t v = sketch_.locations[at];
  waits_.push_back({at, v, false, thread_});
  switch (random_.below(6)) {  // that can tell
    case 4:
      waits_.back().before = {fetch_or(3, lock, 1), if_(eq(3, 0), {fetch_and(3, lock, ~1u)})};
      break;
    case 5:
      waits_.back().before = {fetch_or(3, lock, 2)};
      break;
    case 0:
      waits_.back().before = {load(3, lock)};
      break;
    case 1:
      waits_.back().before = {exchange(3, lock, 1), if_(eq(3, 0), {store(lock, 0)})};
      break;
    case 2:
      waits_.back().before = {store(lock, 0)};
      break;
    default:
      waits_.back().before = {cas(3, lock, 0, 1), if_(eq(3, 0), {store(lock, 0)})};
      break;
  }
  const Block leave{if_(ne(r, v), {plain(Kind::Break)})};
  Block body;
  if (random_.chance(15)) body.push_back(load(kScratch[0], location()));
  if (random_.chance(10)) {  // has the lock but for a moment in each round
    take_own_lock(into, lock);
    into.push_back(load(r, at));
    body.push_back(leave_own_lock(lock));
    if (random_.chance(30)) pause(body);
    take_own_lock(body, lock);
    body.push_back(load(r, at));
    into.push_back(while_(eq(r, v), std::move(body)));
    into.push_back(leave_own_lock(lock));
    return;
  }
  const bool tries = random_.chance(15);
  Block inside{load(r, at)};
  if (random_.chance(15)) inside.push_back(load(read_register(), location()));
  if (random_.chance(8)) inside.push_back(store(location(), constant()));
  if (random_.chance(20)) inside.push_back(load(kScratch[0], lock));  // that it has
  inside.push_back(leave_own_lock(lock));
  if (tries) {
    body.push_back(exchange(kScratch[0], lock, 1));
    inside.push_back(leave.front());
    body.push_back(if_(eq(kScratch[0], 0), std::move(inside)));
  } else {
    take_own_lock(body, lock);
    for (Statement& s : inside) body.push_back(std::move(s));
    body.push_back(leave.front());
  }
  if (random_.chance(30)) pause(body);
  into.push_back(loop(std::move(body)));
}

void Generator::own_section(Block& into, const Spot& spot) {
  const std::uint8_t lock = own_lock();
  take_own_lock(into, lock);
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(90)) into.push_back(leave_own_lock(lock));
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
