// Explores clients, several at one time, and hands the results on in the order of the clients.
//
// Threads take the next client each. As soon as one fails, those after it do not matter any more:
// the first one that fails is a smallest one, no matter which worker is faster.
//
// Processes that mpirun started share the clients: rank 0 hands them out one by one and is told the
// result of each. A client that fails elsewhere is explored once more by rank 0, which has to show
// it; so a message is never more than a row of numbers. Checkpoints are the same rows.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <vector>

#include "analysis/control.h"
#include "base/words.h"
#include "linearize/explore.h"
#include "scale/transport.h"

namespace overtake::analysis {

// The result of a client.
struct DoneClient {
  linearize::ClientResult result;
  double seconds = 0;

  bool failed() const;
  // Explored to the end, and nothing is wrong with it: all that matters is in its row.
  bool fine() const { return !failed() && result.check.finished; }
};
using DoneClients = std::map<std::size_t, DoneClient>;  // by the number of the client

void put_row(WordWriter& out, std::size_t client, const DoneClient& done);
std::pair<std::size_t, DoneClient> get_row(WordReader& in);

class ClientPool {
 public:
  struct Work {
    const ir::Program& program;     // prepared for the model
    const ir::Program& sequential;  // the specification
    const linearize::Declaration& declaration;
    linearize::ClientOptions options;
    std::uint32_t jobs = 1;
    DoneClients known = {};  // those that a checkpoint has
    // Called now and then, and at the end if it was stopped, with those that are fine.
    std::function<void(const DoneClients&)> save = {};
    std::chrono::milliseconds save_every{60'000};
    scale::Transport* transport = nullptr;  // other processes; none: it is alone
  };
  // Called by the thread that called run, client by client.
  using Note = std::function<void(std::size_t, const linearize::ClientResult&, double seconds)>;

  ClientPool(const Work& work, const std::vector<linearize::Client>& clients)
      : work_(work), clients_(clients) {}

  // Until all clients were explored, one failed, or the control says stop. Of several processes
  // only rank 0 is told anything.
  void run(const Control& control, const Note& note);

  // All clients before this one were explored to the end.
  std::size_t finished_up_to() const { return finished_up_to_; }

 private:
  struct Shared;

  void work(Shared& shared, std::atomic<bool>& stop) const;
  void lead(Shared& shared, const Control& control, const Note& note);
  void follow(Shared& shared, const Control& control) const;
  void listen(Shared& shared) const;

  const Work work_;
  const std::vector<linearize::Client>& clients_;
  std::size_t finished_up_to_ = 0;
};

}  // namespace overtake::analysis
