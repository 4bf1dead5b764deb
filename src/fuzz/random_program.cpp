#include "fuzz/random_program.h"

#include <algorithm>
#include <utility>

#include "fuzz/generator.h"

namespace overtake::fuzz {

namespace {

constexpr std::string_view kProfileNames[kProfiles] = {
    "core",  "orders", "sync",  "atomic", "heap",      "mixed", "tree",
    "crowd", "loops",  "waits", "calls",  "put-backs", "quiet", "sections"};

}  // namespace

std::string_view name(Profile profile) { return kProfileNames[static_cast<std::size_t>(profile)]; }

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

// What programs with loops, waits and calls have in common: an operation in a loop is many, so
// there are few.
Shape loop_shape() {
  Shape s = core_shape();
  s.threads = {5, 70, 25, 0};
  s.operations = {4, 10};
  s.crowd = 3;
  s.locations = {35, 55, 10, 0};
  s.crossings = 20;
  s.scratch = 30;
  s.main_acts = 20;
  s.spawns = 5;
  s.orders = 15;
  s.weight(Kind::Lock) = s.weight(Kind::Unlock) = 0;
  s.weight(Kind::Locked) = 5;
  s.weight(Kind::Assert) = 20;
  s.weight(Kind::Set) = 8;
  s.weight(Kind::Exit) = 2;
  return s;
}

}  // namespace

Shape shape_of(Profile profile) {
  Shape s = profile >= Profile::Loops ? loop_shape() : core_shape();
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
    case Profile::Crowd:
      s.threads = {0, 15, 60, 25};
      s.operations = {4, 9};
      s.crowd = 0;
      s.parts = 40;
      s.locations = {70, 30, 0, 0};
      s.weight(Kind::Load) = s.weight(Kind::Store) = 60;
      s.weight(Kind::Barrier) = 60;
      s.weight(Kind::Atomic) = 12;
      s.weight(Kind::Await) = 8;
      s.weight(Kind::Locked) = 6;
      break;
    case Profile::Loops:
      s.weight(Kind::For) = 40;
      s.weight(Kind::While) = 30;
      s.weight(Kind::DoWhile) = 45;
      s.weight(Kind::Loop) = 45;
      s.weight(Kind::Break) = 30;
      s.weight(Kind::Continue) = 10;
      s.weight(Kind::Mask) = 8;
      s.detours = 15;
      break;
    case Profile::Waits:
      s.detours = 25;
      s.parts = 8;
      s.waits = 45;
      s.answers = 85;
      s.operations = {3, 8};
      s.weight(Kind::For) = 6;
      s.weight(Kind::Loop) = 5;
      s.weight(Kind::Break) = 10;
      break;
    case Profile::Calls:
      s.functions = 3;
      s.variables = 25;
      s.crossings = 60;
      s.waits = 6;
      s.weight(Kind::Call) = 70;
      s.weight(Kind::Return) = 12;
      s.weight(Kind::For) = 15;
      s.weight(Kind::Break) = 10;
      s.weight(Kind::Set) = 15;
      break;
    case Profile::Sections:
      s.waiting_sections = true;
      s.threads = {5, 55, 40, 0};
      s.operations = {4, 9};
      s.mutexes = 1;
      s.spawns = 40;
      s.main_first = 30;
      s.weight(Kind::Load) = s.weight(Kind::Store) = 60;
      s.weight(Kind::Atomic) = 80;
      s.weight(Kind::Lock) = s.weight(Kind::Unlock) = 8;
      s.weight(Kind::Locked) = 20;
      s.weight(Kind::TryLock) = 6;
      s.weight(Kind::Await) = 12;
      s.weight(Kind::SemWait) = 12;
      s.weight(Kind::SemPost) = 16;
      s.weight(Kind::CondWait) = 10;
      s.weight(Kind::CondSignal) = 10;
      s.weight(Kind::Barrier) = 12;
      s.weight(Kind::Exit) = 2;
      break;
    case Profile::PutBacks:
      s.waits = 60;
      s.put_backs = 80;
      s.operations = {3, 6};
      s.weight(Kind::Exit) = 1;
      break;
    case Profile::Quiet:
      s.waits = 55;
      s.quiet = 80;
      s.operations = {3, 6};
      s.mutexes = 2;
      s.weight(Kind::Locked) = 12;
      s.weight(Kind::TryLock) = 4;
      s.weight(Kind::SemWait) = 2;
      s.weight(Kind::SemPost) = 4;
      s.weight(Kind::Exit) = 1;
      break;
  }
  return s;
}

// --- the whole ---------------------------------------------------------------------------------

Sketch Generator::run() {
  const std::uint32_t threads = 1 + pick(shape_.threads);
  sketch_.join_all = random_.chance(shape_.joins);
  sketch_.threads.resize(threads + 1);
  objects(threads);
  functions();

  // Runs grow with the power of the number of threads: keep the time per program even.
  const std::uint32_t crowd = threads > 2 ? (threads - 2) * shape_.crowd : 0;
  const std::uint32_t most =
      shape_.operations.high > crowd ? shape_.operations.high - crowd : shape_.operations.low;
  const std::uint32_t operations = std::max(
      threads, random_.between(shape_.operations.low, std::max(shape_.operations.low, most)));
  std::vector<std::uint32_t> share(threads + 1, 0);
  const bool main_acts = random_.chance(shape_.main_acts);
  for (std::uint32_t i = 0; i < operations; ++i) {
    // One for every thread first; then, at random, one or two for main.
    const bool mains = main_acts && i >= threads && share[0] < 2 && random_.chance(30);
    ++share[i < threads ? i + 1 : mains ? 0 : random_.between(1, threads)];
  }
  for (thread_ = 0; thread_ <= threads; ++thread_)
    fill(sketch_.threads[thread_], share[thread_], Spot{});
  answer_waits();
  if (own_used_) add_own_location();
  spawns();
  if (random_.chance(shape_.main_first)) main_acts_first();
  if (random_.chance(shape_.detours)) detours();
  return normalized(std::move(sketch_));
}

void Generator::fill(Block& into, std::uint32_t operations, const Spot& spot) {
  readable_.clear();
  for (std::uint8_t r = 0;
       spot.function != kThread && r < sketch_.functions[spot.function].parameters; ++r)
    readable_.push_back(r);
  budget_ = operations;
  while (budget_ > 0) statement(into, spot);
}

void Generator::objects(std::uint32_t threads) {
  const std::uint32_t locations = 1 + pick(shape_.locations);
  for (std::uint32_t i = 0; i < locations; ++i)
    sketch_.locations.push_back(random_.chance(shape_.initial) ? constant() : 0);
  if (wanted(Kind::Lock) || wanted(Kind::Locked) || wanted(Kind::TryLock))
    sketch_.mutexes = random_.between(1, shape_.mutexes);
  if (wanted(Kind::SemWait)) sketch_.semaphores.push_back(random_.below(3));
  if (wanted(Kind::CondWait)) sketch_.conditions = 1;
  if (wanted(Kind::Barrier))
    sketch_.barriers.push_back(random_.between(2, std::max(2u, threads - 1)));
  if (wanted(Kind::Allocate)) sketch_.slots = random_.between(1, 2);
}

// Some threads are spawned by another thread instead of main, and perhaps joined by it.
void Generator::spawns() {
  const auto count = static_cast<std::uint32_t>(sketch_.threads.size());
  for (std::uint32_t child = 2; child < count; ++child) {
    if (!random_.chance(shape_.spawns)) continue;
    Block* block = &sketch_.threads[random_.below(child)];
    auto place = random_.below(static_cast<std::uint32_t>(block->size()) + 1);
    if (place < block->size() && has_body((*block)[place].kind) && !is_loop((*block)[place].kind) &&
        random_.chance(50) && ((*block)[place].kind != Kind::Atomic || shape_.waiting_sections)) {
      block = &(*block)[place].body;
      place = random_.below(static_cast<std::uint32_t>(block->size()) + 1);
    }
    block->insert(block->begin() + place, on(Kind::Spawn, static_cast<std::uint8_t>(child)));
    if (!random_.chance(shape_.joins)) continue;
    place = random_.between(place + 1, static_cast<std::uint32_t>(block->size()));
    Statement join = on(Kind::Join, static_cast<std::uint8_t>(child));
    if (shape_.waiting_sections && random_.chance(40)) join = atomic({std::move(join)});
    block->insert(block->begin() + place, std::move(join));
  }
}

// Main allocates or stores first, and spawns what is left to it afterwards.
void Generator::main_acts_first() {
  Block first;
  for (std::uint32_t slot = 0; slot < sketch_.slots; ++slot)
    first.push_back(on(Kind::Allocate, static_cast<std::uint8_t>(slot)));
  if (first.empty()) first.push_back(store(target(sketch_.locations.size()), constant()));
  for (std::uint8_t t : roots(sketch_)) first.push_back(on(Kind::Spawn, t));
  Block& main = sketch_.threads[0];
  main.insert(main.begin(), first.begin(), first.end());
}

Sketch random_sketch(std::uint64_t seed, const Shape& shape) {
  return Generator(seed, shape).run();
}

}  // namespace overtake::fuzz
