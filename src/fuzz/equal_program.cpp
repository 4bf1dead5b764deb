#include "fuzz/equal_program.h"

#include <fmt/format.h>

#include <vector>

#include "base/random.h"

namespace overtake::fuzz {

namespace {

// What makes a body different for each thread that runs it, or lets it look so.
enum class Trait : std::uint8_t {
  None,
  Argument,  // stores its argument
  Self,      // stores its id
  Address,   // stores a part of the address of an object of its own
  Result,    // ends with what it read
  Ids,       // reads the ids that main stores
  Word,      // reads the word of the lock
  Object,    // accesses an object that main works on, if main has let others know of it
  End,       // ... or ends its life
};

class EqualWriter {
 public:
  explicit EqualWriter(std::uint64_t seed) : random_(seed) {}

  EqualProgram run() {
    locations_ = random_.between(1, 2);
    may_wait_ = random_.chance(15);
    const std::uint32_t groups = random_.chance(25) ? 2 : 1;
    const std::uint32_t most = groups == 2 ? 2 : random_.chance(35) ? 3 : 2;
    for (std::uint32_t i = 0; i < groups; ++i) body(most == 3 ? 2 : groups == 2 ? 2 : 3);
    main(groups, most);
    std::string globals;
    for (std::uint32_t i = 0; i < locations_; ++i)
      globals += fmt::format("global @x{} size 4\n", i);
    globals += "global @m size 8\n";
    globals += fmt::format("global @s size 8 = \"\\x{:02x}\"\n", random_.below(2));
    globals += "global @object size 8\n";
    globals += "global @ids size 64\n\nentry @main\n";
    return {globals + out_, waits_};
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    out_ += "  " + fmt::format(text, std::forward<Arguments>(arguments)...) + '\n';
  }
  void label(std::uint32_t n) { out_ += fmt::format("M{}:\n", n); }
  std::uint32_t location() { return random_.below(locations_); }
  std::uint32_t constant() { return random_.below(3); }
  std::uint32_t reg() { return random_.between(1, 3); }

  // One visible operation, or a few; registers 4 to 6 are scratch.
  void operation(bool nested = false) {
    switch (random_.below(nested ? 8 : 16)) {
      case 0:
      case 1:
        return line("%{} = load.4 @x{}", reg(), location());
      case 2:
        return line("store.4 @x{}, {}", location(), constant());
      case 3:
        line("%4 = add.32 %{}, 1", reg());
        return line("store.4 @x{}, %4", location());
      case 4:
      case 5:
        return line("%{} = rmw.4 {} seq_cst @x{}, {}", reg(),
                    random_.chance(70) ? "add" : "exchange", location(), constant() + 1);
      case 6:
        line("%4 = cas.4 seq_cst @x{}, {}, {}", location(), constant(), constant());
        return line("%{} = mov %5", reg());
      case 7:
        return line("fence full");
      case 8:
      case 9:
        line("%4 = sync.8 mutex_lock seq_cst @m");
        operation(true);
        if (random_.chance(90)) line("%4 = sync.8 mutex_unlock seq_cst @m");
        return;
      case 10:
        return try_lock();
      case 11:
        return line("%4 = sync.8 {} seq_cst @s", random_.chance(50) ? "sem_wait" : "sem_post");
      case 12:
        return line("%{} = choose 2", reg());
      case 13: {
        const std::uint32_t skip = labels_++;
        const std::uint32_t take = labels_++;
        line("branch %{}, M{}, M{}", reg(), take, skip);
        label(take);
        operation(true);
        return label(skip);
      }
      case 14: {
        if (may_wait_) return spin();
        if (random_.chance(30)) return line("assume %{}", reg());
        return line("store.4 @x{}, {}", location(), constant());
      }
      default:
        return check(reg(), random_.chance(20) ? constant() : 7);
    }
  }

  void check(std::uint32_t r, std::uint32_t wrong) {
    const std::uint32_t bad = labels_++;
    const std::uint32_t good = labels_++;
    line("%4 = eq.32 %{}, {}", r, wrong);
    line("branch %4, M{}, M{}", bad, good);
    label(bad);
    line("fail assertion 0");
    label(good);
  }

  void try_lock() {
    const std::uint32_t taken = labels_++;
    const std::uint32_t on = labels_++;
    line("%4 = sync.8 mutex_try_lock seq_cst @m");
    line("branch %4, M{}, M{}", taken, on);
    label(taken);
    operation(true);
    line("%4 = sync.8 mutex_unlock seq_cst @m");
    label(on);
  }

  void spin() {
    waits_ = true;
    const std::uint32_t again = labels_++;
    const std::uint32_t on = labels_++;
    line("jump M{}", again);
    label(again);
    line("spin_head");
    line("%4 = load.4 @x{}", location());
    line("%4 = {}.32 %4, {}", random_.chance(70) ? "ne" : "eq", constant());
    line("branch %4, M{}, M{}", on, again);
    label(on);
  }

  void use_object(bool ends) {
    const std::uint32_t there = labels_++;
    const std::uint32_t on = labels_++;
    line("%6 = load.8 @object");
    line("branch %6, M{}, M{}", there, on);
    label(there);
    if (ends)
      line("free %6");
    else if (random_.chance(50))
      line("store.4 %6, {}", constant());
    else
      line("%{} = load.4 %6", reg());
    label(on);
  }

  // What main does to an object of its own between spawns or joins: only the object can tell.
  void work() {
    for (std::uint32_t n = random_.between(1, 2); n > 0; --n) switch (random_.below(6)) {
        case 0:
          line("store.4 %20, {}", constant());
          break;
        case 1:
          line("%21 = load.4 %20");
          break;
        case 2:
          line("%21 = rmw.4 add seq_cst %20, 1");
          break;
        case 3:
          line("%21 = cas.4 seq_cst %20, {}, {}", constant(), constant());
          break;
        case 4:
          if (random_.chance(30)) line("store.8 %20, {}", constant());  // of another size
          if (random_.chance(20)) {
            line("%21 = load.4 %20");
            check(21, 2);
          }
          break;
        default:
          line("free %20");
          if (random_.chance(5)) break;  // it is used after its end
          line("%20 = alloc 8");
          break;
      }
  }

  Trait trait() {
    if (random_.chance(70)) return Trait::None;
    return static_cast<Trait>(random_.between(1, 8));
  }

  void body(std::uint32_t most) {
    out_ += fmt::format("\nfunc @w{}(%0) registers 7 {{\n", bodies_++);
    const Trait trait = this->trait();
    const std::uint32_t operations = random_.between(1, most);
    const std::uint32_t at = random_.below(operations);
    for (std::uint32_t i = 0; i < operations; ++i) {
      operation();
      if (i != at) continue;
      switch (trait) {
        case Trait::Argument:
          line("store.4 @x{}, %0", location());
          break;
        case Trait::Self:
          line("%4 = self");
          line("store.4 @x{}, %4", location());
          break;
        case Trait::Address:
          line("%4 = alloca 8");
          line("%4 = lshr.64 %4, 37");
          line("store.4 @x{}, %4", location());
          break;
        case Trait::Ids:
          line("%2 = load.8 @ids");
          break;
        case Trait::Word:
          line("%2 = load.8 @m");
          break;
        case Trait::Object:
        case Trait::End:
          use_object(trait == Trait::End);
          break;
        default:
          break;
      }
    }
    line("ret {}", trait == Trait::Result ? "%1" : "0");
    out_ += "}\n";
  }

  void main(std::uint32_t groups, std::uint32_t most) {
    out_ += "\nfunc @main() registers 24 {\n";
    if (random_.chance(20)) line("store.4 @x{}, {}", location(), constant());
    const bool stores_ids = random_.chance(35);
    const bool numbers = random_.chance(25);       // different arguments
    const bool acts_between = random_.chance(12);  // between spawns
    works_ = random_.chance(35);
    if (works_) {
      line("%20 = alloc 8");
      if (random_.chance(30)) line("store.8 @object, %20");
    }
    std::uint32_t threads = 0;
    for (std::uint32_t g = 0; g < groups; ++g) {
      const std::uint32_t count = g == 0 ? most : random_.between(1, 2);
      for (std::uint32_t i = 0; i < count; ++i) {
        line("%{} = spawn @w{}, {}", 8 + threads, g, numbers ? i : 5);
        if (stores_ids) line("store.8 @ids+{}, %{}", 8 * threads, 8 + threads);
        if (acts_between && random_.chance(50)) operation(true);
        if (works_ && random_.chance(60)) work();
        if (random_.chance(5)) line("fence full");
        ++threads;
      }
    }
    for (std::uint32_t n = random_.chance(20) ? random_.between(1, 2) : 0; n > 0; --n) operation();
    if (random_.chance(60)) joins(threads, stores_ids);
    line("ret 0");
    out_ += "}\n";
  }

  void joins(std::uint32_t threads, bool stores_ids) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < threads; ++i) order.push_back(i);
    if (random_.chance(25)) std::swap(order[0], order[random_.below(threads)]);
    if (random_.chance(10)) order.pop_back();
    const bool looks_between = random_.chance(15);
    const bool checks_results = random_.chance(15);
    for (const std::uint32_t t : order) {
      std::uint32_t id = 8 + t;
      if (stores_ids && random_.chance(60)) {
        line("%7 = load.8 @ids+{}", 8 * t);
        id = 7;
      }
      line("%6 = join %{}", id);
      if (checks_results) check(6, random_.chance(70) ? 7 : constant());
      if (looks_between && random_.chance(50)) operation(true);
      if (works_ && random_.chance(50)) work();
    }
    for (std::uint32_t n = random_.below(3); n > 0; --n) line("%{} = load.4 @x{}", n, location());
    if (random_.chance(50)) check(1, constant() + 1);
  }

  Random random_;
  std::string out_;
  std::uint32_t locations_ = 1;
  std::uint32_t labels_ = 0;
  std::uint32_t bodies_ = 0;
  bool may_wait_ = false;
  bool waits_ = false;
  bool works_ = false;  // main has an object in %20
};

}  // namespace

EqualProgram equal_program(std::uint64_t seed) { return EqualWriter(seed).run(); }

}  // namespace overtake::fuzz
