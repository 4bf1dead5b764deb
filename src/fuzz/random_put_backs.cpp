// Ways to wait that take back what they did: come in, look, and go back out if that was too early.
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

// Mostly one that nothing else looks at.
std::uint8_t Generator::put_back_location() {
  if (shape_.put_backs == 0 || random_.chance(20)) return lock_location();
  own_used_ = true;
  return kOwn;
}

void Generator::add_own_location() {
  const auto own = static_cast<std::uint8_t>(sketch_.locations.size());
  sketch_.locations.push_back(own_initial_);
  const auto replace = [&](Block& block, const auto& self) -> void {
    for (Statement& s : block) {
      if (is_access(s.kind) && s.space == Space::Shared && s.target == kOwn) s.target = own;
      self(s.body, self);
      self(s.otherwise, self);
    }
  };
  for (Block& thread : sketch_.threads) replace(thread, replace);
  for (Function& function : sketch_.functions) replace(function.body, replace);
}

// Comes in, and goes back out if it was not alone.
void Generator::put_back(Block& into, const Spot& spot) {
  const std::uint8_t at = put_back_location(), r = observed();
  const std::uint8_t s = read_register();
  if (r == s) return exchange_lock(into, spot);
  const std::uint32_t amount = random_.chance(75) ? 1 : 2;
  Block out{add(s, at, 0u - amount)};
  if (random_.chance(40)) out.push_back(do_while({load(s, at)}, ne(s, 0)));
  if (random_.chance(40)) {  // the first attempt stands before the loop
    into.push_back(add(r, at, amount));
    out.push_back(add(r, at, amount));
    into.push_back(while_(ne(r, 0), std::move(out)));
  } else {
    Block body{add(r, at, amount), if_(eq(r, 0), {plain(Kind::Break)})};
    for (Statement& statement : out) body.push_back(std::move(statement));
    into.push_back(loop(std::move(body)));
  }
  for (Statement& c : critical_section(spot)) into.push_back(std::move(c));
  if (random_.chance(90)) into.push_back(add(s, at, 0u - amount));
}

// A count of what is free: readers take 1, of which there are two, writers take all.
void Generator::readers_and_writers(Block& into, const Spot& spot) {
  constexpr std::uint32_t kAll = 2;
  const std::uint8_t at = put_back_location(), r = observed();
  const std::uint8_t s = read_register();
  if (r == s) return exchange_lock(into, spot);
  if (random_.chance(90)) (at == kOwn ? own_initial_ : sketch_.locations[at]) = kAll;
  const bool reads = random_.chance(50);
  const std::uint32_t amount = reads ? 1 : kAll;
  Block body{add(r, at, 0u - amount), if_(eq(r, kAll), {plain(Kind::Break)})};
  if (reads) body.push_back(if_(eq(r, kAll - 1), {plain(Kind::Break)}));
  body.push_back(add(s, at, amount));
  if (random_.chance(40)) body.push_back(do_while({load(s, at)}, ne(s, kAll)));
  into.push_back(loop(std::move(body)));
  for (Statement& c : critical_section(spot)) into.push_back(std::move(c));
  if (random_.chance(90)) into.push_back(add(s, at, amount));
}

}  // namespace overtake::fuzz
