// What the ranks tell each other.
#include <algorithm>

#include "base/error.h"
#include "scale/rank_kinds.h"

namespace overtake::scale {

namespace {

constexpr std::uint32_t kKnownTag = 0;
constexpr std::uint32_t kJoinTag = 1;
constexpr int kRankShift = 40;  // ids: the rank that made them, and a number

}  // namespace

std::uint64_t Rank::FarKnown::claim(const Hash128& mutation) {
  const std::uint64_t claim = rank_.next_claim_++;
  const std::uint32_t owner = rank_.owner_of(id_, mutation);
  if (owner == rank_.me_) {
    rank_.answers_.emplace_back(claim, rank_.grant(id_, mutation));
    return claim;
  }
  std::vector<std::uint32_t> words;
  WordWriter out(words);
  out.put64(claim);
  out.put64(id_);
  out.put(mutation);
  ++rank_.mine_.statistics.claims;
  rank_.send_counted(owner, Kind::Claim, std::move(words));
  return claim;
}

std::optional<smc::WorkItem> Rank::FarJoin::arrive(const Report& report) {
  std::vector<std::uint32_t> words;
  WordWriter out(words);
  out.put64(id_);
  out.put(report.signalled);
  out.put(report.fruitful ? 1 : 0);
  rank_.send_counted(static_cast<std::uint32_t>(id_ >> kRankShift), Kind::Done, std::move(words));
  return std::nullopt;
}

std::shared_ptr<smc::KnownByAll> Rank::share(const smc::KnownSet&) {
  const std::uint64_t id = std::uint64_t{me_} << kRankShift | next_id_++;
  auto known = std::make_shared<FarKnown>(*this, id);
  far_known_[id] = known;
  return known;
}

std::shared_ptr<smc::Shared> Rank::far_known(std::uint64_t id) {
  if (const auto it = far_known_.find(id); it != far_known_.end())
    if (auto known = it->second.lock()) return known;
  auto known = std::make_shared<FarKnown>(*this, id);
  far_known_[id] = known;
  return known;
}

std::uint32_t Rank::owner_of(std::uint64_t node, const Hash128& mutation) const {
  return static_cast<std::uint32_t>(combine(node, mutation.hi) % size_);
}

bool Rank::grant(std::uint64_t node, const Hash128& mutation) {
  return granted_.insert({node, mutation}).second;
}

void Rank::send(std::uint32_t to, Kind kind, std::vector<std::uint32_t> words) {
  words.push_back(static_cast<std::uint32_t>(kind));
  transport_.send(to, std::move(words));
}

void Rank::send_counted(std::uint32_t to, Kind kind, std::vector<std::uint32_t> words) {
  ++sent_;
  send(to, kind, std::move(words));
}

void Rank::broadcast(Kind kind, const std::vector<std::uint32_t>& words) {
  for (std::uint32_t rank = 0; rank < size_; ++rank)
    if (rank != me_) send(rank, kind, words);
}

void Rank::put_item(WordWriter& out, const smc::WorkItem& item) {
  out.put(item.words);
  out.put(static_cast<std::uint32_t>(item.shared.size()));
  for (const std::shared_ptr<smc::Shared>& shared : item.shared) {
    if (const auto* known = dynamic_cast<const FarKnown*>(shared.get())) {
      out.put(kKnownTag);
      out.put64(known->id());
    } else if (const auto* far = dynamic_cast<const FarJoin*>(shared.get())) {
      out.put(kJoinTag);
      out.put64(far->id());
    } else {
      const auto join = std::dynamic_pointer_cast<smc::Join>(shared);
      if (!join) throw InternalError("a work item refers to what other processes do not have");
      const auto ours =
          std::ranges::find_if(joins_, [&](const auto& entry) { return entry.second == join; });
      std::uint64_t id = std::uint64_t{me_} << kRankShift | next_id_;
      if (ours != joins_.end())
        id = ours->first;
      else
        joins_[std::uint64_t{me_} << kRankShift | next_id_++] = join;
      out.put(kJoinTag);
      out.put64(id);
    }
  }
}

smc::WorkItem Rank::get_item(WordReader& in) {
  smc::WorkItem item;
  const auto words = in.get_words();
  item.words.assign(words.begin(), words.end());
  for (std::uint32_t n = in.get_count(); n > 0; --n) {
    const bool join = in.get() == kJoinTag;
    const std::uint64_t id = in.get64();
    if (!join) {
      item.shared.push_back(far_known(id));
    } else if (id >> kRankShift == me_) {
      item.shared.push_back(joins_.at(id));
    } else {
      item.shared.push_back(std::make_shared<FarJoin>(*this, id));
    }
  }
  return item;
}

void Rank::poll() {
  while (const std::optional<Message> message = transport_.receive()) handle(*message);
}

void Rank::handle(const Message& message) {
  const auto kind = static_cast<Kind>(message.words.back());
  WordReader in(std::span(message.words).first(message.words.size() - 1));
  switch (kind) {
    case Kind::WantWork:
      if (requests_.empty()) oldest_request_ = std::chrono::steady_clock::now();
      requests_.push_back(message.from);
      break;
    case Kind::NoWork:
      asked_ = false;
      break;
    case Kind::Work:
      ++received_;
      asked_ = false;
      spare_.push_back(get_item(in));
      break;
    case Kind::Claim: {
      ++received_;
      const std::uint64_t claim = in.get64();
      const std::uint64_t node = in.get64();
      std::vector<std::uint32_t> words;
      WordWriter out(words);
      out.put64(claim);
      out.put(grant(node, in.get_hash()) ? 1 : 0);
      send_counted(message.from, Kind::Answer, std::move(words));
      break;
    }
    case Kind::Answer: {
      ++received_;
      const std::uint64_t claim = in.get64();
      answers_.emplace_back(claim, in.get() != 0);
      break;
    }
    case Kind::Done: {
      ++received_;
      const std::uint64_t id = in.get64();
      smc::JoinPoint::Report report;
      const auto signalled = in.get_words();
      report.signalled.assign(signalled.begin(), signalled.end());
      report.fruitful = in.get() != 0;
      const std::shared_ptr<smc::Join> join = joins_.at(id);
      if (auto rest = join->arrive(report)) keep(std::move(*rest));
      if (join->state().away == 0) joins_.erase(id);
      break;
    }
    case Kind::Publish: {
      ++received_;
      const std::uint64_t node = in.get64();
      while (!in.at_end()) grant(node, in.get_hash());
      break;
    }
    case Kind::WantName: {
      const ThreadId parent{in.get()};
      names_.child(parent, in.get());
      [[fallthrough]];
    }
    case Kind::Names: {
      if (me_ == 0) {
        std::vector<std::uint32_t> words;
        for (std::size_t i = 1; i < names_.size(); ++i) {
          words.push_back(names_.parent_of(ThreadId{i}).first.value);
          words.push_back(names_.parent_of(ThreadId{i}).second);
        }
        send(message.from, Kind::Names, std::move(words));
        break;
      }
      names_ = {};
      while (!in.at_end()) {
        const ThreadId parent{in.get()};
        names_.child(parent, in.get());
      }
      named_ = true;
      break;
    }
    case Kind::Ask: {
      std::vector<std::uint32_t> words{in.get(), quiet() && answers_.empty() ? 1u : 0u};
      WordWriter out(words);
      out.put64(sent_);
      out.put64(received_);
      send(0, Kind::Counters, std::move(words));
      break;
    }
    case Kind::Counters: {
      if (in.get() != wave_number_) break;
      const bool is_quiet = in.get() != 0;
      const std::uint64_t sent = in.get64();
      note_answer(is_quiet, sent, in.get64());
      break;
    }
    case Kind::Stop:
      if (me_ == 0 && !stop_) broadcast(Kind::Stop);
      stop_ = true;
      break;
    case Kind::Finish:
      finished_ = true;
      break;
    case Kind::Wish:
      wish_to_stop_ = true;
      break;
    case Kind::Fail: {
      Failure failure;
      failure.kind = static_cast<Failure::Kind>(in.get());
      failure.source = in.get();
      failure.limit.limit = static_cast<Limit>(in.get());
      failure.limit.number = in.get();
      while (!in.at_end()) failure.text += static_cast<char>(in.get());
      if (!failure_) failure_ = std::move(failure);
      break;
    }
    case Kind::Result:
      results_.resize(size_);
      results_[message.from].assign(message.words.begin(), message.words.end() - 1);
      ++result_count_;
      break;
    case Kind::Rest:
      resting_ = true;
      collected_ = false;
      break;
    case Kind::Collect:
      collected_ = true;
      break;
    case Kind::Part:
      parts_.resize(size_);
      parts_[message.from].assign(message.words.begin(), message.words.end() - 1);
      break;
    case Kind::GoOn:
      resting_ = false;
      forget_other_nodes(std::span(message.words).first(message.words.size() - 1));
      break;
  }
}

}  // namespace overtake::scale
