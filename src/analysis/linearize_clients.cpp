#include "analysis/linearize_clients.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "base/deep_stack.h"
#include "linearize/client_program.h"

namespace overtake::analysis {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::chrono::milliseconds kBetweenMessages{1};

// The first word of a message.
enum class Say : std::uint32_t {
  Want,    // to rank 0: a worker has nothing to do
  Row,     // to rank 0: what became of a client that is fine
  Failed,  // to rank 0: this client fails
  Left,    // to rank 0: this client was not explored to the end
  Take,    // from rank 0: explore this client
  Last,    // from rank 0: clients from this one on do not matter
  Over,    // from rank 0: that was all
};

std::vector<std::uint32_t> message(Say what, std::size_t client = 0) {
  return {static_cast<std::uint32_t>(what), static_cast<std::uint32_t>(client)};
}

}  // namespace

bool DoneClient::failed() const {
  return result.violation || !result.check.errors.empty() || !result.check.races.empty();
}

void put_row(WordWriter& out, std::size_t client, const DoneClient& done) {
  const smc::CheckResult& check = done.result.check;
  out.put(static_cast<std::uint32_t>(client));
  out.put64(check.executions.complete);
  out.put64(check.executions.blocked);
  out.put64(check.executions.bounded);
  out.put64(check.executions.redundant);
  out.put64(done.result.questions);
  out.put(done.result.run_by_run ? 1 : 0);
  out.put64(static_cast<std::uint64_t>(done.seconds * 1e6));
  out.put(static_cast<std::uint32_t>(check.bounded_loops.size()));
  for (const ir::SourceId loop : check.bounded_loops) out.put(loop.value);
}

std::pair<std::size_t, DoneClient> get_row(WordReader& in) {
  DoneClient done;
  smc::CheckResult& check = done.result.check;
  const std::size_t client = in.get();
  check.executions.complete = in.get64();
  check.executions.blocked = in.get64();
  check.executions.bounded = in.get64();
  check.executions.redundant = in.get64();
  done.result.questions = in.get64();
  done.result.run_by_run = in.get() != 0;
  done.seconds = static_cast<double>(in.get64()) / 1e6;
  for (std::uint32_t n = in.get_count(); n > 0; --n)
    check.bounded_loops.push_back(ir::SourceId{in.get()});
  check.finished = true;
  return {client, std::move(done)};
}

struct ClientPool::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t next = 0;
  std::size_t last;                      // clients from here on do not matter
  DoneClients done = {};                 // and not handed on yet
  DoneClients fine = {};                 // all of them, for checkpoints
  std::set<std::size_t> again = {};      // failed elsewhere
  std::deque<std::size_t> granted = {};  // by rank 0
  std::map<std::size_t, std::atomic<bool>*> running = {};
  std::uint32_t idle = 0;  // workers that wait for a client
  bool leads = true;       // takes clients, and is not granted them
  bool over = false;
  std::exception_ptr thrown = {};

  void stop_from(std::size_t client) {
    last = std::min(last, client);
    for (const auto& [i, stop] : running)
      if (i >= last) stop->store(true, std::memory_order_relaxed);
  }

  // A client that no one else has; none: there is none now.
  std::optional<std::size_t> take() {
    while (next < last && fine.contains(next)) ++next;
    if (next < last) return next++;
    return std::nullopt;
  }

  // For a worker: none if it is over.
  std::optional<std::size_t> wait_for_client(std::unique_lock<std::mutex>& lock) {
    ++idle;
    for (;; changed.wait(lock)) {
      std::optional<std::size_t> client;
      if (over) break;
      if (!again.empty())
        client = again.extract(again.begin()).value();
      else if (leads)
        client = take();
      else if (!granted.empty())
        client = granted.front(), granted.pop_front();
      if (!client) continue;
      --idle;
      return client;
    }
    --idle;
    return std::nullopt;
  }

  void note(std::size_t client, DoneClient result) {
    if (result.failed()) stop_from(client + 1);
    if (result.fine()) fine[client] = result;
    done[client] = std::move(result);
    changed.notify_all();
  }
};

void ClientPool::work(Shared& shared, std::atomic<bool>& stop) const {
  ir::Program program = work_.program;
  linearize::Specification specification(work_.sequential);
  linearize::Explanations explanations(specification, work_.options.criterion);
  linearize::ClientOptions options = work_.options;
  options.stop = &stop;
  std::unique_lock lock(shared.mutex);
  while (const std::optional<std::size_t> i = shared.wait_for_client(lock)) {
    stop = false;
    shared.running[*i] = &stop;
    lock.unlock();
    DoneClient done;
    try {
      const auto begun = Steady::now();
      linearize::set_client(program, work_.declaration, clients_[*i]);
      done.result =
          linearize::explore({program, work_.declaration, clients_[*i], explanations, options});
      done.seconds = std::chrono::duration<double>(Steady::now() - begun).count();
    } catch (...) {
      if (shared.leads) throw;
      done = {};  // rank 0 will see what it was
    }
    lock.lock();
    shared.running.erase(*i);
    if (done.failed() || done.result.check.finished || !stop || !shared.leads)
      shared.note(*i, std::move(done));
  }
}

// What other processes say.
void ClientPool::listen(Shared& shared) const {
  scale::Transport& transport = *work_.transport;
  while (const std::optional<scale::Message> m = transport.receive()) {
    WordReader in(m->words);
    const auto what = static_cast<Say>(in.get());
    if (what == Say::Want) {
      in.get();
      if (const auto client = shared.take()) transport.send(m->from, message(Say::Take, *client));
    } else if (what == Say::Row) {
      auto [client, done] = get_row(in);
      shared.note(client, std::move(done));
    } else if (const std::size_t client = in.get(); client < shared.last) {
      shared.again.insert(client);
      shared.changed.notify_all();
      if (what == Say::Left) continue;
      shared.stop_from(client + 1);
      for (std::uint32_t r = 1; r < transport.size(); ++r)
        transport.send(r, message(Say::Last, client + 1));
    }
  }
}

void ClientPool::lead(Shared& shared, const Control& control, const Note& note) {
  std::size_t told = 0;
  auto saved = Steady::now();
  std::unique_lock lock(shared.mutex);
  // Whether the next one is fine.
  const auto tell = [&] {
    const DoneClient done = std::move(shared.done.extract(told).mapped());
    lock.unlock();
    note(told, done.result, done.seconds);
    if (finished_up_to_ == told && done.result.check.finished) ++finished_up_to_;
    lock.lock();
    ++told;
    return done.fine();
  };
  while (told < shared.last && !shared.thrown) {
    if (control.stopped()) break;
    if (work_.transport != nullptr) listen(shared);
    if (work_.save && Steady::now() - saved >= work_.save_every) {
      work_.save(shared.fine);
      saved = Steady::now();
    }
    if (shared.done.contains(told))
      tell();
    else
      shared.changed.wait_for(lock, work_.transport != nullptr ? kBetweenMessages : kBetweenLooks);
  }
  if (control.stopped()) {
    shared.stop_from(0);
    while (shared.done.contains(told) && tell()) {
    }
    if (work_.save) work_.save(shared.fine);
  }
  shared.over = true;
  shared.changed.notify_all();
  if (work_.transport == nullptr) return;
  for (std::uint32_t r = 1; r < work_.transport->size(); ++r)
    work_.transport->send(r, message(Say::Over));
}

void ClientPool::follow(Shared& shared, const Control& control) const {
  scale::Transport& transport = *work_.transport;
  std::size_t wanted = 0;  // and not granted yet
  std::unique_lock lock(shared.mutex);
  while (!shared.over) {
    if (control.stopped()) shared.stop_from(0);
    for (; !control.stopped() && shared.idle > shared.granted.size() + wanted; ++wanted)
      transport.send(0, message(Say::Want));
    while (!shared.done.empty()) {
      const auto [client, done] = *shared.done.begin();
      std::vector<std::uint32_t> words = message(done.failed() ? Say::Failed : Say::Left, client);
      if (done.fine()) {
        words = {static_cast<std::uint32_t>(Say::Row)};
        WordWriter out(words);
        put_row(out, client, done);
      }
      transport.send(0, std::move(words));
      shared.done.erase(client);
    }
    while (const std::optional<scale::Message> m = transport.receive()) {
      switch (static_cast<Say>(m->words.at(0))) {
        case Say::Take:
          shared.granted.push_back(m->words.at(1));
          --wanted;
          break;
        case Say::Last:
          shared.stop_from(m->words.at(1));
          break;
        default:
          shared.over = true;
          shared.stop_from(0);
      }
      shared.changed.notify_all();
    }
    shared.changed.wait_for(lock, kBetweenMessages);
  }
}

void ClientPool::run(const Control& control, const Note& note) {
  Shared shared{.last = clients_.size(), .done = work_.known, .fine = work_.known};
  shared.leads = work_.transport == nullptr || work_.transport->rank() == 0;
  std::deque<std::atomic<bool>> stops(work_.jobs);
  {
    std::vector<std::jthread> threads;
    const auto one = [&](std::atomic<bool>& stop) {
      try {
        on_deep_stack([&] { work(shared, stop); });
      } catch (...) {
        const std::lock_guard lock(shared.mutex);
        if (!shared.thrown) shared.thrown = std::current_exception();
        shared.stop_from(0);
        shared.changed.notify_all();
      }
    };
    for (std::atomic<bool>& stop : stops) threads.emplace_back([&, s = &stop] { one(*s); });
    if (shared.leads)
      lead(shared, control, note);
    else
      follow(shared, control);
  }
  if (work_.transport != nullptr) work_.transport->finish();
  if (shared.thrown && shared.leads) std::rethrow_exception(shared.thrown);
}

}  // namespace overtake::analysis
