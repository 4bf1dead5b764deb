#include "fuzz/naive_program.h"

#include <utility>

namespace overtake::fuzz::naive {

namespace {

class Flattener {
 public:
  explicit Flattener(const Sketch& sketch)
      : sketch_(sketch), cells_(sketch.locations.size() + sketch.slots) {
    for (std::size_t t = 0; t < sketch.threads.size(); ++t) {
      code_.emplace_back();
      const std::vector<std::uint8_t> spawned =
          t == 0 ? roots(sketch) : std::vector<std::uint8_t>{};
      for (std::uint8_t child : spawned) add(Do::Spawn, nullptr, child);
      block(sketch.threads[t]);
      if (sketch.join_all)
        for (std::uint8_t child : spawned) add(Do::Join, nullptr, child);
      add(Do::Finish, nullptr);
    }
  }

  Program program() && { return {std::move(code_), cells_}; }

 private:
  std::size_t add(Do what, const Statement* from, std::size_t number = 0) {
    code_.back().push_back({what, from, static_cast<std::uint32_t>(number)});
    return code_.back().size() - 1;
  }
  void to_here(std::size_t jump) {
    code_.back()[jump].number = static_cast<std::uint32_t>(code_.back().size());
  }

  void block(const Block& block) {
    for (const Statement& s : block) statement(s);
  }

  void statement(const Statement& s) {
    const std::size_t slot = sketch_.locations.size() + s.target;
    switch (s.kind) {
      case Kind::Load:
        add(Do::Load, &s);
        break;
      case Kind::Store:
        if (s.order == ir::Order::Release || s.order == ir::Order::SeqCst) add(Do::StoreFence, &s);
        add(Do::Store, &s);
        if (s.order == ir::Order::SeqCst) add(Do::FullFence, &s);
        break;
      case Kind::Add:
        add(Do::Add, &s);
        break;
      case Kind::Exchange:
        add(Do::Exchange, &s);
        break;
      case Kind::Cas:
        add(Do::Cas, &s);
        break;
      case Kind::Await:
        add(Do::Await, &s);
        break;
      case Kind::Fence:
        add(Do::FullFence, &s);
        break;
      case Kind::StoreFence:
        add(Do::StoreFence, &s);
        break;
      case Kind::Lock:
        add(Do::Lock, &s, s.target);
        break;
      case Kind::TryLock:
        add(Do::TryLock, &s, s.target);
        break;
      case Kind::Unlock:
        add(Do::Unlock, &s, s.target);
        break;
      case Kind::Locked:
        add(Do::Lock, &s, s.target);
        held_.push_back(s.target);
        block(s.body);
        held_.pop_back();
        add(Do::Unlock, &s, s.target);
        break;
      case Kind::SemWait:
        add(Do::SemWait, &s, s.target);
        break;
      case Kind::SemTryWait:
        add(Do::SemTryWait, &s, s.target);
        break;
      case Kind::SemPost:
        add(Do::SemPost, &s, s.target);
        break;
      case Kind::CondWait:
        add(Do::Enqueue, &s, s.target);
        add(Do::Unlock, &s, held_.back());
        add(Do::Woken, &s, s.target);
        add(Do::Lock, &s, held_.back());
        break;
      case Kind::CondSignal:
        add(Do::Signal, &s, s.target);
        break;
      case Kind::CondBroadcast:
        add(Do::Broadcast, &s, s.target);
        break;
      case Kind::Barrier:
        add(Do::Arrive, &s, s.target);
        add(Do::Round, &s, s.target);
        break;
      case Kind::If: {
        const std::size_t branch = add(Do::Branch, &s);
        block(s.body);
        const std::size_t jump = add(Do::Jump, &s);
        to_here(branch);
        block(s.otherwise);
        to_here(jump);
        break;
      }
      case Kind::Atomic:
        add(Do::SectionBegin, &s);
        block(s.body);
        add(Do::SectionEnd, &s);
        break;
      case Kind::Assume:
        add(Do::Assume, &s);
        break;
      case Kind::Assert:
        add(Do::Assert, &s);
        break;
      case Kind::Choose:
        add(Do::Choose, &s);
        break;
      case Kind::Exit:
        add(Do::Exit, &s);
        break;
      case Kind::Spawn:
        add(Do::Spawn, &s, s.target);
        break;
      case Kind::Join:
        add(Do::Join, &s, s.target);
        break;
      case Kind::Allocate:  // each is executed at most once: its object is a cell of its own
        add(Do::StorePointer, &s, slot);
        code_.back().back().number |= static_cast<std::uint32_t>(cells_++ << 8);
        break;
      case Kind::HeapLoad:
      case Kind::HeapStore:
      case Kind::HeapFree:
        add(Do::LoadPointer, &s, slot);
        add(s.kind == Kind::HeapLoad    ? Do::HeapLoad
            : s.kind == Kind::HeapStore ? Do::HeapStore
                                        : Do::HeapFree,
            &s);
        break;
    }
  }

  const Sketch& sketch_;
  std::vector<std::vector<Micro>> code_;
  std::vector<std::uint8_t> held_;
  std::size_t cells_;
};

}  // namespace

Program flatten(const Sketch& sketch) { return Flattener(sketch).program(); }

}  // namespace overtake::fuzz::naive
