// Random loops and calls.
#include <algorithm>
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

// A register that is in no result, and that may be read from now on.
std::uint8_t Generator::read_register() {
  const std::uint8_t r = kScratch[random_.below(2)];
  if (std::find(readable_.begin(), readable_.end(), r) == readable_.end()) readable_.push_back(r);
  return r;
}

void Generator::random_loop(Block& into, Kind kind, const Spot& spot) {
  Statement s;
  s.kind = kind;
  Spot inside = spot;
  ++inside.depth;
  inside.in_loop = true;
  if (kind == Kind::For) {
    // Two or three iterations; the counter is in the result of the thread, or not.
    s.value = random_.between(1, spot.endless || spot.depth > 0 ? 2 : 3);
    s.dst = destination();
    block(s.body, inside);
    into.push_back(std::move(s));
    return;
  }
  inside.endless = true;
  endless_loop(s, inside);
  into.push_back(std::move(s));
}

// The body looks at a location first, and most bodies have a way out that depends on it.
void Generator::endless_loop(Statement& s, const Spot& inside) {
  Statement look{.kind = Kind::Load};
  const std::uint32_t how = random_.below(10);
  if (how == 0) look.kind = Kind::Exchange;
  if (how == 1) look.kind = Kind::Cas;
  Spot at = inside;
  access(look, at);
  look.space = Space::Shared;
  look.target %= sketch_.locations.size();
  look.dst = destination();
  const std::uint32_t waits_for = random_.chance(60) ? sketch_.locations[look.target] : constant();
  const std::uint8_t seen = look.dst, where = look.target;
  s.body.push_back(std::move(look));
  if (budget_ > 0) block(s.body, inside);
  const bool until = random_.chance(30);
  waits_.push_back({where, waits_for, until, thread_});
  const Condition again{seen, !until, waits_for};
  const Condition enough{seen, until, waits_for};
  s.condition = again;
  if (s.kind == Kind::Loop && random_.chance(95)) {
    const auto place = random_.between(1, static_cast<std::uint32_t>(s.body.size()));
    s.body.insert(s.body.begin() + place, if_(enough, {plain(Kind::Break)}));
  }
  // Stores that are never drained would fill the buffers.
  bool stores = false;
  visit(s.body, [&](const Statement& i) { stores = stores || i.kind == Kind::Store; });
  if (stores && random_.chance(90)) s.body.push_back(plain(Kind::Fence));
}

void Generator::functions() {
  if (shape_.functions == 0) return;
  sketch_.functions.resize(random_.between(1, shape_.functions));
  for (Function& f : sketch_.functions) {
    f.parameters = static_cast<std::uint8_t>(random_.below(3));
    f.pointers = static_cast<std::uint8_t>(random_.below(3));
  }
  thread_ = kThread;
  for (std::size_t f = 0; f < sketch_.functions.size(); ++f) {
    Block body;
    fill(body, random_.between(1, 3), {.function = f});
    if (!readable_.empty() && random_.chance(60))
      body.push_back(ret(Value(readable_[target(readable_.size())], random_.below(2))));
    sketch_.functions[f].body = std::move(body);
  }
}

// A thread calls any function, a function those after it and now and then itself.
void Generator::random_call(Statement& s, const Spot& spot) {
  const std::size_t count = sketch_.functions.size();
  std::size_t callee = random_.below(static_cast<std::uint32_t>(count));
  if (spot.function != kThread) {
    const bool itself = sketch_.functions[spot.function].parameters > 0 &&
                        (spot.function + 1 == count || random_.chance(30));
    callee = itself ? spot.function
                    : random_.between(static_cast<std::uint32_t>(spot.function) + 1,
                                      static_cast<std::uint32_t>(count) - 1);
  }
  s.target = static_cast<std::uint8_t>(callee);
  for (std::uint8_t i = 0; i < sketch_.functions[callee].parameters; ++i)
    s.arguments.push_back(value(spot));
  for (std::uint8_t i = 0; i < sketch_.functions[callee].pointers; ++i) {
    Place p = shared(location());
    if (spot.function != kThread && sketch_.functions[spot.function].pointers > 0 &&
        random_.chance(40))
      p = pointer(target(sketch_.functions[spot.function].pointers));
    else if (random_.chance(40))
      p = variable(target(2));
    s.pointers.push_back(p);
  }
}

}  // namespace overtake::fuzz
