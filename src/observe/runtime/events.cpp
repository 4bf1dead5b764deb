#include "observe/runtime/events.h"

namespace overtake::observe {
namespace {

constexpr std::uint32_t kSpins = 100;
constexpr std::uint32_t kLooks = 1000;

}  // namespace

void set_active(Thread& t) {
  active = runtime.watching && !runtime.disabled && t.ignored == 0 ? &t : nullptr;
}

Thread* enter_slowly() {
  Thread* t = self;
  if (t == nullptr) t = known_thread();
  if (t == nullptr) return nullptr;
  while (__atomic_load_n(&t->probed, __ATOMIC_ACQUIRE) != 0) raw_syscall(SYS_sched_yield);
  ThreadState state;
  __atomic_load(&t->state, &state, __ATOMIC_ACQUIRE);
  switch (state) {
    case ThreadState::Outside:
      runtime.scheduler.arrive(*t);
      break;
    case ThreadState::Running:
      set_active(*t);
      break;
    default:
      return nullptr;
  }
  return active;
}

void out_of_memory() {
  if (runtime.disabled) return;
  runtime.disabled = true;
  runtime.findings.trouble(kTroubleMemory);
  say(Text() << "no memory to watch the program with: it runs on without");
  active = nullptr;
}

bool spin(Thread& t) {
  const Seq last = runtime.watch.history().last();
  if (t.spin_seq != last) {
    t.spin_seq = last;
    t.spins = 0;
  }
  if (++t.spins < kSpins) return false;
  t.spins = 0;
  runtime.scheduler.yield(t);
  return active == &t;
}

bool look(Thread& t, bool repeated) {
  if (++t.looks < kLooks) return repeated && spin(t);
  t.looks = 0;
  runtime.scheduler.yield(t);
  return active == &t;
}

void visible_step(Thread& t) {
  runtime.scheduler.budget -= runtime.scheduler.shared_cost;
  if (runtime.scheduler.budget < 0) runtime.scheduler.step(t);
}

void access_slowly(Thread& t, Address address, std::uint32_t size, EventKind kind,
                   std::uint8_t flags, std::uint64_t pc) {
  runtime.scheduler.budget -= runtime.scheduler.shared_cost - 1;
  if (runtime.scheduler.budget < 0) runtime.scheduler.step(t);
  if (kind == EventKind::Write) runtime.scheduler.before_store(t);
  const Seq before = runtime.watch.history().last();
  const Access a{.address = address, .pc = pc, .size = size, .kind = kind, .flags = flags};
  note_access(t, a);
  if (runtime.watch.history().last() == before && spin(t)) note_access(t, a);
}

void note_access(Thread& t, Access a) {
  a.context = runtime.contexts.number(frames);
  if (t.relaxed_ok != 0) a.flags |= kRelaxedOk;
  if (OVERTAKE_LIKELY(runtime.watch.touch(*t.actor, a))) return;
  runtime.watch.forget_all();
  if (!runtime.watch.touch(*t.actor, a)) out_of_memory();
}

// In pieces that a cell can be asked about, after an unaligned beginning.
void note_range(Thread& t, Address address, std::uint64_t bytes, bool write, std::uint64_t pc) {
  if (address >> Shadow::kAddressBits != 0) return;
  while (bytes != 0 && active == &t) {
    const std::uint64_t to_boundary = 64 - address % 64;
    std::uint64_t piece = bytes < to_boundary ? bytes : to_boundary;
    if (address % kGranule != 0) {
      const std::uint64_t rest = kGranule - address % kGranule;
      piece = piece < rest ? piece : rest;
    } else if (piece > 16) {
      piece = piece / 4 * 4;
    }
    note_access(t, {.address = address,
                    .pc = pc,
                    .size = static_cast<std::uint32_t>(piece),
                    .kind = write ? EventKind::Write : EventKind::Read});
    address += piece;
    bytes -= piece;
  }
}

void sync_event(Thread& t, const volatile void* object, EventKind kind, std::uint64_t pc) {
  if (active != &t) return;
  t.looks = 0;
  note_access(t, {.address = address_of(object) / kGranule * kGranule,
                  .pc = pc,
                  .size = kGranule,
                  .kind = kind,
                  .flags = kIsAtomic,
                  .drains_location_only = runtime.options.location_only});
}

void before_sync(Thread& t) {
  visible_step(t);
  runtime.scheduler.before_store(t);
  if (active == &t && t.actor->has_pending()) runtime.scheduler.before_drain(t);
}

void acquires(Thread& t, const volatile void* object) {
  if (active == &t && runtime.options.races) runtime.races.acquire(*t.actor, address_of(object));
}

void releases(Thread& t, const volatile void* object) {
  if (active == &t && runtime.options.races)
    runtime.races.release(*t.actor, address_of(object), runtime.watch.history().last());
}

void full_fence(Thread& t, std::uint64_t pc) {
  if (active != &t) return;
  runtime.watch.fence(*t.actor, pc, runtime.contexts.number(frames));
}

}  // namespace overtake::observe
