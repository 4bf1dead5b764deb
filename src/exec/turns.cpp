// Locks that a round takes and gives back, and words that it changes and puts back: turns
// (exec::Turn). Whether no other thread can tell is for the explorer to ask (smc/quiet_rounds.h).
#include <algorithm>

#include "exec/interpreter.h"

namespace overtake::exec {

// A lock that is taken is a debt until it is given back. Whether that is all that is to be said.
bool Interpreter::note_turn(const Op& op) {
  const bool may_take_back = std::ranges::any_of(
      t_.spins_, [&](const Thread::Spin& s) { return s.may_put_back && s.lasting == t_.lasting_; });
  if (!may_take_back || t_.debts_.size() >= kManyDebts) return false;
  t_.debts_.add(op.address, op.size, takes_turn(op) ? 1 : ~std::uint64_t{0});
  ++t_.changes_;
  // A round that gives back a lock that was taken before it, and takes it again, lets others in.
  for (Thread::Spin& s : t_.spins_)
    if (t_.debts_.gave_more_since(s.debts, op.address, op.size)) s.effects = Thread::Spin::kLasting;
  if (!t_.supposes_ && !executor_.limits_.quiet) note_effect();  // no one learns of an object by it
  return true;
}

const Turn* Thread::turn_at(const Op& op) const {
  const auto turn = std::ranges::find_if(
      turns_, [&](const Turn& t) { return t.address == op.address && t.size == op.size; });
  return turn == turns_.end() ? nullptr : &*turn;
}

bool Thread::may_begin_turn() const {
  const Op& op = pending_;
  const bool swaps =
      op.kind == OpKind::Cas || op.is(ir::SyncOp::SpinLock) ||
      (op.kind == OpKind::Rmw && ir::may_take_lock(static_cast<ir::RmwFunction>(op.sub)));
  if (!ready() || !swaps || op.size > 8 || op.operand.undefined != 0 || atomic_depth_ != 0 ||
      turns_.size() >= kManyDebts || turn_at(op) != nullptr)
    return false;
  // Where something lasting has happened in the round, no one will ask.
  return std::ranges::any_of(spins_,
                             [&](const Spin& s) { return s.may_turn && s.lasting == lasting_; });
}

// Bits of a word with other bits in it are attempts (put_backs.h): what is taken back need not be
// what was found.
bool Thread::begins_turn(const Value& found) const {
  const bool sets_bits = pending_.kind == OpKind::Rmw &&
                         static_cast<ir::RmwFunction>(pending_.sub) != ir::RmwFunction::Exchange;
  return may_begin_turn() && found.undefined == 0 && (!sets_bits || found.lo == 0);
}

bool Thread::ends_turn() const {
  if (!ready() || pending_.kind != OpKind::Store || atomic_depth_ != 0) return false;
  const Turn* turn = turn_at(pending_);
  return turn != nullptr && turn->found == pending_.operand;
}

// A word that is changed, and later put back as it was found, is no effect of a round, if the
// explorer sees to it that no other thread can tell. Whether that is all that is to be said.
bool Interpreter::note_own_turn(const Op& op, Value result) {
  const bool spin_lock = op.is(ir::SyncOp::SpinLock);
  if (spin_lock) result = {};  // it was free
  const bool reads =
      op.kind == OpKind::Load || op.kind == OpKind::Rmw || op.kind == OpKind::Cas || spin_lock;
  if (!reads && op.kind != OpKind::Store) return false;
  const Turn* turn = t_.turn_at(op);
  const bool quiet = executor_.limits_.quiet_turns;
  if (turn == nullptr && (!t_.begins_turn(result) || (t_.supposes_ && !quiet))) return false;
  const Effect effect = op.kind == OpKind::Store  ? Effect{.writes = true, .written = op.operand}
                        : op.kind == OpKind::Load ? Effect{}
                                                  : apply(op, result, t_.id_);
  const bool changes = effect.writes && !(reads && effect.written == result);
  if (turn == nullptr) {
    if (!changes || effect.written.undefined != 0) return false;
    t_.turns_.push_back({op.address, op.size, result, effect.written});
    note_known_objects();
  } else {
    if (!changes && result == turn->left) return false;  // it looks at what it has
    // What another thread has written since then would be gone.
    const bool is_own = !reads || result == turn->left;
    const bool puts_back =
        changes && is_own && effect.written == turn->found && t_.atomic_depth_ == 0;
    t_.turns_.erase(t_.turns_.begin() + (turn - t_.turns_.data()));
    if (!puts_back) {  // it was none
      ++t_.lasting_;
      if (quiet) note_effect();
      return false;
    }
    forget_looks(op);
    ++t_.turns_ended_;
  }
  ++t_.changes_;
  if (!quiet) note_effect();
  return true;
}

// What the thread found in a word while it had changed it is not there any more.
void Interpreter::forget_looks(const Op& op) {
  auto& reads = t_.spin_reads_;
  std::uint32_t kept = 0;
  std::size_t mark = 0;
  for (std::uint32_t k = 0; k <= reads.size(); ++k) {
    for (; mark < t_.spins_.size() && t_.spins_[mark].reads == k; ++mark)
      t_.spins_[mark].reads = kept;
    if (k == reads.size()) break;
    if (!reads[k].own || reads[k].address != op.address) reads[kept++] = reads[k];
  }
  reads.resize(kept);
}

}  // namespace overtake::exec
