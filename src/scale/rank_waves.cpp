// Is anything left, or on its way? Mattern's four counters: if in two rounds of questions one after
// the other all ranks are quiet, and the messages sent are as many as those received, the same
// number in both rounds, then no message was under way between them, and no rank can have got new
// work.
#include "scale/rank_kinds.h"

namespace overtake::scale {

namespace {

constexpr std::chrono::milliseconds kBetweenWaves{1};

}  // namespace

void Rank::begin_wave() {
  const auto now = std::chrono::steady_clock::now();
  if (wave_under_way_ || now < next_wave_) return;
  wave_under_way_ = true;
  next_wave_ = now + kBetweenWaves;
  wave_ = {};
  ++wave_number_;
  broadcast(Kind::Ask, {wave_number_});
  note_answer(quiet() && answers_.empty(), sent_, received_);
}

void Rank::note_answer(bool is_quiet, std::uint64_t sent, std::uint64_t received) {
  wave_.all_quiet = wave_.all_quiet && is_quiet;
  wave_.sent += sent;
  wave_.received += received;
  ++wave_.answers;
}

// Whether this round is complete, and says the same as the last one: all is quiet.
bool Rank::settled_twice() {
  if (!wave_under_way_ || wave_.answers < size_) return false;
  wave_under_way_ = false;
  const bool now = wave_.all_quiet && wave_.sent == wave_.received;
  const bool before = last_wave_.answers == size_ && last_wave_.all_quiet &&
                      last_wave_.sent == wave_.sent && last_wave_.received == wave_.received;
  last_wave_ = wave_;
  return now && before;
}

}  // namespace overtake::scale
