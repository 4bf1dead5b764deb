// Mutexes, read-write locks, spin locks.
//
// The program's own object holds the state, by libc's functions that never wait; a thread that
// finds it taken is blocked in the scheduler until another thread gives it back. So every type and
// attribute means what libc says. Objects that other processes share are left to libc altogether.
#include <errno.h>
#include <pthread.h>

#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

using namespace overtake::observe;

namespace overtake::observe {
namespace {

bool taken(int result) { return result == 0 || result == EOWNERDEAD; }

// libc's function, with what it means to the monitors if the thread is watched.
template <class Lock>
int try_to_lock(Lock* lock, int (*libc)(Lock*), std::uint64_t pc) {
  Thread* t = cooperate();
  if (t == nullptr) return libc(lock);
  before_sync(*t);
  const int result = libc(lock);
  sync_event(*t, lock, taken(result) ? EventKind::Rmw : EventKind::AtomicRead, pc);
  if (taken(result)) acquires(*t, lock);
  return result;
}

template <class Lock>
int unlock(Lock* lock, int (*libc)(Lock*), BlockedOn waiting, std::uint64_t pc) {
  Thread* t = cooperate();
  if (t == nullptr) return libc(lock);
  before_sync(*t);
  sync_event(*t, lock, EventKind::Rmw, pc);
  releases(*t, lock);
  const int result = libc(lock);
  runtime.scheduler.wake_all(waiting, address_of(lock));
  return result;
}

}  // namespace
}  // namespace overtake::observe

// --- mutexes -------------------------------------------------------------------------------------

OVERTAKE_INTERPOSE(int, pthread_mutex_trylock, (pthread_mutex_t * m)) {
  return try_to_lock(m, OVERTAKE_NEXT(pthread_mutex_trylock), OVERTAKE_PC());
}

namespace overtake::observe {
namespace {

bool shared_by_processes(const pthread_mutex_t& m) { return (m.__data.__kind & 0x80) != 0; }

bool held_by_caller(const pthread_mutex_t& m) {
  return m.__data.__owner == static_cast<int>(sys_gettid());
}

// A thread that would wait for itself is told so, by mutexes that check for it.
bool refuses(const pthread_mutex_t& m) {
  return (m.__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK && held_by_caller(m);
}

int lock_mutex(Thread& t, pthread_mutex_t* m, std::int64_t timeout_ns, std::uint64_t pc) {
  const auto next = reinterpret_cast<int (*)(pthread_mutex_t*)>(
      next_function(next_pthread_mutex_trylock, "pthread_mutex_trylock"));
  const int result = wait_until_done(t, BlockedOn::Mutex, m, EBUSY, timeout_ns, pc, [&]() -> int {
    const int tried = next(m);
    return tried == EBUSY && refuses(*m) ? EDEADLK : tried;
  });
  if (taken(result)) {
    sync_event(t, m, EventKind::Rmw, pc);
    acquires(t, m);
  }
  return result;
}

}  // namespace

int relock_mutex(Thread& t, void* mutex, std::uint64_t pc) {
  return lock_mutex(t, static_cast<pthread_mutex_t*>(mutex), kForever, pc);
}

std::uint32_t owner_of_object(const Thread& t) {
  int owner = 0;
  if (t.blocked_on == BlockedOn::Mutex)
    owner = reinterpret_cast<const pthread_mutex_t*>(t.object)->__data.__owner;
  if (t.blocked_on == BlockedOn::RwLock)
    owner = reinterpret_cast<const pthread_rwlock_t*>(t.object)->__data.__cur_writer;
  if (t.blocked_on == BlockedOn::Join) return reinterpret_cast<const Thread*>(t.object)->number;
  for (const Thread* x = runtime.scheduler.first(); owner != 0 && x != nullptr; x = x->next)
    if (x->tid == static_cast<std::uint32_t>(owner)) return x->number;
  return 0;
}

}  // namespace overtake::observe

OVERTAKE_INTERPOSE(int, pthread_mutex_lock, (pthread_mutex_t * m)) {
  Thread* t = cooperate();
  if (t == nullptr) return OVERTAKE_NEXT(pthread_mutex_lock)(m);
  before_sync(*t);
  if (shared_by_processes(*m)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_mutex_lock)(m);
  }
  return lock_mutex(*t, m, kForever, OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_mutex_timedlock, (pthread_mutex_t * m, const timespec* time)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*m) || !is_valid(*time)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_mutex_timedlock)(m, time);
  }
  before_sync(*t);
  return lock_mutex(*t, m, until(*time, CLOCK_REALTIME), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_mutex_clocklock,
                   (pthread_mutex_t * m, clockid_t clock, const timespec* time)) {
  Thread* t = cooperate();
  if (t == nullptr || shared_by_processes(*m) || !is_valid(*time)) {
    const Outside outside(t);
    return OVERTAKE_NEXT(pthread_mutex_clocklock)(m, clock, time);
  }
  before_sync(*t);
  return lock_mutex(*t, m, until(*time, clock), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_mutex_unlock, (pthread_mutex_t * m)) {
  return unlock(m, OVERTAKE_NEXT(pthread_mutex_unlock), BlockedOn::Mutex, OVERTAKE_PC());
}

// --- read-write locks ----------------------------------------------------------------------------

OVERTAKE_INTERPOSE(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * l)) {
  return try_to_lock(l, OVERTAKE_NEXT(pthread_rwlock_tryrdlock), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * l)) {
  return try_to_lock(l, OVERTAKE_NEXT(pthread_rwlock_trywrlock), OVERTAKE_PC());
}

namespace overtake::observe {
namespace {

using RwTry = int (*)(pthread_rwlock_t*);

bool shared_by_processes(const pthread_rwlock_t& l) { return l.__data.__shared != 0; }

int lock_rwlock(Thread& t, pthread_rwlock_t* l, RwTry attempt, std::int64_t timeout_ns,
                std::uint64_t pc) {
  const int result = wait_until_done(t, BlockedOn::RwLock, l, EBUSY, timeout_ns, pc, [&]() -> int {
    const int tried = attempt(l);
    const bool own = l->__data.__cur_writer == static_cast<int>(sys_gettid());
    return tried == EBUSY && own ? EDEADLK : tried;
  });
  if (result == 0) {
    sync_event(t, l, EventKind::Rmw, pc);
    acquires(t, l);
  }
  return result;
}

RwTry try_read() {
  return reinterpret_cast<RwTry>(
      next_function(next_pthread_rwlock_tryrdlock, "pthread_rwlock_tryrdlock"));
}
RwTry try_write() {
  return reinterpret_cast<RwTry>(
      next_function(next_pthread_rwlock_trywrlock, "pthread_rwlock_trywrlock"));
}

}  // namespace
}  // namespace overtake::observe

#define OVERTAKE_RWLOCK(name, attempt)                                                 \
  OVERTAKE_INTERPOSE(int, pthread_rwlock_##name##lock, (pthread_rwlock_t * l)) {       \
    Thread* t = cooperate();                                                           \
    if (t == nullptr) return OVERTAKE_NEXT(pthread_rwlock_##name##lock)(l);            \
    before_sync(*t);                                                                   \
    if (shared_by_processes(*l)) {                                                     \
      const Outside outside(t);                                                        \
      return OVERTAKE_NEXT(pthread_rwlock_##name##lock)(l);                            \
    }                                                                                  \
    return lock_rwlock(*t, l, attempt(), kForever, OVERTAKE_PC());                     \
  }                                                                                    \
  OVERTAKE_INTERPOSE(int, pthread_rwlock_timed##name##lock,                            \
                     (pthread_rwlock_t * l, const timespec* time)) {                   \
    Thread* t = cooperate();                                                           \
    if (t == nullptr || shared_by_processes(*l) || !is_valid(*time)) {                 \
      const Outside outside(t);                                                        \
      return OVERTAKE_NEXT(pthread_rwlock_timed##name##lock)(l, time);                 \
    }                                                                                  \
    before_sync(*t);                                                                   \
    return lock_rwlock(*t, l, attempt(), until(*time, CLOCK_REALTIME), OVERTAKE_PC()); \
  }                                                                                    \
  OVERTAKE_INTERPOSE(int, pthread_rwlock_clock##name##lock,                            \
                     (pthread_rwlock_t * l, clockid_t clock, const timespec* time)) {  \
    Thread* t = cooperate();                                                           \
    if (t == nullptr || shared_by_processes(*l) || !is_valid(*time)) {                 \
      const Outside outside(t);                                                        \
      return OVERTAKE_NEXT(pthread_rwlock_clock##name##lock)(l, clock, time);          \
    }                                                                                  \
    before_sync(*t);                                                                   \
    return lock_rwlock(*t, l, attempt(), until(*time, clock), OVERTAKE_PC());          \
  }

OVERTAKE_RWLOCK(rd, try_read)
OVERTAKE_RWLOCK(wr, try_write)

OVERTAKE_INTERPOSE(int, pthread_rwlock_unlock, (pthread_rwlock_t * l)) {
  return unlock(l, OVERTAKE_NEXT(pthread_rwlock_unlock), BlockedOn::RwLock, OVERTAKE_PC());
}

// --- spin locks ----------------------------------------------------------------------------------

OVERTAKE_INTERPOSE(int, pthread_spin_trylock, (pthread_spinlock_t * l)) {
  return try_to_lock(l, OVERTAKE_NEXT(pthread_spin_trylock), OVERTAKE_PC());
}

OVERTAKE_INTERPOSE(int, pthread_spin_lock, (pthread_spinlock_t * l)) {
  Thread* t = cooperate();
  if (t == nullptr) return OVERTAKE_NEXT(pthread_spin_lock)(l);
  before_sync(*t);
  const auto attempt = reinterpret_cast<int (*)(pthread_spinlock_t*)>(
      next_function(next_pthread_spin_trylock, "pthread_spin_trylock"));
  const int result = wait_until_done(*t, BlockedOn::SpinLock, l, EBUSY, kForever, OVERTAKE_PC(),
                                     [&] { return attempt(l); });
  sync_event(*t, l, EventKind::Wait, OVERTAKE_PC());
  acquires(*t, l);
  return result;
}

// A release store, as on x86.
OVERTAKE_INTERPOSE(int, pthread_spin_unlock, (pthread_spinlock_t * l)) {
  Thread* t = cooperate();
  if (t == nullptr) return OVERTAKE_NEXT(pthread_spin_unlock)(l);
  visible_step(*t);
  sync_event(*t, l, EventKind::ReleaseWrite, OVERTAKE_PC());
  releases(*t, l);
  const int result = OVERTAKE_NEXT(pthread_spin_unlock)(l);
  runtime.scheduler.wake_all(BlockedOn::SpinLock, address_of(l));
  return result;
}
