// pthread_once and the guards of local static objects.
//
// The control word has libc's values: 0, 2 when it has been done; 1 while a thread does it.
#include "observe/runtime/once.h"

#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

using namespace overtake::observe;

namespace {

constexpr int kDone = 2;
constexpr int kRunning = 1;

}  // namespace

extern "C" void overtake_once_end(pthread_once_t* control, int done) {
  Thread* t = cooperate();
  if (t != nullptr) {
    sync_event(*t, control, EventKind::Rmw, OVERTAKE_PC());
    releases(*t, control);
  }
  __atomic_store_n(control, done != 0 ? kDone : 0, __ATOMIC_RELEASE);
  if (t != nullptr) runtime.scheduler.wake_all(BlockedOn::Once, address_of(control));
}

OVERTAKE_INTERPOSE(int, pthread_once, (pthread_once_t * control, void (*routine)())) {
  Thread* t = cooperate();
  if (t == nullptr) return OVERTAKE_NEXT(pthread_once)(control, routine);
  before_sync(*t);
  wait_until_done(*t, BlockedOn::Once, control, EBUSY, kForever, OVERTAKE_PC(),
                  [&] { return *control == kDone || *control == 0 ? 0 : EBUSY; });
  sync_event(*t, control, EventKind::Rmw, OVERTAKE_PC());
  acquires(*t, control);
  if (*control == kDone) return 0;
  *control = kRunning;
  overtake_once_run(control, routine);
  return 0;
}

// --- local static objects ------------------------------------------------------------------------

namespace {

// The Itanium ABI's guard: the first byte says that the object is there; libstdc++ uses the second
// one while it is being made.
struct Guard {
  unsigned char done;
  unsigned char running;
};

Guard& guard_of(void* g) { return *static_cast<Guard*>(g); }

}  // namespace

extern "C" __attribute__((visibility("default"), weak)) int __cxa_guard_acquire(void* g) {
  Guard& guard = guard_of(g);
  Thread* t = cooperate();
  if (t != nullptr) {
    before_sync(*t);
    wait_until_done(*t, BlockedOn::Guard, g, EBUSY, kForever, OVERTAKE_PC(),
                    [&] { return guard.running != 0 ? EBUSY : 0; });
    sync_event(*t, g, EventKind::Rmw, OVERTAKE_PC());
    acquires(*t, g);
  }
  if (guard.done != 0) return 0;
  guard.running = 1;
  return 1;
}

extern "C" __attribute__((visibility("default"), weak)) void __cxa_guard_release(void* g) {
  if (Thread* t = cooperate()) {
    before_sync(*t);
    sync_event(*t, g, EventKind::Rmw, OVERTAKE_PC());
    releases(*t, g);
  }
  guard_of(g).running = 0;
  __atomic_store_n(&guard_of(g).done, 1, __ATOMIC_RELEASE);
  if (runtime.scheduling) runtime.scheduler.wake_all(BlockedOn::Guard, address_of(g));
}

extern "C" __attribute__((visibility("default"), weak)) void __cxa_guard_abort(void* g) {
  if (Thread* t = cooperate()) {
    before_sync(*t);
    sync_event(*t, g, EventKind::Rmw, OVERTAKE_PC());
    releases(*t, g);
  }
  guard_of(g).running = 0;
  if (runtime.scheduling) runtime.scheduler.wake_all(BlockedOn::Guard, address_of(g));
}
