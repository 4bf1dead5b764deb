// The steps of the naive machine, and how a program is flattened to them.
#pragma once

#include <cstdint>
#include <vector>

#include "timed_program.h"

namespace overtake::timed {

enum class Do : std::uint8_t {
  // Visible steps:
  Load,
  Store,
  Add,
  Fence,
  Lock,
  TryLock,
  Unlock,
  SemPost,
  SemWait,
  TrySem,
  Enqueue,
  Woken,
  Cancel,
  Signal,
  Broadcast,
  Arrive,
  Leave,
  Spawn,
  Join,
  Finish,
  // Work of the thread's own, done at once:
  Sleep,
  SleepUntil,
  Clock,
  SkipUnlessLess,
  SkipIfZero,
  SkipIfOne,
  Jump,
  Increment,
  LastClock,
};

struct Step {
  Do what;
  std::uint8_t target = 0;
  std::uint8_t dst = 0;
  std::uint8_t value = 0;
  std::uint16_t to = 0;
};

constexpr std::uint8_t kScratch = kRegisters;  // a register of ours

struct Flattener {
  std::vector<Step> code;

  std::size_t add(Step s) {
    code.push_back(s);
    return code.size() - 1;
  }
  void here(std::size_t at) { code[at].to = static_cast<std::uint16_t>(code.size()); }

  void block(const std::vector<Statement>& statements, std::uint8_t held) {
    for (const Statement& s : statements) statement(s, held);
  }

  void statement(const Statement& s, std::uint8_t held) {
    const auto simple = [&](Do what) { add({what, s.target, s.dst, s.value}); };
    switch (s.kind) {
      case Kind::Load:
        return simple(Do::Load);
      case Kind::Store:
        return simple(Do::Store);
      case Kind::Add:
        return simple(Do::Add);
      case Kind::Fence:
        return simple(Do::Fence);
      case Kind::Sleep:
        return simple(Do::Sleep);
      case Kind::SleepUntil:
        return simple(Do::SleepUntil);
      case Kind::Clock:
        return simple(Do::Clock);
      case Kind::SemPost:
        return simple(Do::SemPost);
      case Kind::SemWait:
        return simple(Do::SemWait);
      case Kind::Signal:
        return simple(Do::Signal);
      case Kind::Broadcast:
        return simple(Do::Broadcast);
      case Kind::Less: {
        const std::size_t skip = add({Do::SkipUnlessLess, 0, s.dst, s.value});
        block(s.body, held);
        return here(skip);
      }
      case Kind::Locked:
        simple(Do::Lock);
        block(s.body, s.target);
        return simple(Do::Unlock);
      case Kind::TimedLocked: {
        add({Do::TryLock, s.target, kScratch});
        const std::size_t failed = add({Do::SkipIfZero, 0, kScratch});
        block(s.body, s.target);
        simple(Do::Unlock);
        const std::size_t done = add({Do::Jump});
        here(failed);
        simple(Do::SleepUntil);
        simple(Do::Increment);
        return here(done);
      }
      case Kind::TimedSemWait: {
        simple(Do::TrySem);
        const std::size_t done = add({Do::SkipIfOne, 0, s.dst});
        simple(Do::SleepUntil);
        return here(done);
      }
      case Kind::CondWait:
        simple(Do::Enqueue);
        add({Do::Unlock, held});
        simple(Do::Woken);
        add({Do::Lock, held});
        return;
      case Kind::TimedWait: {
        simple(Do::Enqueue);
        add({Do::Unlock, held});
        simple(Do::Cancel);
        const std::size_t woken = add({Do::SkipIfZero, 0, s.dst});
        simple(Do::SleepUntil);
        here(woken);
        add({Do::Lock, held});
        return;
      }
      case Kind::Barrier:
        simple(Do::Arrive);
        simple(Do::Leave);
        return;
    }
  }
};

}  // namespace overtake::timed
