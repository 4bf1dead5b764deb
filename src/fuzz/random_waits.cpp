// The ways in which programs wait. Each is what one finds in real code, with constants, orders and
// small things at random, and now and then with a mistake in it: another value waited for, a lock
// that is not released, a round that does more than wait.
#include <algorithm>
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

void Generator::wait(Block& into, const Spot& spot) {
  budget_ -= std::min(budget_, 2u);
  if (shape_.put_backs > 0 && random_.chance(shape_.put_backs))
    return random_.chance(60) ? put_back(into, spot) : readers_and_writers(into, spot);
  if (shape_.quiet > 0 && random_.chance(shape_.quiet)) return quiet_round(into, spot);
  switch (random_.below(16)) {
    case 0:
    case 1:
    case 2:
      return spin(into, spot);
    case 3:
      return spin_on_two(into);
    case 4:
      return give_up(into, spot);
    case 5:
      return exchange_lock(into, spot);
    case 6:
      return cas_lock(into, spot);
    case 7:
      return ticket_lock(into, spot);
    case 8:
      return trylock_loop(into, spot);
    case 9:
      return retry(into, spot);
    case 10:
      return random_.chance(60) ? put_back(into, spot) : readers_and_writers(into, spot);
    case 11:
      return cached_index(into, spot);
    case 12:
      return random_.chance(50) ? seqlock_reader(into) : handshake(into, spot);
    case 13:
      return wait_in_function(into, spot);
    case 14:
      return wait_for_change(into);
    default:
      return lock_in_functions(into, spot);
  }
}

std::uint8_t Generator::lock_location() {
  return random_.chance(85) ? static_cast<std::uint8_t>(sketch_.locations.size() - 1) : location();
}

// A register of the result, or one that is in no result.
std::uint8_t Generator::observed() { return destination(); }

Block Generator::critical_section(const Spot& spot) {
  Block body;
  const std::uint32_t saved = budget_;
  budget_ = 1;
  Spot inside = spot;
  inside.depth = 2;
  inside.in_loop = false;
  while (budget_ > 0) statement(body, inside);
  budget_ = saved;
  return body;
}

// What waiting code does between two looks: nothing, a fence, an attempt counter, back-off.
void Generator::pause(Block& body) {
  const std::uint8_t counter = kScratch[1];
  switch (random_.below(7)) {
    case 0:
      body.push_back(plain(Kind::Fence));
      break;
    case 1:  // every other time it does something else
      body.push_back(mask(counter, reg(counter, 1), 1));
      break;
    case 2:  // after some attempts it yields, and begins to count anew
      body.push_back(set(counter, reg(counter, 1)));
      body.push_back(if_(eq(counter, 2), {set(counter, 0), plain(Kind::Fence)}));
      break;
    case 3:  // waits longer and longer, but not for ever
      body.push_back(set(counter, reg(counter, 1)));
      body.push_back(if_(eq(counter, 3), {set(counter, 2)}));
      if (random_.chance(50)) body.push_back(for_(kScratch[0], 2, {}));
      break;
    default:
      break;
  }
}

// The looks of a round, now and then in an atomic section.
Block Generator::looks(Block loads) {
  if (!random_.chance(12)) return loads;
  return {atomic(std::move(loads))};
}

// Spins while a location has a value, or until it has one.
void Generator::spin(Block& into, const Spot&) {
  const std::uint8_t at = location();
  const bool until = random_.chance(35);
  const std::uint32_t v = until || random_.chance(15) ? constant() : sketch_.locations[at];
  waits_.push_back({at, v, until, thread_});
  const std::uint8_t r = observed();
  const Condition again{r, !until, v};
  const Condition enough{r, until, v};
  Block body = looks({load(r, at)});
  switch (random_.below(3)) {
    case 0:
      pause(body);
      into.push_back(do_while(std::move(body), again));
      break;
    case 1:
      into.push_back(load(r, at));
      pause(body);
      into.push_back(while_(again, std::move(body)));
      break;
    default:
      body.push_back(if_(enough, {plain(Kind::Break)}));
      pause(body);
      into.push_back(loop(std::move(body)));
      break;
  }
}

// Looks, and is blocked until what it saw has changed, again and again: std::atomic::wait.
void Generator::wait_for_change(Block& into) {
  const std::uint8_t at = location(), r = observed();
  const std::uint8_t seen = random_.chance(50) ? r : kScratch[random_.below(2)];
  const bool until = random_.chance(60);
  const std::uint32_t v = until ? constant() : sketch_.locations[at];
  waits_.push_back({at, v, until, thread_});
  const Condition again{r, !until, v};
  const Condition enough{r, until, v};
  // Now and then for a change of something else.
  const std::uint8_t where = random_.chance(85) ? at : location();
  switch (random_.below(4)) {
    case 0:
      into.push_back(load(r, at));
      into.push_back(while_(again, {await(seen, where, reg(r)), load(r, at)}));
      break;
    case 1:
      into.push_back(loop({load(seen, at), load(r, at), if_(enough, {plain(Kind::Break)}),
                           await(kScratch[1], where, reg(seen))}));
      break;
    case 2:
      into.push_back(do_while({await(seen, where, constant()), load(r, at)}, again));
      break;
    default:
      into.push_back(
          do_while({await(r, where, random_.chance(50) ? reg(r) : Value{constant()})}, again));
      break;
  }
}

// Both of two locations, looked at in each round; or either of them.
void Generator::spin_on_two(Block& into) {
  const std::uint8_t a = location(), b = location();
  const std::uint8_t ra = observed(), rb = observed();
  const std::uint32_t va = sketch_.locations[a], vb = sketch_.locations[b];
  waits_.push_back({a, va, false, thread_});
  waits_.push_back({b, vb, false, thread_});
  Block body = looks({load(ra, a), load(rb, b)});
  if (random_.chance(50)) {
    body.push_back(if_(ne(ra, va), {if_(ne(rb, vb), {plain(Kind::Break)})}));
  } else {
    body.push_back(if_(ne(ra, va), {plain(Kind::Break)}));
    body.push_back(if_(ne(rb, vb), {plain(Kind::Break)}));
  }
  into.push_back(loop(std::move(body)));
}

// A wait that times out: the counter matters.
void Generator::give_up(Block& into, const Spot& spot) {
  const std::uint8_t at = location();
  const std::uint32_t tries = random_.between(2, 3);
  const std::uint8_t counter = observed(), r = observed();
  if (counter == r) return spin(into, spot);
  waits_.push_back({at, sketch_.locations[at], false, thread_});
  into.push_back(
      for_(counter, tries, {load(r, at), if_(ne(r, sketch_.locations[at]), {plain(Kind::Break)})}));
  into.push_back(if_(eq(counter, tries), {store(location(), constant())}, critical_section(spot)));
}

void Generator::exchange_lock(Block& into, const Spot& spot) {
  const std::uint8_t at = lock_location(), r = observed();
  const ir::Order order = random_.chance(50) ? rmw_order() : ir::Order::Relaxed;
  Block body{exchange(r, at, 1, order), if_(eq(r, 0), {plain(Kind::Break)})};
  if (random_.chance(40)) {  // test and test-and-set
    const std::uint8_t s = read_register();
    body.push_back(do_while({load(s, at)}, ne(s, 0)));
  } else {
    pause(body);
  }
  into.push_back(loop(std::move(body)));
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(90))
    into.push_back(store(at, 0, random_.chance(60) ? ir::Order::Release : ir::Order::Plain));
}

void Generator::cas_lock(Block& into, const Spot& spot) {
  const std::uint8_t at = lock_location(), r = observed();
  if (random_.chance(50)) {
    into.push_back(do_while({cas(r, at, 0, 1)}, ne(r, 0)));
  } else {
    Block body{cas(r, at, 0, 1), if_(eq(r, 0), {plain(Kind::Break)})};
    pause(body);
    into.push_back(loop(std::move(body)));
  }
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(90))
    into.push_back(store(at, 0, random_.chance(60) ? ir::Order::Release : ir::Order::Plain));
}

void Generator::ticket_lock(Block& into, const Spot& spot) {
  if (sketch_.locations.size() < 2) return exchange_lock(into, spot);
  const std::uint8_t next = 0, serving = 1;
  const std::uint8_t mine = observed(), now = observed();
  if (mine == now || spot.in_loop) return exchange_lock(into, spot);
  into.push_back(add(mine, next, 1));
  Block body{load(now, serving)};
  pause(body);
  // A pause may use the register that the ticket is in: then it is no ticket lock any more.
  into.push_back(do_while(std::move(body), ne(now, reg(mine))));
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(90)) into.push_back(store(serving, reg(mine, 1), ir::Order::Release));
}

void Generator::trylock_loop(Block& into, const Spot& spot) {
  const std::uint8_t m = target(sketch_.mutexes), r = observed();
  Block body{on(Kind::TryLock, m, r), if_(eq(r, 1), {plain(Kind::Break)})};
  pause(body);
  into.push_back(loop(std::move(body)));
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(90)) into.push_back(on(Kind::Unlock, m));
}

// A lock-free update: what the failed compare-and-swap found is expected the next time.
void Generator::retry(Block& into, const Spot&) {
  const std::uint8_t at = location();
  const std::uint8_t old = observed(), found = read_register();
  const std::uint32_t plus = random_.between(1, 2);
  if (old == found) {
    into.push_back(add(old, at, plus));
    return;
  }
  if (random_.chance(50))
    into.push_back(load(old, at));
  else
    into.push_back(set(old, constant()));
  switch (random_.below(3)) {
    case 0:  // the found value is copied
      into.push_back(loop({cas(found, at, reg(old), reg(old, plus)),
                           if_(eq(found, reg(old)), {plain(Kind::Break)}), set(old, reg(found))}));
      break;
    case 1:  // ... by the compare-and-swap itself
      into.push_back(loop({set(found, reg(old)), cas(old, at, reg(old), reg(old, plus)),
                           if_(eq(found, reg(old)), {plain(Kind::Break)})}));
      break;
    default:  // read again in each round
      into.push_back(
          do_while({load(old, at), cas(found, at, reg(old), reg(old, plus))}, ne(found, reg(old))));
      break;
  }
}

// A private copy of what another thread counts up, refreshed when it is used up.
void Generator::cached_index(Block& into, const Spot&) {
  const std::uint8_t at = location(), other = location();
  const std::uint8_t copy = observed(), mine = observed();
  if (copy == mine) return;
  waits_.push_back({at, sketch_.locations[at], false, thread_});
  into.push_back(set(mine, sketch_.locations[at]));
  into.push_back(set(copy, reg(mine)));
  if (random_.chance(50)) {
    into.push_back(while_(eq(copy, reg(mine)), {load(copy, at)}));
  } else {
    into.push_back(loop({load(copy, at), if_(ne(copy, reg(mine)), {plain(Kind::Break)})}));
  }
  into.push_back(load(mine, other));
}

// Reads two locations of which a third says whether they belong together.
void Generator::seqlock_reader(Block& into) {
  const std::uint8_t sequence = static_cast<std::uint8_t>(sketch_.locations.size() - 1);
  const std::uint8_t data = observed();
  if (data >= kScratch[0]) return;
  into.push_back(loop(
      {load(kScratch[0], sequence), mask(kScratch[1], reg(kScratch[0]), 1),
       if_(eq(kScratch[1], 0), {load(data, 0), load(kScratch[1], sequence),
                                if_(eq(kScratch[0], reg(kScratch[1])), {plain(Kind::Break)})})}));
  if (random_.chance(60))
    waits_.push_back({sequence, sketch_.locations[sequence] + 1, false, thread_});
}

// Says that it is there and waits until the other one has said or taken back the same.
void Generator::handshake(Block& into, const Spot&) {
  const std::uint8_t mine = location(), other = location(), r = observed();
  into.push_back(store(mine, 1));
  if (random_.chance(60)) into.push_back(plain(Kind::Fence));
  const bool until = random_.chance(50);
  waits_.push_back({other, 1, until, thread_});
  Block body{load(r, other)};
  pause(body);
  into.push_back(do_while(std::move(body), {r, !until, 1}));
  if (random_.chance(60)) into.push_back(store(mine, 0));
}

// f(value, *p): returns what it finds there once that is another value.
void Generator::wait_in_function(Block& into, const Spot& spot) {
  if (spot.function != kThread) return spin(into, spot);
  std::size_t& f = shared_functions_[2];
  if (f == kThread) {
    f = sketch_.functions.size();
    Block body{through(load(1, 0))};
    if (random_.chance(50)) {
      body.push_back(if_(ne(1, reg(0)), {ret(reg(1))}));
      sketch_.functions.push_back({.parameters = 1, .pointers = 1, .body = {loop(body)}});
    } else {
      pause(body);
      sketch_.functions.push_back(
          {.parameters = 1,
           .pointers = 1,
           .body = {do_while(body, eq(1, reg(0))), ret(reg(1, random_.below(2)))}});
    }
  }
  const std::uint8_t at = location();
  waits_.push_back({at, sketch_.locations[at], false, thread_});
  into.push_back(
      call(observed(), static_cast<std::uint8_t>(f), {sketch_.locations[at]}, {shared(at)}));
}

// lock(*p) and unlock(*p), used by all threads.
void Generator::lock_in_functions(Block& into, const Spot& spot) {
  if (spot.function != kThread) return cas_lock(into, spot);
  auto& [lock, unlock, unused] = shared_functions_;
  if (lock == kThread) {
    lock = sketch_.functions.size();
    unlock = lock + 1;
    Block body{random_.chance(50) ? through(exchange(0, 0, 1)) : through(cas(0, 0, 0, 1)),
               if_(eq(0, 0), {ret(1)})};
    if (random_.chance(40)) {
      // What it tries next is decided in a variable.
      body.push_back(local(store(0, reg(0))));
      body.push_back(local(load(1, 0)));
    }
    pause(body);
    sketch_.functions.push_back({.parameters = 0, .pointers = 1, .body = {loop(body)}});
    sketch_.functions.push_back(
        {.parameters = 0, .pointers = 1, .body = {through(store(0, 0, ir::Order::Release))}});
  }
  const Place at = shared(lock_location());
  into.push_back(call(kScratch[0], static_cast<std::uint8_t>(lock), {}, {at}));
  for (Statement& s : critical_section(spot)) into.push_back(std::move(s));
  if (random_.chance(90))
    into.push_back(call(kScratch[0], static_cast<std::uint8_t>(unlock), {}, {at}));
}

// Most waits can be ended: another thread stores what is waited for.
void Generator::answer_waits() {
  const auto count = static_cast<std::uint32_t>(sketch_.threads.size());
  for (const Wait& w : waits_) {
    if (!random_.chance(shape_.answers)) continue;
    std::size_t thread = random_.below(count);
    if (thread == w.thread) thread = (thread + 1) % count;
    const std::uint32_t v = w.until ? w.value : w.value == 0 ? random_.between(1, 2) : 0;
    Block& block = sketch_.threads[thread];
    // Before what the thread does itself, mostly: it may be a wait, too.
    const auto place =
        random_.chance(60) ? 0 : random_.below(static_cast<std::uint32_t>(block.size()) + 1);
    if (!w.before.empty() && random_.chance(40)) {
      Block all = w.before;
      all.push_back(store(w.location, v));
      block.insert(block.begin() + place, all.begin(), all.end());
      continue;
    }
    block.insert(block.begin() + place,
                 store(w.location, v, random_.chance(30) ? ir::Order::Release : ir::Order::Plain));
  }
}

// Before it loads a location, a thread looks at one that no thread writes, as if it had to find out
// where the other is: a round of a loop has another read.
void Generator::detours() {
  const auto elsewhere = static_cast<std::uint8_t>(sketch_.locations.size());
  sketch_.locations.push_back(0);
  const auto insert = [&](Block& block, const auto& self) -> void {
    for (std::size_t i = 0; i < block.size(); ++i) {
      self(block[i].body, self);
      self(block[i].otherwise, self);
      if (block[i].kind != Kind::Load || block[i].space != Space::Shared) continue;
      const Statement look = load(block[i].dst, elsewhere);
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i++), look);
    }
  };
  for (Block& thread : sketch_.threads) insert(thread, insert);
  for (Function& function : sketch_.functions) insert(function.body, insert);
}

}  // namespace overtake::fuzz
