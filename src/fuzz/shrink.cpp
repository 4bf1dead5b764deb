#include "fuzz/shrink.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace overtake::fuzz {

namespace {

// --- how large a sketch is ---------------------------------------------------------------------

using Measure = std::tuple<std::size_t, std::size_t, std::size_t>;

std::size_t weight(const Value& v) {
  return (v.computed() ? 3 + v.reg : 0) + (v.constant > 1 ? 2 : v.constant);
}

Measure measure(const Sketch& sketch) {
  std::size_t details = sketch.join_all ? 1 : 0;
  visit(sketch, [&](const Statement& s) {
    details += s.target + s.dst + s.offset + (s.size == kLocationBytes ? 0 : 1);
    details += weight(s.value) + weight(s.expected) + static_cast<std::size_t>(s.order);
    details += s.condition.reg + (s.condition.equal ? 0 : 1) + weight(s.condition.right());
    details += static_cast<std::size_t>(s.space);
    for (const Value& v : s.arguments) details += 1 + weight(v);
    for (const Place& p : s.pointers) details += 1 + static_cast<std::size_t>(p.space) + p.target;
    // A kind early in the list is the simpler one where one can stand for the other.
    details += static_cast<std::size_t>(s.kind);
  });
  for (std::uint32_t v : sketch.locations) details += v != 0;
  for (const Function& f : sketch.functions) details += f.parameters + f.pointers;
  const std::size_t objects = sketch.locations.size() + sketch.mutexes + sketch.semaphores.size() +
                              sketch.conditions + sketch.barriers.size() + sketch.slots;
  return {statement_count(sketch) + sketch.threads.size() + sketch.functions.size(), objects,
          details};
}

// --- edits ------------------------------------------------------------------------------------

using Edit = std::function<void(Block&, std::size_t)>;

// Applies the edit to the n-th statement (in textual order) of a block; counts n down.
bool edit_nth(Block& block, std::size_t& n, const Edit& edit) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (n-- == 0) {
      edit(block, i);
      return true;
    }
    if (edit_nth(block[i].body, n, edit) || edit_nth(block[i].otherwise, n, edit)) return true;
  }
  return false;
}

Sketch edited(Sketch sketch, std::size_t n, const Edit& edit) {
  for (Block& thread : sketch.threads)
    if (edit_nth(thread, n, edit)) return sketch;
  for (Function& function : sketch.functions)
    if (edit_nth(function.body, n, edit)) break;
  return sketch;
}

void edit_all(Block& block, const std::function<void(Block&)>& edit) {
  edit(block);
  for (Statement& s : block) {
    edit_all(s.body, edit);
    edit_all(s.otherwise, edit);
  }
}
void edit_all(Sketch& sketch, const std::function<void(Block&)>& edit) {
  for (Block& thread : sketch.threads) edit_all(thread, edit);
  for (Function& function : sketch.functions) edit_all(function.body, edit);
}

Sketch without_function(Sketch sketch, std::uint8_t function) {
  sketch.functions.erase(sketch.functions.begin() + function);
  edit_all(sketch, [&](Block& block) {
    std::erase_if(block,
                  [&](const Statement& s) { return s.kind == Kind::Call && s.target == function; });
    for (Statement& s : block)
      if (s.kind == Kind::Call && s.target > function) --s.target;
  });
  return sketch;
}

// Without its last parameter, or its last pointer: calls lose the argument, and what uses it goes.
Sketch without_parameter(Sketch sketch, std::uint8_t function, bool pointer) {
  Function& f = sketch.functions[function];
  if ((pointer ? f.pointers : f.parameters) == 0) return sketch;
  --(pointer ? f.pointers : f.parameters);
  edit_all(sketch, [&](Block& block) {
    for (Statement& s : block) {
      if (s.kind != Kind::Call || s.target != function) continue;
      if (pointer && s.pointers.size() > f.pointers) s.pointers.pop_back();
      if (!pointer && s.arguments.size() > f.parameters) s.arguments.pop_back();
    }
  });
  return sketch;
}

Sketch without_thread(Sketch sketch, std::uint8_t thread) {
  sketch.threads.erase(sketch.threads.begin() + thread);
  edit_all(sketch, [&](Block& block) {
    std::erase_if(block, [&](const Statement& s) {
      return (s.kind == Kind::Spawn || s.kind == Kind::Join) && s.target == thread;
    });
    for (Statement& s : block)
      if ((s.kind == Kind::Spawn || s.kind == Kind::Join) && s.target > thread) --s.target;
  });
  return sketch;
}

ir::Order weakest(Kind kind) { return is_rmw(kind) ? ir::Order::Relaxed : ir::Order::Plain; }

enum class Family { Location, Mutex, Semaphore, Condition, Barrier, Slot };

bool belongs(Kind kind, Family family) {
  switch (kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::Unlock:
    case Kind::Locked:
      return family == Family::Mutex;
    case Kind::SemWait:
    case Kind::SemTryWait:
    case Kind::SemPost:
      return family == Family::Semaphore;
    case Kind::CondWait:
    case Kind::CondSignal:
    case Kind::CondBroadcast:
      return family == Family::Condition;
    case Kind::Barrier:
      return family == Family::Barrier;
    case Kind::Allocate:
    case Kind::HeapLoad:
    case Kind::HeapStore:
    case Kind::HeapFree:
      return family == Family::Slot;
    default:
      return is_access(kind) && family == Family::Location;
  }
}

std::size_t count_of(const Sketch& s, Family family) {
  switch (family) {
    case Family::Location:
      return s.locations.size();
    case Family::Mutex:
      return s.mutexes;
    case Family::Semaphore:
      return s.semaphores.size();
    case Family::Condition:
      return s.conditions;
    case Family::Barrier:
      return s.barriers.size();
    case Family::Slot:
      return s.slots;
  }
  return 0;
}

void drop_object(Sketch& s, Family family, std::size_t i) {
  const auto at = static_cast<std::ptrdiff_t>(i);
  switch (family) {
    case Family::Location:
      s.locations.erase(s.locations.begin() + at);
      break;
    case Family::Mutex:
      --s.mutexes;
      break;
    case Family::Semaphore:
      s.semaphores.erase(s.semaphores.begin() + at);
      break;
    case Family::Condition:
      --s.conditions;
      break;
    case Family::Barrier:
      s.barriers.erase(s.barriers.begin() + at);
      break;
    case Family::Slot:
      --s.slots;
      break;
  }
}

bool belongs(const Statement& s, Family family) {
  return belongs(s.kind, family) && (!is_access(s.kind) || s.space == Space::Shared);
}

// Object `from` becomes `to` (or, if equal, is dropped: nothing may use it).
Sketch merged(Sketch sketch, Family family, std::size_t from, std::size_t to) {
  const auto rename = [&](std::uint8_t& target) {
    if (target == from) target = static_cast<std::uint8_t>(to);
    if (target > from) --target;
  };
  edit_all(sketch, [&](Block& block) {
    for (Statement& s : block) {
      if (belongs(s, family)) rename(s.target);
      for (Place& p : s.pointers)
        if (family == Family::Location && p.space == Space::Shared) rename(p.target);
    }
  });
  drop_object(sketch, family, from);
  return sketch;
}

bool is_used(const Sketch& sketch, Family family, std::size_t i) {
  bool used = false;
  visit(sketch, [&](const Statement& s) {
    used = used || (belongs(s, family) && s.target == i);
    for (const Place& p : s.pointers)
      used = used || (family == Family::Location && p.space == Space::Shared && p.target == i);
  });
  return used;
}

// --- all smaller programs ----------------------------------------------------------------------

class Candidates {
 public:
  explicit Candidates(const Sketch& sketch) : sketch_(sketch) {
    for (std::size_t t = sketch.threads.size(); t-- > 1;)
      add(without_thread(sketch, static_cast<std::uint8_t>(t)));
    for (std::size_t f = sketch.functions.size(); f-- > 0;) {
      const auto function = static_cast<std::uint8_t>(f);
      add(without_function(sketch, function));
      for (const bool pointer : {false, true}) add(without_parameter(sketch, function, pointer));
    }
    const std::size_t count = statement_count(sketch);
    for (std::size_t n = 0; n < count; ++n) structure(n);
    objects();
    for (std::size_t n = 0; n < count; ++n) details(n);
    if (sketch.join_all) {
      Sketch without = sketch;
      without.join_all = false;
      add(std::move(without));
    }
  }

  std::vector<Sketch> take() && { return std::move(all_); }

 private:
  void add(Sketch sketch) { all_.push_back(std::move(sketch)); }
  void add_edited(std::size_t n, const Edit& edit) { add(edited(sketch_, n, edit)); }
  void add_changed(std::size_t n, const std::function<void(Statement&)>& change) {
    add(edited(sketch_, n, [&](Block& block, std::size_t i) { change(block[i]); }));
  }

  // The n-th statement is left out, or a part of it takes its place.
  void structure(std::size_t n) {
    add_edited(n, [](Block& block, std::size_t i) {
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    });
    for (const bool otherwise : {false, true})
      add_edited(n, [&](Block& block, std::size_t i) {
        if (!has_body(block[i].kind)) return;
        const Block inner = otherwise ? block[i].otherwise : block[i].body;
        const auto at = block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
        block.insert(at, inner.begin(), inner.end());
      });
    add_changed(n, [](Statement& s) { s.otherwise.clear(); });
  }

  void objects() {
    for (const Family family : {Family::Location, Family::Mutex, Family::Semaphore,
                                Family::Condition, Family::Barrier, Family::Slot}) {
      for (std::size_t from = count_of(sketch_, family); from-- > 0;) {
        if (!is_used(sketch_, family, from)) add(merged(sketch_, family, from, from));
        for (std::size_t to = 0; to < from; ++to) add(merged(sketch_, family, from, to));
      }
    }
    for (std::size_t i = 0; i < sketch_.locations.size(); ++i) {
      Sketch zero = sketch_;
      zero.locations[i] = 0;
      add(std::move(zero));
    }
  }

  void details(std::size_t n) {
    add_changed(n, [](Statement& s) { s.value = s.kind == Kind::Choose ? 1 : 0; });
    add_changed(n, [](Statement& s) { s.value = 1; });
    add_changed(n, [](Statement& s) {
      if (s.value.computed()) s.value.constant = 0;
    });
    add_changed(n, [](Statement& s) { s.expected = 0; });
    add_changed(n, [](Statement& s) { s.expected = 1; });
    add_changed(n, [](Statement& s) { s.order = weakest(s.kind); });
    add_changed(n, [](Statement& s) { s.offset = 0; });
    add_changed(n, [](Statement& s) {
      s.offset = 0;
      s.size = kLocationBytes;
    });
    add_changed(n, [](Statement& s) { s.condition.constant = 0; });
    add_changed(n, [](Statement& s) { s.condition.constant = 1; });
    add_changed(n, [](Statement& s) { s.condition.equal = true; });
    add_changed(n, [](Statement& s) { s.condition.other = Value::kNoRegister; });
    add_changed(n, [](Statement& s) { s.space = Space::Shared; });
    add_changed(n, [](Statement& s) {
      for (Value& v : s.arguments) v = 0;
    });
    add_changed(n, [](Statement& s) {
      for (Place& p : s.pointers) p = shared(0);
    });
    for (const Kind simpler : {Kind::For, Kind::While})
      add_changed(n, [&](Statement& s) {
        if (!is_loop(s.kind)) return;
        s.kind = simpler;
        if (simpler == Kind::For && s.value.constant == 0) s.value = 1;
      });
    for (std::uint8_t r = 0; r < 2; ++r) {
      add_changed(n, [&](Statement& s) { s.dst = r; });
      add_changed(n, [&](Statement& s) { s.condition.reg = r; });
      add_changed(n, [&](Statement& s) {
        if (s.value.computed()) s.value.reg = r;
      });
    }
    for (const Kind simpler : {Kind::Load, Kind::Store, Kind::Add, Kind::Exchange})
      add_changed(n, [&](Statement& s) {
        if (!is_access(s.kind)) return;
        s.kind = simpler;
        s.order = weakest(simpler);
      });
  }

  const Sketch& sketch_;
  std::vector<Sketch> all_;
};

}  // namespace

Sketch shrink(Sketch sketch, const std::function<bool(const Sketch&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    const Measure size = measure(sketch);
    for (Sketch& candidate : Candidates(sketch).take()) {
      candidate = normalized(std::move(candidate));
      if (measure(candidate) >= size || !fails(candidate)) continue;
      sketch = std::move(candidate);
      smaller = true;
      break;
    }
  }
  return sketch;
}

}  // namespace overtake::fuzz
