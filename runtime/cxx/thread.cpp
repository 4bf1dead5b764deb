// Threads, condition variables, call_once, and the guards of function-local statics, over pthreads.
#include <pthread.h>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

#include "overtake.h"

// To run when the thread ends, after the destructors of its thread-local objects.
static void at_thread_exit(void (*run)(void*), void* object);

namespace std {

void thread::_M_start_thread(void* (*run)(void*), void* argument) {
  if (int error = pthread_create(&_M_id._M_thread, nullptr, run, argument))
    __throw_system_error(error);
}

void thread::join() {
  if (_M_id == id()) __throw_system_error(EINVAL);
  if (int error = pthread_join(_M_id._M_thread, nullptr)) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  if (_M_id == id()) __throw_system_error(EINVAL);
  pthread_detach(_M_id._M_thread);
  _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {
void __sleep_for(chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  const timespec duration = {static_cast<time_t>(seconds.count()),
                             static_cast<long>(nanoseconds.count())};
  nanosleep(&duration, nullptr);
}
}  // namespace this_thread

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept {}
void condition_variable::wait(unique_lock<mutex>& lock) {
  pthread_cond_wait(_M_cond.native_handle(), lock.mutex()->native_handle());
}
void condition_variable::notify_one() noexcept { pthread_cond_signal(_M_cond.native_handle()); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(_M_cond.native_handle()); }

static void unlock_and_notify(void* p) {
  unique_ptr<pair<condition_variable*, unique_lock<mutex>>> last{
      static_cast<pair<condition_variable*, unique_lock<mutex>>*>(p)};
  last->second.unlock();
  last->first->notify_all();
}
void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  auto last = new pair<condition_variable*, unique_lock<mutex>>(&condition, std::move(lock));
  at_thread_exit(unlock_and_notify, last);
}

__thread void* __once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

// What atomic operations on shared_ptr hold meanwhile.
static pthread_mutex_t pointers = PTHREAD_MUTEX_INITIALIZER;
_Sp_locker::_Sp_locker(const void*) noexcept : _M_key1(0), _M_key2(0) {
  pthread_mutex_lock(&pointers);
}
_Sp_locker::_Sp_locker(const void*, const void*) noexcept : _M_key1(0), _M_key2(0) {
  pthread_mutex_lock(&pointers);
}
_Sp_locker::~_Sp_locker() { pthread_mutex_unlock(&pointers); }

namespace chrono {
static nanoseconds now(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}
inline namespace _V2 {
system_clock::time_point system_clock::now() noexcept {
  return time_point(chrono::now(CLOCK_REALTIME));
}
steady_clock::time_point steady_clock::now() noexcept {
  return time_point(chrono::now(CLOCK_MONOTONIC));
}
}  // namespace _V2
}  // namespace chrono

// promise::set_value_at_thread_exit.
void __future_base::_State_baseV2::_Make_ready::_S_run(void* p) {
  unique_ptr<_Make_ready> self{static_cast<_Make_ready*>(p)};
  if (auto state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}
void __future_base::_State_baseV2::_Make_ready::_M_set() { at_thread_exit(_S_run, this); }

}  // namespace std

extern "C" {

// A guard is 8 bytes: the first says that the object is there, which compiled code looks at by
// itself; the second half is a word of the machine.
int __cxa_guard_acquire(std::uint64_t* guard) {
  return __overtake_once_begin(reinterpret_cast<std::uint32_t*>(guard) + 1);
}
void __cxa_guard_release(std::uint64_t* guard) {
  __atomic_store_n(reinterpret_cast<char*>(guard), 1, __ATOMIC_RELEASE);
  __overtake_once_end(reinterpret_cast<std::uint32_t*>(guard) + 1);
}
void __cxa_guard_abort(std::uint64_t* guard) {
  __atomic_store_n(reinterpret_cast<std::uint32_t*>(guard) + 1, 0, __ATOMIC_SEQ_CST);
}

// Destructors of static objects are not run: when main returns the other threads go on, which would
// then use them.
int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }

// Destructors of thread-local objects run when their thread ends, the last first; those of main,
// like those of static objects, do not.
struct Ending {
  void (*run)(void*);
  void* object;
  Ending* next;
};
static thread_local Ending* endings;
static thread_local Ending* last_endings;  // of at_thread_exit: when there are no others
static pthread_key_t endings_key;
static pthread_once_t endings_once = PTHREAD_ONCE_INIT;
static void run_endings(void*) {
  while (endings != nullptr || last_endings != nullptr) {
    Ending*& list = endings != nullptr ? endings : last_endings;
    Ending* e = list;
    list = e->next;
    e->run(e->object);
    __overtake_free(e);
  }
}
static void make_endings_key() { pthread_key_create(&endings_key, run_endings); }
static int add_ending(Ending*& list, void (*run)(void*), void* object) {
  if (__overtake_self() == 0) return 0;
  pthread_once(&endings_once, make_endings_key);
  Ending* e = static_cast<Ending*>(__overtake_alloc(sizeof(Ending)));
  e->run = run;
  e->object = object;
  e->next = list;
  list = e;
  return pthread_setspecific(endings_key, &endings);
}
int __cxa_thread_atexit(void (*run)(void*), void* object, void*) noexcept {
  return add_ending(endings, run, object);
}
void* __dso_handle = nullptr;
}

static void at_thread_exit(void (*run)(void*), void* object) {
  add_ending(last_endings, run, object);
}

// A constant here, so that asking is no shared access. Reference counts are atomic.
extern const char single_threaded __asm__("__libc_single_threaded");
const char single_threaded = 0;
