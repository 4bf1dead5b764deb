#include "fuzz/naive_program.h"

#include <utility>

namespace overtake::fuzz::naive {

namespace {

class Flattener {
 public:
  explicit Flattener(const Sketch& sketch) : sketch_(sketch) {
    program_.threads = sketch.threads.size();
    program_.cells = sketch.locations.size() + sketch.slots;
  }

  Program run() && {
    for (std::size_t t = 0; t < sketch_.threads.size(); ++t) thread(t);
    for (std::size_t f = 0; f < sketch_.functions.size(); ++f) function(f);
    for (Routine& r : program_.routines) find_live(r);
    return std::move(program_);
  }

 private:
  // The loop that we are in: where Continue and Break go, once that is known.
  struct Loop {
    std::vector<std::size_t> continues;
    std::vector<std::size_t> breaks;
  };

  void begin(const Block& body, std::uint32_t registers) {
    program_.routines.push_back({.code = {},
                                 .registers = registers,
                                 .results = 0,
                                 .variables = variable_count(body),
                                 .loops = 0,
                                 .live = {}});
  }

  void thread(std::size_t t) {
    begin(sketch_.threads[t], register_count(sketch_.threads[t]));
    program_.routines.back().results = result_registers(sketch_.threads[t]);
    const std::vector<std::uint8_t> spawned = t == 0 ? roots(sketch_) : std::vector<std::uint8_t>{};
    for (std::uint8_t child : spawned) add(Do::Spawn, nullptr, child);
    block(sketch_.threads[t]);
    if (sketch_.join_all)
      for (std::uint8_t child : spawned) add(Do::Join, nullptr, child);
    add(Do::Finish, nullptr);
  }

  void function(std::size_t f) {
    begin(sketch_.functions[f].body, register_count(sketch_.functions[f]));
    block(sketch_.functions[f].body);
    add(Do::Return, nullptr);
  }

  std::vector<Micro>& code() { return program_.routines.back().code; }

  std::size_t add(Do what, const Statement* from, std::size_t number = 0) {
    code().push_back({what, from, static_cast<std::uint32_t>(number)});
    return code().size() - 1;
  }
  void to_here(std::size_t jump) {
    code()[jump].number = static_cast<std::uint32_t>(code().size());
  }
  void to_here(const std::vector<std::size_t>& jumps) {
    for (const std::size_t j : jumps) to_here(j);
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
      case Kind::Or:
        add(Do::Or, &s);
        break;
      case Kind::And:
        add(Do::And, &s);
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
        code().back().number |= static_cast<std::uint32_t>(program_.cells++ << 8);
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
      case Kind::Set:
        add(Do::Set, &s);
        break;
      case Kind::Mask:
        add(Do::Mask, &s);
        break;
      case Kind::For:
      case Kind::While:
      case Kind::DoWhile:
      case Kind::Loop:
        loop(s);
        break;
      case Kind::Break:
        loops_.back().breaks.push_back(add(Do::Jump, &s));
        break;
      case Kind::Continue:
        loops_.back().continues.push_back(add(Do::Jump, &s));
        break;
      case Kind::Call:
        call(s);
        break;
      case Kind::Return:
        add(Do::Return, &s);
        break;
    }
  }

  void loop(const Statement& s) {
    const std::uint32_t number = program_.routines.back().loops++;
    loops_.emplace_back();
    if (s.kind == Kind::For) add(Do::Zero, &s);
    add(Do::Enter, &s, number);
    const std::size_t head = add(Do::Head, &s);
    if (s.kind == Kind::For) loops_.back().breaks.push_back(add(Do::Reached, &s));
    if (s.kind == Kind::While) loops_.back().breaks.push_back(add(Do::Branch, &s));
    add(Do::Count, &s, number);
    block(s.body);
    to_here(loops_.back().continues);
    if (s.kind == Kind::For) add(Do::Next, &s);
    if (s.kind == Kind::DoWhile) loops_.back().breaks.push_back(add(Do::Branch, &s));
    add(Do::Jump, &s, head);
    to_here(loops_.back().breaks);
    loops_.pop_back();
  }

  void call(const Statement& s) {
    const std::size_t routine = program_.threads + s.target;
    if (routine + 1 != program_.routines.size()) {
      add(Do::Call, &s, routine);
      return;
    }
    const std::size_t guard = add(Do::Guard, &s);
    add(Do::CallSelf, &s, routine);
    to_here(guard);
  }

  // --- which registers matter -------------------------------------------------------------------

  static std::uint8_t bit(const Value& v) {
    return v.computed() ? static_cast<std::uint8_t>(1u << v.reg) : std::uint8_t{0};
  }

  static std::uint8_t reads(const Routine& r, const Micro& m) {
    if (m.what == Do::Finish) return static_cast<std::uint8_t>((1u << r.results) - 1);
    if (m.from == nullptr) return 0;
    const Statement& s = *m.from;
    switch (m.what) {
      case Do::Branch:
      case Do::Assume:
      case Do::Assert:
        return static_cast<std::uint8_t>(1u << s.condition.reg) | bit(s.condition.right());
      case Do::Store:
      case Do::Add:
      case Do::Exchange:
      case Do::Or:
      case Do::And:
      case Do::Await:
      case Do::HeapStore:
      case Do::Set:
      case Do::Mask:
      case Do::Return:
        return bit(s.value);
      case Do::Cas:
        return bit(s.value) | bit(s.expected);
      case Do::Reached:
      case Do::Next:
        return static_cast<std::uint8_t>(1u << s.dst);
      case Do::Guard:
        return 1;
      case Do::Call:
      case Do::CallSelf: {
        std::uint8_t all = m.what == Do::CallSelf ? 1 : 0;
        for (std::size_t i = m.what == Do::CallSelf ? 1 : 0; i < s.arguments.size(); ++i)
          all |= bit(s.arguments[i]);
        return all;
      }
      default:
        return 0;
    }
  }

  static std::uint8_t writes(const Micro& m) {
    if (m.from == nullptr) return 0;
    switch (m.what) {
      case Do::Load:
      case Do::Add:
      case Do::Exchange:
      case Do::Or:
      case Do::And:
      case Do::Cas:
      case Do::Await:
      case Do::TryLock:
      case Do::SemTryWait:
      case Do::Choose:
      case Do::Join:
      case Do::HeapLoad:
      case Do::Set:
      case Do::Mask:
      case Do::Zero:
      case Do::Call:
      case Do::CallSelf:
        return static_cast<std::uint8_t>(1u << m.from->dst);
      default:
        return 0;
    }
  }

  static void find_live(Routine& r) {
    r.live.assign(r.code.size() + 1, 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t pc = r.code.size(); pc-- > 0;) {
        const Micro& m = r.code[pc];
        std::uint8_t after = 0;
        const bool ends = m.what == Do::Finish || m.what == Do::Return || m.what == Do::Exit;
        if (!ends && m.what != Do::Jump) after |= r.live[pc + 1];
        if (m.what == Do::Jump || m.what == Do::Branch || m.what == Do::Reached ||
            m.what == Do::Guard)
          after |= r.live[m.number];
        // What is only computed for a register that is not needed, is not needed either.
        const bool computes = m.what == Do::Set || m.what == Do::Mask;
        const bool needed = !computes || (after & writes(m)) != 0;
        const auto before =
            static_cast<std::uint8_t>((after & ~writes(m)) | (needed ? reads(r, m) : 0));
        changed = changed || before != r.live[pc];
        r.live[pc] = before;
      }
    }
  }

  const Sketch& sketch_;
  Program program_;
  std::vector<Loop> loops_;
  std::vector<std::uint8_t> held_;
};

}  // namespace

Program flatten(const Sketch& sketch) { return Flattener(sketch).run(); }

}  // namespace overtake::fuzz::naive
