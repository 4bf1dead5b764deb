#include "explicit/batch.h"

#include <algorithm>

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kMostStates = 1u << 16;
constexpr std::size_t kFewStates = 256;  // fewer are not worth waking a worker
constexpr std::size_t kPartsEach = 8;    // of a worker, so that none waits long for the last one
constexpr std::size_t kLargestPart = 1024;

// Nothing is computed as long as this lives.
class Frozen {
 public:
  Frozen(Automata& automata, Buffers& buffers) : automata_(automata), buffers_(buffers) {
    automata_.freeze();
    buffers_.freeze();
  }
  ~Frozen() {
    automata_.thaw();
    buffers_.thaw();
  }
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;

 private:
  Automata& automata_;
  Buffers& buffers_;
};

}  // namespace

Batch::Batch(Search& search, Visitor& visitor, Workers& workers)
    : search_(search), visitor_(visitor), workers_(workers) {
  if (workers.count() > 1) all_.resize(workers.count());
  for (Worker& w : all_) {
    w.room.current = search.initial();
    w.filter = visitor.filter();
  }
}

StateIndex Batch::end_of(StateIndex i, const Result& so_far) const {
  const StateStore& store = search_.store_;
  const std::size_t alone = search_.options_.alone;
  if (all_.empty() || i < alone_until_ || store.size() < alone) return i;
  // So many that their rows find room in the store, if states have as many as before.
  const std::size_t rows = 1 + so_far.transitions * 3 / 2 / std::max<std::size_t>(1, so_far.states);
  std::size_t count = std::min({store.size() - i, store.room() / rows, kMostStates});
  if (const std::uint64_t most = search_.options_.max_states; most != 0)
    count = std::min<std::size_t>(count, most - i);
  return count < std::min(alone, kFewStates) ? i : i + static_cast<StateIndex>(count);
}

Batch::Piece& Batch::open(Part& part, StateIndex first) {
  if (part.used == part.pieces.size()) part.pieces.push_back(std::make_unique<Piece>());
  Piece& piece = *part.pieces[part.used++];
  piece.first = piece.end = first;
  piece.later = false;
  piece.first_full = kNoState;
  piece.rows.clear(search_.store_.layout());
  piece.ends.clear();
  piece.visits.clear();
  return piece;
}

Batch::Done Batch::run(StateIndex first, StateIndex end, Result& result) {
  const std::size_t size =
      std::clamp<std::size_t>((end - first) / (workers_.count() * kPartsEach), 1, kLargestPart);
  const std::size_t parts = (end - first + size - 1) / size;
  if (parts_.size() < parts) parts_.resize(parts);
  {
    const Frozen frozen(*search_.automata_, search_.buffers_);
    workers_.for_each(parts, [&](std::size_t p, std::size_t w) {
      const auto from = static_cast<StateIndex>(first + p * size);
      look(parts_[p], from, static_cast<StateIndex>(std::min<std::size_t>(end, from + size)),
           all_[w]);
    });
  }
  Done done = Done::All;
  std::vector<Rows*> rows;
  std::size_t later = 0;
  for (std::size_t p = 0; p < parts && done == Done::All; ++p)
    for (std::size_t k = 0; k < parts_[p].used && done == Done::All; ++k) {
      Piece& piece = *parts_[p].pieces[k];
      done = finish(piece, result);
      rows.push_back(&piece.rows);
      later += piece.later ? 1 : 0;
    }
  if (done == Done::Outgrown) return done;
  for (const Rows* r : rows) result.transitions += r->size();
  search_.store_.add_all(rows, workers_);
  if (later * 4 > end - first) alone_until_ = end + (end - first);
  return done;
}

// --- at the same time ----------------------------------------------------------------------------

void Batch::look(Part& part, StateIndex first, StateIndex end, Worker& worker) {
  part.used = 0;
  Piece* piece = &open(part, first);
  for (StateIndex i = first; i < end; ++i) {
    const std::size_t rows = piece->rows.size(), visits = piece->visits.size();
    if (look(*piece, i, worker)) continue;
    piece->rows.truncate(rows);
    piece->visits.resize(visits);
    Piece& single = open(part, i);
    single.later = true;
    single.end = i + 1;
    piece = &open(part, i + 1);
  }
}

// False: the state has to be left for later. What is wrong with it will be told then, and in order.
bool Batch::look(Piece& piece, StateIndex i, Worker& worker) const {
  Search::Room& room = worker.room;
  search_.store_.get(i, room.current.row());
  room.buffer_was_full = false;
  try {
    if (!worker.filter || worker.filter->wants(room.current)) piece.visits.push_back(i);
    if (!search_.add_successors(room, i, piece.rows)) return false;
  } catch (...) {
    return false;
  }
  if (room.buffer_was_full) piece.first_full = std::min(piece.first_full, i);
  piece.ends.push_back(static_cast<std::uint32_t>(piece.rows.size()));
  piece.end = i + 1;
  return true;
}

// --- in order ------------------------------------------------------------------------------------

Batch::Done Batch::finish(Piece& piece, Result& result) {
  Search::Room& room = all_.front().room;
  const auto visit = [&](StateIndex i) {
    search_.store_.get(i, room.current.row());
    return visitor_.visit(i, room.current);
  };
  if (piece.later) {
    ++result.states;
    if (!visit(piece.first)) return Done::Stopped;
    room.buffer_was_full = false;
    if (!search_.add_successors(room, piece.first, piece.rows)) return Done::Outgrown;
    result.buffer_was_full = result.buffer_was_full || room.buffer_was_full;
    return Done::All;
  }
  StateIndex end = piece.end;
  Done done = Done::All;
  for (const StateIndex i : piece.visits) {
    if (visit(i)) continue;
    // It is the last one, and nothing comes of it.
    end = i;
    piece.rows.truncate(i == piece.first ? 0 : piece.ends[i - piece.first - 1]);
    done = Done::Stopped;
    break;
  }
  result.states += end - piece.first + (done == Done::Stopped ? 1 : 0);
  result.buffer_was_full = result.buffer_was_full || piece.first_full < end;
  return done;
}

}  // namespace overtake::explicit_state
