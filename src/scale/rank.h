// Many machines: one of the processes that explore together.
//
// Each process, a rank, has one explorer. A rank without work asks one of the others, in turn; a
// rank that has planned more than it can do at once answers with work: an item is a value. What RF
// exploration has to agree on, which mutations of a node are planned already, is spread over the
// ranks by hash: the owner of a mutation grants it to the first that claims it. No rank waits for
// that: until the answer comes, the plan is put aside. RVF exploration needs no such thing; a rank
// that was given values of a node reports to the rank that has the node.
//
// It is over when all are idle and nothing is on its way: rank 0 asks all ranks, and if twice in a
// row all are idle and as much was received as was sent, and nothing more in between, that is so
// (Mattern's four counters). The same question finds out when the ranks have come to rest for a
// checkpoint, for which rank 0 then collects what all of them have.
//
// Thread names are given out by rank 0. Rank 0 also has the result in the end.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/words.h"
#include "scale/transport.h"
#include "smc/check.h"
#include "smc/checkpoint.h"
#include "smc/join.h"
#include "smc/known_set.h"
#include "smc/team.h"
#include "smc/work_pool.h"

namespace overtake::scale {

// Why an exploration ended before its end, at any of the ranks.
struct Failure {
  enum class Kind : std::uint32_t {
    NeedsExhaustive,
    NeedsCausalMaps,
    Limit,
    Input,
    Internal,
    NeedsCare,
    NeedsTurns,
    NeedsAttempts
  };
  Kind kind = Kind::Internal;
  std::string text = {};
  std::uint32_t source = 0;
  ReachedLimit limit = {};  // Kind::Limit; its texts are not sent
};

class Rank final : public smc::WorkPool {
 public:
  Rank(Transport& transport, const smc::CheckOptions& options, const smc::MakeExplorer& make);

  // All ranks call it. At rank 0 the result is that of all, and what an explorer threw is thrown.
  void explore(smc::CheckResult& result);

  bool wants_work() override;
  void give(smc::WorkItem item) override;
  void keep(smc::WorkItem item) override { own_.push_back(std::move(item)); }
  void at_rest(smc::Explorer& explorer) override;
  void wait(smc::Explorer& explorer) override;
  bool stopped() const override;
  void stop() override;
  std::uint64_t count_execution() override;
  void learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) override;
  std::shared_ptr<smc::KnownByAll> share(const smc::KnownSet& known) override;

 private:
  class FarKnown;
  class FarJoin;
  enum class Kind : std::uint32_t;

  // --- messages (rank_messages.cpp)
  void poll();
  void handle(const Message& message);
  void send(std::uint32_t to, Kind kind, std::vector<std::uint32_t> words = {});
  void send_counted(std::uint32_t to, Kind kind, std::vector<std::uint32_t> words);
  void broadcast(Kind kind, const std::vector<std::uint32_t>& words = {});
  std::uint32_t owner_of(std::uint64_t node, const Hash128& mutation) const;
  bool grant(std::uint64_t node, const Hash128& mutation);
  void put_item(WordWriter& out, const smc::WorkItem& item);
  smc::WorkItem get_item(WordReader& in);
  std::shared_ptr<smc::Shared> far_known(std::uint64_t node);

  // --- which rank has work (rank.cpp)
  void work_on(const smc::WorkItem* item);
  void idle();
  void nap() const;
  void answer_requests(bool nothing_to_give);
  void fail(Failure failure);
  void gather(smc::CheckResult& result);

  // --- is it over? (rank_waves.cpp)
  struct Counters {
    bool all_quiet = true;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint32_t answers = 0;
  };
  bool quiet() const { return paused_ ? true : explorer_idle_ && own_.empty() && spare_.empty(); }
  void begin_wave();
  void note_answer(bool quiet, std::uint64_t sent, std::uint64_t received);
  bool settled_twice();

  // --- checkpoints (rank_checkpoint.cpp)
  bool save_due() const;
  void rest_for_checkpoint(smc::Explorer* explorer);
  void lead_checkpoint(const smc::Explorer* explorer);
  std::vector<std::uint32_t> part(const smc::Explorer* explorer);
  // `nodes`: the ids of those that a rank still works below.
  smc::Snapshot assemble(std::vector<std::uint32_t>& nodes) const;
  void forget_other_nodes(std::span<const std::uint32_t> nodes);
  void take_up(const smc::Snapshot& snapshot);

  Transport& transport_;
  const smc::CheckOptions options_;
  const std::uint32_t me_;
  const std::uint32_t size_;
  smc::CheckResult mine_;
  smc::CheckResult so_far_;  // rank 0: of the run that this one continues
  std::unique_ptr<smc::Explorer> explorer_;
  bool explorer_idle_ = true;

  std::deque<smc::WorkItem> own_;  // no other rank can take these
  std::deque<smc::WorkItem> spare_;
  std::vector<std::uint32_t> requests_;  // ranks that wait for work from here
  std::chrono::steady_clock::time_point oldest_request_, last_given_, last_poll_;
  std::uint32_t rests_ = 0;  // since the last poll
  std::uint32_t rests_until_poll_ = 1;
  std::uint32_t chances_ = 0;
  std::uint32_t victim_ = 0;
  bool asked_ = false;

  memory::ThreadNames names_;
  bool named_ = false;  // an answer about names has come
  std::uint64_t next_id_ = 0;
  std::uint64_t next_claim_ = 0;
  struct MutationKey {
    std::uint64_t node;
    Hash128 mutation;
    friend bool operator==(const MutationKey&, const MutationKey&) = default;
  };
  struct MutationHash {
    std::size_t operator()(const MutationKey& k) const { return combine(k.node, k.mutation.lo); }
  };
  tsl::robin_set<MutationKey, MutationHash> granted_;                 // those that we own
  tsl::robin_map<std::uint64_t, std::weak_ptr<FarKnown>> far_known_;  // by node
  tsl::robin_map<std::uint64_t, std::shared_ptr<smc::Join>> joins_;   // ours that others know
  std::vector<std::pair<std::uint64_t, bool>> answers_;               // for the explorer

  std::uint64_t sent_ = 0;  // messages that make work
  std::uint64_t received_ = 0;
  Counters wave_, last_wave_;
  bool wave_under_way_ = false;
  std::uint32_t wave_number_ = 0;
  std::chrono::steady_clock::time_point next_wave_;

  bool stop_ = false;
  bool finished_ = false;
  bool resting_ = false;       // for a checkpoint
  bool paused_ = false;        // ... and we do
  bool collected_ = false;     // rank 0 wants our part
  bool wish_to_stop_ = false;  // rank 0: a rank was stopped from outside
  std::chrono::steady_clock::time_point last_save_ = std::chrono::steady_clock::now();
  std::vector<std::vector<std::uint32_t>> parts_;    // rank 0: by rank
  std::vector<std::vector<std::uint32_t>> results_;  // rank 0: by rank
  std::uint32_t result_count_ = 0;
  std::optional<Failure> failure_;
};

}  // namespace overtake::scale
