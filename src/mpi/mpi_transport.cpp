// Transport by MPI. Everything happens on the thread that opened it.
#include <mpi.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "scale/transport.h"

namespace overtake::scale {

namespace {

class MpiTransport final : public Transport {
 public:
  MpiTransport() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  ~MpiTransport() override { MPI_Finalize(); }
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  std::uint32_t rank() const override { return static_cast<std::uint32_t>(rank_); }
  std::uint32_t size() const override { return static_cast<std::uint32_t>(size_); }

  void send(std::uint32_t to, std::vector<std::uint32_t> words) override {
    forget_sent();
    Sending& s = sending_.emplace_back();
    s.words = std::make_unique<std::vector<std::uint32_t>>(std::move(words));
    MPI_Isend(s.words->data(), static_cast<int>(s.words->size()), MPI_UINT32_T,
              static_cast<int>(to), round_, MPI_COMM_WORLD, &s.request);
  }

  std::optional<Message> receive() override {
    int there = 0;
    MPI_Message handle;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, round_, MPI_COMM_WORLD, &there, &handle, &status);
    if (there == 0) return std::nullopt;
    int count = 0;
    MPI_Get_count(&status, MPI_UINT32_T, &count);
    Message message;
    message.from = static_cast<std::uint32_t>(status.MPI_SOURCE);
    message.words.resize(static_cast<std::size_t>(count));
    MPI_Mrecv(message.words.data(), count, MPI_UINT32_T, &handle, MPI_STATUS_IGNORE);
    return message;
  }

  // A barrier that each rank enters when all it sent has been received; until it opens, whatever
  // arrives is received. The rank that leaves first may already send messages of the next round:
  // messages carry the number of the round.
  void finish() override {
    MPI_Request barrier = MPI_REQUEST_NULL;
    bool entered = false;
    for (int open = 0; open == 0;) {
      while (receive()) {
      }
      forget_sent();
      if (!entered && sending_.empty()) {
        MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
        entered = true;
      }
      if (entered) MPI_Test(&barrier, &open, MPI_STATUS_IGNORE);
    }
    round_ = (round_ + 1) % kRounds;
  }

 private:
  static constexpr int kRounds = 1000;

  struct Sending {
    MPI_Request request = MPI_REQUEST_NULL;
    std::unique_ptr<std::vector<std::uint32_t>> words;
  };

  void forget_sent() {
    std::erase_if(sending_, [](Sending& s) {
      int done = 0;
      MPI_Test(&s.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
  }

  int rank_ = 0;
  int size_ = 1;
  int round_ = 0;  // as a tag
  std::vector<Sending> sending_;
};

}  // namespace

}  // namespace overtake::scale

extern "C" overtake::scale::Transport* overtake_open_transport() {
  static overtake::scale::MpiTransport transport;
  return &transport;
}
