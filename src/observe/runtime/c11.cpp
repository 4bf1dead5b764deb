// threads.h: libc's functions call its own pthread functions directly, so these are needed as well.
#include <errno.h>
#include <threads.h>
#include <time.h>

#include "observe/runtime/interpose.h"

extern "C" {
int pthread_mutex_clocklock(pthread_mutex_t*, clockid_t, const timespec*) noexcept;
}

using namespace overtake::observe;

namespace {

int c11_result(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case ETIMEDOUT:
      return thrd_timedout;
    case EBUSY:
      return thrd_busy;
    case ENOMEM:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

struct C11Start {
  thrd_start_t function;
  void* argument;
};

pthread_mutex_t* mutex_of(mtx_t* m) { return reinterpret_cast<pthread_mutex_t*>(m); }
pthread_cond_t* condition_of(cnd_t* c) { return reinterpret_cast<pthread_cond_t*>(c); }

void* c11_main(void* argument) {
  const C11Start start = *static_cast<C11Start*>(argument);
  unmap_pages(argument, sizeof(C11Start));
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(start.function(start.argument)));
}

}  // namespace

OVERTAKE_INTERPOSE(int, thrd_create, (thrd_t * thread, thrd_start_t function, void* argument)) {
  auto* start = static_cast<C11Start*>(map_pages(sizeof(C11Start)));
  if (start == nullptr) return thrd_nomem;
  *start = {function, argument};
  return c11_result(pthread_create(thread, nullptr, c11_main, start));
}
OVERTAKE_INTERPOSE(int, thrd_join, (thrd_t thread, int* result)) {
  void* value = nullptr;
  const int error = pthread_join(thread, &value);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  return c11_result(error);
}
OVERTAKE_INTERPOSE(int, thrd_detach, (thrd_t thread)) { return c11_result(pthread_detach(thread)); }
OVERTAKE_INTERPOSE(int, thrd_sleep, (const timespec* time, timespec* left)) {
  const int error = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
  return error == 0 ? 0 : error == EINTR ? -1 : -2;
}
OVERTAKE_INTERPOSE(void, thrd_yield, ()) { sched_yield(); }
OVERTAKE_INTERPOSE(int, mtx_lock, (mtx_t * m)) {
  return c11_result(pthread_mutex_lock(mutex_of(m)));
}
OVERTAKE_INTERPOSE(int, mtx_trylock, (mtx_t * m)) {
  return c11_result(pthread_mutex_trylock(mutex_of(m)));
}
OVERTAKE_INTERPOSE(int, mtx_timedlock, (mtx_t * m, const timespec* time)) {
  return c11_result(pthread_mutex_timedlock(mutex_of(m), time));
}
OVERTAKE_INTERPOSE(int, mtx_unlock, (mtx_t * m)) {
  return c11_result(pthread_mutex_unlock(mutex_of(m)));
}
OVERTAKE_INTERPOSE(int, cnd_wait, (cnd_t * c, mtx_t* m)) {
  return c11_result(pthread_cond_wait(condition_of(c), mutex_of(m)));
}
OVERTAKE_INTERPOSE(int, cnd_timedwait, (cnd_t * c, mtx_t* m, const timespec* time)) {
  return c11_result(pthread_cond_timedwait(condition_of(c), mutex_of(m), time));
}
OVERTAKE_INTERPOSE(int, cnd_signal, (cnd_t * c)) {
  return c11_result(pthread_cond_signal(condition_of(c)));
}
OVERTAKE_INTERPOSE(int, cnd_broadcast, (cnd_t * c)) {
  return c11_result(pthread_cond_broadcast(condition_of(c)));
}
OVERTAKE_INTERPOSE(void, call_once, (once_flag * flag, void (*function)())) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), function);
}
