#include "analysis/linearize_clients.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "base/deep_stack.h"
#include "linearize/client_program.h"

namespace overtake::analysis {
namespace {

using linearize::ClientResult;

bool failed(const ClientResult& r) {
  return r.violation || !r.check.errors.empty() || !r.check.races.empty();
}

}  // namespace

struct ClientPool::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t next = 0;
  std::size_t last;  // clients from here on do not matter
  std::map<std::size_t, Done> done = {};
  std::map<std::size_t, std::atomic<bool>*> running = {};
  std::uint32_t workers = 0;
  std::exception_ptr thrown = {};

  void stop_from(std::size_t client) {
    last = std::min(last, client);
    for (const auto& [i, stop] : running)
      if (i >= last) stop->store(true, std::memory_order_relaxed);
  }
};

void ClientPool::work(Shared& shared, std::atomic<bool>& stop) const {
  ir::Program program = work_.program;
  linearize::Specification specification(work_.sequential);
  linearize::Explanations explanations(specification, work_.options.criterion);
  linearize::ClientOptions options = work_.options;
  options.stop = &stop;
  for (;;) {
    std::size_t i = 0;
    {
      const std::lock_guard lock(shared.mutex);
      if (shared.next >= shared.last) return;
      i = shared.next++;
      stop = false;
      shared.running[i] = &stop;
    }
    const auto begun = std::chrono::steady_clock::now();
    linearize::set_client(program, work_.declaration, clients_[i]);
    ClientResult result =
        linearize::explore(program, work_.declaration, clients_[i], explanations, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    const std::lock_guard lock(shared.mutex);
    shared.running.erase(i);
    if (failed(result)) shared.stop_from(i + 1);
    if (!failed(result) && !result.check.finished && stop) return;
    shared.done[i] = {std::move(result), took.count()};
    shared.changed.notify_all();
  }
}

void ClientPool::run(const Control& control, const Note& note) {
  Shared shared{.last = clients_.size()};
  std::deque<std::atomic<bool>> stops(work_.jobs);
  std::vector<std::jthread> threads;
  const auto one = [&](std::atomic<bool>& stop) {
    try {
      on_deep_stack([&] { work(shared, stop); });
    } catch (...) {
      const std::lock_guard lock(shared.mutex);
      if (!shared.thrown) shared.thrown = std::current_exception();
      shared.stop_from(0);
    }
    const std::lock_guard lock(shared.mutex);
    --shared.workers;
    shared.changed.notify_all();
  };
  shared.workers = work_.jobs;
  for (std::atomic<bool>& stop : stops) threads.emplace_back([&, s = &stop] { one(*s); });

  std::size_t told = 0;
  std::unique_lock lock(shared.mutex);
  for (;;) {
    if (control.stopped()) shared.stop_from(0);
    const auto it = shared.done.find(told);
    if (it != shared.done.end()) {
      const Done done = std::move(it->second);
      shared.done.erase(it);
      lock.unlock();
      note(told, done.result, done.seconds);
      if (finished_up_to_ == told && done.result.check.finished) ++finished_up_to_;
      lock.lock();
      ++told;
      continue;
    }
    if (shared.workers == 0) break;
    shared.changed.wait_for(lock, std::chrono::milliseconds(20));
  }
  lock.unlock();
  threads.clear();
  if (shared.thrown) std::rethrow_exception(shared.thrown);
}

}  // namespace overtake::analysis
