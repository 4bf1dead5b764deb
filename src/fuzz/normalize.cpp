// Drops what makes no sense where it stands: see normalized() in sketch.h.
#include <algorithm>
#include <utility>
#include <vector>

#include "fuzz/sketch.h"

namespace overtake::fuzz {

namespace {

// By function and pointer: no call hands it the address of a variable. An access through it is then
// a visible operation.
using SharedPointers = std::vector<std::vector<bool>>;

SharedPointers find_shared_pointers(const Sketch& sketch) {
  SharedPointers shared;
  for (const Function& f : sketch.functions) shared.emplace_back(f.pointers, true);
  const auto block = [&](const Block& code, const std::vector<bool>* own) {
    bool changed = false;
    visit(code, [&](const Statement& s) {
      if (s.kind != Kind::Call || s.target >= shared.size()) return;
      std::vector<bool>& callee = shared[s.target];
      for (std::size_t i = 0; i < std::min(callee.size(), s.pointers.size()); ++i) {
        const Place p = s.pointers[i];
        const bool good =
            p.space == Space::Shared || (p.space == Space::Pointer && own != nullptr &&
                                         p.target < own->size() && (*own)[p.target]);
        changed = changed || (callee[i] && !good);
        callee[i] = callee[i] && good;
      }
    });
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Block& t : sketch.threads) changed = block(t, nullptr) || changed;
    for (std::size_t f = 0; f < sketch.functions.size(); ++f)
      changed = block(sketch.functions[f].body, &shared[f]) || changed;
  }
  return shared;
}

class Normalizer {
 public:
  explicit Normalizer(Sketch& sketch)
      : sketch_(sketch),
        shared_(find_shared_pointers(sketch)),
        spawned_(sketch.threads.size(), false),
        joined_(sketch.threads.size(), false) {}

  void thread(std::uint8_t number) {
    self_ = number;
    function_ = kNone;
    Where where;
    where.here.assign(spawned_.size(), false);
    run(sketch_.threads[number], where);
  }

  void function(std::size_t number) {
    function_ = number;
    Where where;
    where.here.assign(spawned_.size(), false);
    if (calls_itself(sketch_, number)) where.kept.push_back(0);
    run(sketch_.functions[number].body, where);
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Where {
    std::vector<bool> here;          // the threads spawned by this one on every way to this place
    std::vector<std::uint8_t> held;  // mutexes of enclosing Locked
    std::vector<std::uint8_t> kept;  // registers that must not be written: counters of loops
    bool section = false;
    bool in_loop = false;
    bool may_jump = false;   // break and continue: a loop is nearer than any Locked
    bool may_return = true;  // no Locked around
  };

  void run(Block& block, Where where) {
    Block kept;
    for (Statement& s : block) {
      repair(s);
      if (!keep(s, where)) continue;
      if (has_body(s.kind)) {
        run(s.body, inside(where, s));
        run(s.otherwise, inside(where, s));
        if (s.kind == Kind::If && s.body.empty() && s.otherwise.empty()) continue;
        if (is_loop(s.kind) && s.kind != Kind::For && !begins_visibly(s.body, own_pointers()))
          continue;
      }
      kept.push_back(std::move(s));
    }
    block = std::move(kept);
  }

  static Where inside(Where where, const Statement& s) {
    if (s.kind == Kind::Locked) {
      where.held.push_back(s.target);
      where.may_jump = where.may_return = false;
    }
    where.section = where.section || s.kind == Kind::Atomic;
    if (is_loop(s.kind)) where.in_loop = where.may_jump = true;
    if (s.kind == Kind::For) where.kept.push_back(s.dst);
    return where;
  }

  // What can be put right instead of dropped.
  void repair(Statement& s) const {
    if (is_access(s.kind) && s.space != Space::Shared) {
      s.offset = 0;
      s.size = kLocationBytes;
    }
    if (s.kind == Kind::For) s.value = Value(s.value.constant);
    if (s.kind != Kind::Call || s.target >= sketch_.functions.size()) return;
    s.arguments.resize(sketch_.functions[s.target].parameters);
    if (!sketch_.locations.empty()) s.pointers.resize(sketch_.functions[s.target].pointers);
    if (calls_itself(sketch_, s.target) && !s.arguments.empty())
      s.arguments[0] = Value(s.arguments[0].constant & 3u);
  }

  bool is_place(Space space, std::uint8_t target) const {
    switch (space) {
      case Space::Shared:
        return target < sketch_.locations.size();
      case Space::Variable:
        return true;
      case Space::Pointer:
        return function_ != kNone && target < sketch_.functions[function_].pointers;
    }
    return false;
  }

  bool keep_call(const Statement& s) const {
    if (s.target >= sketch_.functions.size()) return false;
    if (function_ != kNone && s.target < function_) return false;
    const Function& f = sketch_.functions[s.target];
    if (s.pointers.size() != f.pointers) return false;
    if (s.target == function_ && f.parameters == 0) return false;
    return std::ranges::all_of(s.pointers,
                               [&](const Place& p) { return is_place(p.space, p.target); });
  }

  bool keep(const Statement& s, Where& where) {
    if (where.section && !in_atomic(s.kind)) return false;
    if (is_access(s.kind) && !is_place(s.space, s.target)) return false;
    if (writes_register(s.kind) && std::ranges::find(where.kept, s.dst) != where.kept.end())
      return false;
    switch (s.kind) {
      case Kind::Await:
        return s.space == Space::Shared;
      case Kind::Lock:
      case Kind::TryLock:
      case Kind::Unlock:
      case Kind::Locked:
        return std::ranges::find(where.held, s.target) == where.held.end();
      case Kind::CondWait:
        return !where.held.empty();
      case Kind::Spawn:
        if (function_ != kNone || where.in_loop) return false;
        if (s.target <= self_ || s.target >= spawned_.size() || spawned_[s.target]) return false;
        where.here[s.target] = spawned_[s.target] = true;
        return true;
      case Kind::Join:
        if (function_ != kNone || where.in_loop) return false;
        if (s.target >= where.here.size() || !where.here[s.target] || joined_[s.target])
          return false;
        joined_[s.target] = true;
        return true;
      case Kind::Allocate:
        return function_ == kNone && !where.in_loop;
      case Kind::Break:
      case Kind::Continue:
        return where.may_jump;
      case Kind::Return:
        return function_ != kNone && where.may_return;
      case Kind::Call:
        return keep_call(s);
      default:
        return true;
    }
  }

  std::vector<bool> own_pointers() const {
    return function_ == kNone ? std::vector<bool>{} : shared_[function_];
  }

  // Whether a thread that runs the block does a visible operation before it decides anything.
  bool begins_visibly(const Block& block, const std::vector<bool>& pointers) const {
    const auto first = std::ranges::find_if_not(block, [](const Statement& s) {
      const bool local =
          (s.kind == Kind::Load || s.kind == Kind::Store) && s.space == Space::Variable;
      return local || s.kind == Kind::Set || s.kind == Kind::Mask || s.kind == Kind::Fence ||
             s.kind == Kind::StoreFence;
    });
    if (first == block.end()) return false;
    const Statement& s = *first;
    const auto visible = [&](Space space, std::uint8_t target) {
      return space == Space::Shared ||
             (space == Space::Pointer && target < pointers.size() && pointers[target]);
    };
    switch (s.kind) {
      case Kind::Load:
      case Kind::Store:
      case Kind::Add:
      case Kind::Exchange:
      case Kind::Or:
      case Kind::And:
      case Kind::Cas:
        return visible(s.space, s.target);
      case Kind::DoWhile:
      case Kind::Loop:
      case Kind::Atomic:
        return begins_visibly(s.body, pointers);
      case Kind::For:
        return s.value.constant > 0 && begins_visibly(s.body, pointers);
      case Kind::Call: {
        if (s.target == function_) return false;  // it may not happen
        std::vector<bool> arguments;
        for (const Place& p : s.pointers) arguments.push_back(visible(p.space, p.target));
        return begins_visibly(sketch_.functions[s.target].body, arguments);
      }
      case Kind::If:
      case Kind::While:
      case Kind::Assume:
      case Kind::Assert:
      case Kind::Choose:
      case Kind::Exit:
      case Kind::Break:
      case Kind::Continue:
      case Kind::Return:
        return false;
      default:
        return true;
    }
  }

  Sketch& sketch_;
  SharedPointers shared_;
  std::uint8_t self_ = 0;
  std::size_t function_ = kNone;  // the one we are in; kNone: a thread
  std::vector<bool> spawned_;
  std::vector<bool> joined_;
};

}  // namespace

Sketch normalized(Sketch sketch) {
  Normalizer normalizer(sketch);
  // Callees first: whether a call is visible depends on what is left of them.
  for (std::size_t f = sketch.functions.size(); f-- > 0;) normalizer.function(f);
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    normalizer.thread(static_cast<std::uint8_t>(t));
  return sketch;
}

}  // namespace overtake::fuzz
