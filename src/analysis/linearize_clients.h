// Explores clients, several at one time, and hands the results on in the order of the clients.
//
// Threads take the next client each. As soon as one fails, those after it do not matter any more:
// the first one that fails is a smallest one, no matter which worker is faster.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "analysis/control.h"
#include "linearize/explore.h"

namespace overtake::analysis {

class ClientPool {
 public:
  struct Work {
    const ir::Program& program;     // prepared for the model
    const ir::Program& sequential;  // the specification
    const linearize::Declaration& declaration;
    linearize::ClientOptions options;
    std::uint32_t jobs = 1;
  };
  // Called by the thread that called run, client by client.
  using Note = std::function<void(std::size_t, const linearize::ClientResult&, double seconds)>;

  ClientPool(const Work& work, const std::vector<linearize::Client>& clients)
      : work_(work), clients_(clients) {}

  // Until all clients were explored, one failed, or the control says stop.
  void run(const Control& control, const Note& note);

  // All clients before this one were explored to the end.
  std::size_t finished_up_to() const { return finished_up_to_; }

 private:
  struct Done {
    linearize::ClientResult result;
    double seconds = 0;
  };
  struct Shared;

  void work(Shared& shared, std::atomic<bool>& stop) const;

  const Work work_;
  const std::vector<linearize::Client>& clients_;
  std::size_t finished_up_to_ = 0;
};

}  // namespace overtake::analysis
