#include "observe/runtime/threads.h"

#include "observe/runtime/cancellation.h"
#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

namespace overtake::observe {
namespace {

constexpr std::uint32_t kNotes = 8192;
constexpr int kDestructorRounds = 4;  // PTHREAD_DESTRUCTOR_ITERATIONS

struct SlotNote {
  std::uint32_t number;    // of its thread ...
  std::uint32_t previous;  // ... and of the one before it
  Seq begin;
};

struct Threads {
  PageArray<Thread> by_slot;
  PageArray<ThreadNote> notes;  // by number, the newest ones
  PageArray<SlotNote> slots;
  PageArray<Slot> released;  // a queue
  std::uint32_t released_first = 0, released_last = 0;
  Slot never_used = 0;
  std::uint32_t count = 0;  // that ever were
  Lock lock;
  pthread_key_t key = 0;
};
constinit Threads threads;

Slot take_slot() {
  if (threads.never_used < kMaxSlots - 1) return threads.never_used++;
  if (threads.released_first == threads.released_last) return kMaxSlots;
  return threads.released[threads.released_first++ % kMaxSlots];
}

void note(Thread& t) {
  ThreadNote& n = threads.notes[t.number % kNotes];
  n.number = t.number;
  n.parent = t.parent;
  n.index = t.index;
  n.context = t.created_context;
  n.pc = t.created_pc;
  for (unsigned i = 0; i < sizeof(n.name); ++i) n.name[i] = t.name[i];
  SlotNote& s = threads.slots[t.slot];
  s.previous = s.number;
  s.number = t.number;
  s.begin = runtime.watch.history().last();
}

// Called when the thread's own data are destroyed, round after round: its very end is the last one.
void on_thread_data(void* value) {
  auto* t = static_cast<Thread*>(value);
  if (++t->ended_rounds < kDestructorRounds) {
    pthread_setspecific(threads.key, t);
    return;
  }
  thread_ends(*t);
}

void enter_thread(Thread& t) {
  self = &t;
  t.tid = sys_gettid();
  t.frames_of = &frames;
  t.active_of = &active;
  t.handle = pthread_self();
  thread_signals(t);
}

// Stacks are used again by later threads.
void forget_stack() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t size = 0;
  if (active == nullptr || pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &begin, &size) == 0)
    runtime.watch.forget(address_of(begin), size);
  pthread_attr_destroy(&attributes);
}

void* thread_main(void* argument) {
  auto* t = static_cast<Thread*>(argument);
  frames = t->first_frame;
  enter_thread(*t);
  pthread_setspecific(threads.key, t);
  __atomic_store_n(&t->there, 1, __ATOMIC_RELEASE);
  sys_futex_wake(&t->there);
  runtime.scheduler.first_turn(*t);
  forget_stack();
  return t->start(t->argument);
}

}  // namespace

void start_threads() {
  const bool ok = threads.by_slot.reserve(kMaxSlots) && threads.notes.reserve(kNotes) &&
                  threads.slots.reserve(kMaxSlots) && threads.released.reserve(kMaxSlots);
  if (!ok) die("no memory for the runtime");
  pthread_key_create(&threads.key, on_thread_data);
  Thread* t = make_thread(nullptr, 0);
  if (!runtime.disabled) runtime.watch.begin(t->slot, nullptr);
  free_frames(t->first_frame);
  t->first_frame = frames;
  enter_thread(*t);
  runtime.scheduler.add(*t);
  runtime.scheduler.forked(*t);
}

Thread* make_thread(Thread* parent, std::uint64_t pc) {
  threads.lock.lock();
  const Slot slot = take_slot();
  const std::uint32_t number = slot < kMaxSlots ? ++threads.count : 0;
  threads.lock.unlock();
  Frame* first = slot < kMaxSlots ? new_frames() : nullptr;
  if (first == nullptr) {
    runtime.findings.trouble(kTroubleThreads);
    return nullptr;
  }
  Thread& t = threads.by_slot[slot];
  t = Thread{};
  t.slot = slot;
  t.number = number;
  t.first_frame = first;
  t.actor = &runtime.watch.actor(slot);
  if (parent != nullptr) {
    t.parent = parent->number;
    t.index = ++parent->children;
    t.created_pc = pc;
    t.created_context = runtime.contexts.number(frames);
  }
  ++runtime.findings.header().threads;
  note(t);
  return &t;
}

void release_thread(Thread& t) {
  runtime.scheduler.remove(t);
  if (t.first_frame != nullptr) free_frames(t.first_frame);
  t.first_frame = nullptr;
  threads.lock.lock();
  threads.released[threads.released_last++ % kMaxSlots] = t.slot;
  threads.lock.unlock();
}

Thread* known_thread() {
  if (self != nullptr) return self;
  if (!runtime.started) return nullptr;
  // A thread that was made in a way that the runtime does not see.
  Thread* t = make_thread(nullptr, 0);
  if (t == nullptr) return nullptr;
  t->foreign = true;
  t->detached = true;
  frames = t->first_frame;
  enter_thread(*t);
  pthread_setspecific(threads.key, t);
  t->state = ThreadState::Ready;
  runtime.scheduler.add(*t);
  runtime.watching = true;
  runtime.scheduler.arrive(*t);
  if (!runtime.disabled && !runtime.watch.begin(t->slot, nullptr)) out_of_memory();
  return t;
}

Thread& thread_of(Slot slot) { return threads.by_slot[slot]; }

std::uint32_t thread_number(Slot slot, Seq seq) {
  const SlotNote& s = threads.slots[slot];
  return seq >= s.begin ? s.number : s.previous;
}

const ThreadNote* thread_note(std::uint32_t number) {
  const ThreadNote& n = threads.notes[number % kNotes];
  return n.number == number ? &n : nullptr;
}

Thread* find_thread(pthread_t handle) {
  for (Thread* t = runtime.scheduler.first(); t != nullptr; t = t->next)
    if (t->handle == handle && !t->foreign) return t;
  return nullptr;
}

void thread_ends(Thread& t) {
  if (t.state == ThreadState::Outside) runtime.scheduler.arrive(t);
  if (active == &t) {
    if (t.actor->has_pending()) runtime.scheduler.before_end(t);
    runtime.watch.end(*t.actor, 0, runtime.contexts.number(frames));
    t.end_seq = runtime.watch.history().last();
  }
  active = nullptr;
  frames = nullptr;
  runtime.scheduler.wake_all(BlockedOn::Join, address_of(&t));
  const bool detached = t.detached;
  if (detached && t.first_frame != nullptr) {
    free_frames(t.first_frame);
    t.first_frame = nullptr;
  }
  if (runtime.scheduler.alive() <= 2) runtime.watching = false;
  self = nullptr;
  runtime.scheduler.end(t);
  if (detached) release_thread(t);
}

void threads_forked(Thread& t) {
  t.tid = sys_gettid();
  threads.lock.reset();
}

}  // namespace overtake::observe

using namespace overtake::observe;

namespace {

// Starts the thread; the caller has the turn.
int start_thread(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                 void* argument, std::uint64_t pc,
                 int (*next)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)) {
  Thread* parent = known_thread();
  Thread* child = parent != nullptr ? make_thread(parent, pc) : nullptr;
  if (child == nullptr) return next(handle, attributes, start, argument);
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  child->detached = detached == PTHREAD_CREATE_DETACHED;
  child->start = start;
  child->argument = argument;
  if (!runtime.watching) {
    kick_watchdog();
    pthread_setspecific(threads.key, parent);
    runtime.watching = true;
    set_active(*parent);
  }
  if (active != nullptr) full_fence(*parent, pc);
  if (!runtime.disabled && !runtime.watch.begin(child->slot, parent->actor)) out_of_memory();
  runtime.scheduler.add(*child);
  const Inside inside(parent);
  const int result = next(handle, attributes, thread_main, child);
  if (result != 0) {
    child->state = ThreadState::Ended;
    runtime.scheduler.gone();
    release_thread(*child);
    if (runtime.scheduler.alive() < 2) runtime.watching = false;
    set_active(*parent);
    return result;
  }
  // What libc does for it is done before anything else happens, so that it is the same every time.
  while (__atomic_load_n(&child->there, __ATOMIC_ACQUIRE) == 0) sys_futex_wait(&child->there, 0);
  return 0;
}

// Waits for the end of a thread; false: the time has passed.
bool await_end(Thread& p, Thread& t, std::int64_t timeout_ns, std::uint64_t pc) {
  if (active != nullptr) {
    runtime.scheduler.before_drain(p);
    full_fence(p, pc);
  }
  while (t.state != ThreadState::Ended)
    if (!runtime.scheduler.block(p, BlockedOn::Join, address_of(&t), timeout_ns, pc)) {
      if (p.timed_out) return false;
      take_signals(p);
      cancellation_point(p);
    }
  if (t.end_seq == 0) return true;
  if (active != nullptr)
    runtime.watch.order(*p.actor, t.slot, t.end_seq, pc, runtime.contexts.number(frames));
  // Also if no other thread is left, so that nothing is watched: more may be started.
  if (runtime.options.races && !runtime.disabled)
    runtime.races.after_end_of(*p.actor, t.slot, t.end_seq);
  return true;
}

}  // namespace

OVERTAKE_INTERPOSE(int, pthread_create,
                   (pthread_t * handle, const pthread_attr_t* attributes, void* (*start)(void*),
                    void* argument)) {
  start_runtime();
  const int result = start_thread(handle, attributes, start, argument, OVERTAKE_PC(),
                                  OVERTAKE_NEXT(pthread_create));
  if (result == 0 && self != nullptr && runtime.watching) runtime.scheduler.created(*self);
  return result;
}

OVERTAKE_INTERPOSE(int, pthread_join, (pthread_t handle, void** value)) {
  Thread* p = known_thread();
  Thread* t = p != nullptr ? find_thread(handle) : nullptr;
  if (t == nullptr || t == p) {
    const Outside outside(runtime.scheduling ? p : nullptr);
    return OVERTAKE_NEXT(pthread_join)(handle, value);
  }
  await_end(*p, *t, -1, OVERTAKE_PC());
  const Inside inside(p);
  const int result = OVERTAKE_NEXT(pthread_join)(handle, value);
  if (result == 0) release_thread(*t);
  return result;
}

OVERTAKE_INTERPOSE(int, pthread_detach, (pthread_t handle)) {
  Thread* p = known_thread();
  Thread* t = p != nullptr ? find_thread(handle) : nullptr;
  if (t != nullptr) {
    t->detached = true;
    if (t->state == ThreadState::Ended) release_thread(*t);
  }
  return OVERTAKE_NEXT(pthread_detach)(handle);
}

OVERTAKE_INTERPOSE(int, pthread_tryjoin_np, (pthread_t handle, void** value)) {
  Thread* p = known_thread();
  Thread* t = p != nullptr ? find_thread(handle) : nullptr;
  if (t == nullptr) return OVERTAKE_NEXT(pthread_tryjoin_np)(handle, value);
  if (active != nullptr) visible_step(*p);
  if (t->state != ThreadState::Ended) return EBUSY;
  return pthread_join(handle, value);
}

namespace {

int join_until(pthread_t handle, void** value, std::int64_t timeout_ns, std::uint64_t pc) {
  Thread* p = known_thread();
  Thread* t = p != nullptr ? find_thread(handle) : nullptr;
  if (t == nullptr) return ESRCH;
  return await_end(*p, *t, timeout_ns, pc) ? pthread_join(handle, value) : ETIMEDOUT;
}

}  // namespace

OVERTAKE_INTERPOSE(int, pthread_timedjoin_np,
                   (pthread_t handle, void** value, const timespec* time)) {
  return join_until(handle, value, until(*time, CLOCK_REALTIME), OVERTAKE_PC());
}
OVERTAKE_INTERPOSE(int, pthread_clockjoin_np,
                   (pthread_t handle, void** value, clockid_t clock, const timespec* time)) {
  return join_until(handle, value, until(*time, clock), OVERTAKE_PC());
}
OVERTAKE_INTERPOSE(int, pthread_setname_np, (pthread_t handle, const char* name)) {
  if (runtime.started && name != nullptr)
    if (Thread* t = find_thread(handle)) {
      for (unsigned i = 0; i + 1 < sizeof(t->name) && (i == 0 || name[i - 1] != 0); ++i)
        t->name[i] = name[i];
      ThreadNote& n = threads.notes[t->number % kNotes];
      copy_bytes(n.name, t->name, sizeof(n.name));
    }
  return OVERTAKE_NEXT(pthread_setname_np)(handle, name);
}
