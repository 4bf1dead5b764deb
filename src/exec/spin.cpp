// Iterations without effect (ir/mark_spins.h): the thread has returned to the head of a loop, in
// the state in which it was there before, and has only read in between.
#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "exec/interpreter.h"
#include "exec/rounds.h"

namespace overtake::exec {

using ir::Instruction;
using ir::Opcode;

// Whether the address is in an object of the thread that was made since it had `objects` of them.
static bool is_made_by(Address address, ThreadId thread, std::uint32_t objects) {
  return is_thread_object(address) && owner(SlotId{slot_bits(address)}) == thread &&
         number_in_thread(SlotId{slot_bits(address)}) >= objects;
}

// Two multiplicative lanes: enough to tell two states of one thread apart, and cheap enough for the
// head of every loop.
struct Interpreter::FastHash {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint64_t lo = 0x9e3779b97f4a7c15ull;
  std::uint64_t hi = 0x7f4a7c159e3779b9ull;
  // The objects of this thread from this number on are gone: what is left of their addresses in
  // private memory can be compared, and tells which words name the same one. So they count by the
  // order in which they are met.
  ThreadId thread = {};
  std::uint32_t first_gone = kNone;
  std::vector<std::uint32_t> gone = {};

  void add(std::uint64_t v) {
    lo = (lo ^ v) * 0xd6e8feb86659fd93ull;
    lo ^= lo >> 29;
    hi = (std::rotl(hi, 23) + v) * 0xa0761d6478bd642full;
    hi ^= hi >> 31;
  }

  void add_word(std::uint64_t v) {
    if (first_gone == kNone || !is_made_by(v, thread, first_gone)) return add(v);
    const std::uint32_t number = number_in_thread(SlotId{slot_bits(v)});
    auto known = std::ranges::find(gone, number);
    if (known == gone.end()) known = gone.insert(gone.end(), number);
    add(0x60e5u + static_cast<std::uint64_t>(known - gone.begin()));
    add(v - address_of(SlotId{slot_bits(v)}));
  }
};

// Called with each visible operation that is done. Loads, waits for a change, attempts that failed,
// and exchanges and compare-and-swaps that put back what they found leave the world as it was;
// fences do, too, and the machine's buffers are not the thread's state. (A thread that read the
// value that was put back might as well have read it where the exchange found it.)
void Interpreter::note_for_spins(const Instruction& i, Value result) {
  t_.has_put_back_ = t_.has_turned_ = false;
  if (t_.spins_.empty()) return;
  const Op& op = t_.pending_;
  const bool changes = op.kind == OpKind::Store || op.kind == OpKind::Rmw ||
                       op.kind == OpKind::Cas || op.kind == OpKind::Free;
  if (changes && t_.is_own(op.address)) return note_own();
  if (note_own_turn(op, result)) return;
  switch (op.kind) {
    case OpKind::Fence:
    case OpKind::StoreFence:
    case OpKind::ObjectSize:
    case OpKind::AtomicBegin:
    case OpKind::AtomicEnd:
      return;
    case OpKind::Load:
      break;
    case OpKind::Store:
      return note_store();
    case OpKind::Rmw: {
      const Value written = apply(op, result, t_.id_).written;
      if (written == result) break;
      if (note_change(op, result, written)) return;
      note_effect();
      return;
    }
    case OpKind::Cas:
      if (result != op.expected || apply(op, result, t_.id_).written == result) break;
      [[fallthrough]];
    default:
      if (op.kind == OpKind::Sync && result.lo == 0 &&
          (op.sync() == ir::SyncOp::MutexTryLock || op.sync() == ir::SyncOp::ReadTryLock ||
           op.sync() == ir::SyncOp::WriteTryLock || op.sync() == ir::SyncOp::SemTryWait)) {
        t_.spin_reads_.push_back({op.address, op.size, {}, op.sub, true});
        return;
      }
      if (op.is(ir::SyncOp::AwaitNotEqual)) break;
      if ((takes_turn(op) || gives_back(op)) && note_turn(op)) return;
      ++t_.lasting_;
      note_effect();
      return;
  }
  // What it reads between a change that is supposed to be taken back and its end is not there in
  // the end.
  if (t_.owes()) {
    ++t_.changes_;
    return;
  }
  // A transfer in progress is part of the state only at its end.
  if (i.op == Opcode::Load || i.op == Opcode::Cas || i.op == Opcode::Rmw ||
      i.op == Opcode::MemCopy || i.op == Opcode::Sync)
    t_.spin_reads_.push_back({.address = op.address,
                              .size = op.size,
                              .value = result,
                              .own = t_.turn_at(op) != nullptr});
}

// A store of what is there is no effect, if the explorer sees to it that no other thread writes the
// word. If it does not, it is one that an iteration may have and yet leave everything as it was.
// Where the thread has made objects meanwhile, the explorer does not ask: then it is an effect.
void Interpreter::note_store() {
  if (t_.known_objects_ == t_.objects_.size() && t_.stores_what_is_there()) {
    ++t_.changes_;
    if (!executor_.limits_.quiet) ++t_.effects_;
    return;
  }
  ++t_.lasting_;
  note_effect();
}

bool Thread::stores_what_is_there() const {
  if (atomic_depth_ != 0 || !may_store()) return false;
  const Op& op = pending_;
  if (std::ranges::any_of(turns_, [&](const Turn& t) {
        return t.address < op.address + op.size && op.address < t.address + t.size;
      }))
    return false;
  const Value* known = nullptr;
  for (const SpinRead& r : spin_reads_) {
    if (r.address >= op.address + op.size || op.address >= r.address + r.size) continue;
    const bool same = !r.attempt && r.address == op.address && r.size == op.size;
    if (!same || (known != nullptr && *known != r.value)) return false;
    known = &r.value;
  }
  return known != nullptr && *known == op.operand;
}

// Writes to an object of which no other thread knows, or ends it. That is an effect for loops whose
// round has begun after the object was made; for the others it is over when the object has ended.
void Interpreter::note_own() {
  const SlotId slot{slot_bits(t_.pending_.address)};
  const std::uint32_t number = number_in_thread(slot);
  for (Thread::Spin& s : t_.spins_)
    if (number < s.objects) s.effects = Thread::Spin::kLasting;
  if (t_.pending_.kind == OpKind::Free)
    t_.ended_objects_ += static_cast<std::uint32_t>(slots_for(t_.objects_[number].size));
}

void Interpreter::note_effect() {
  ++t_.effects_;
  note_known_objects();
  t_.spin_reads_.clear();
  for (Thread::Spin& s : t_.spins_) s.reads = 0;
}

// What the operation adds to its word is a debt until the word has been given back as much. Whether
// that is all that is to be said of it.
bool Interpreter::note_change(const Op& op, const Value& old, const Value& written) {
  const bool many = t_.debts_.size() >= kManyDebts;
  if (op.size > 8 || old.undefined != 0 || written.undefined != 0 || many) {
    ++t_.lasting_;
    return false;
  }
  note_known_objects();
  ++t_.changes_;
  // Where something lasting has happened in the round, no one will ask: it is an effect.
  if (std::ranges::none_of(t_.spins_, [&](const Thread::Spin& s) {
        return s.may_put_back && s.lasting == t_.lasting_;
      })) {
    ++t_.lasting_;
    return false;
  }
  t_.debts_.add(op.address, op.size, written.lo - old.lo);
  return t_.supposes_;
}

// What was read, and owed, before the outermost loop's mark will not be asked for.
void Interpreter::forget_reads() {
  const std::uint32_t old = t_.spins_.front().reads;
  t_.spin_reads_.erase(t_.spin_reads_.begin(), t_.spin_reads_.begin() + old);
  const std::uint32_t even = t_.supposes_ ? 0 : t_.spins_.front().debts;
  if (even != 0) t_.debts_.forget(even);
  for (Thread::Spin& s : t_.spins_) {
    s.reads -= old;
    s.debts -= even;
  }
}

namespace {

// Of equal reads from `first` on only the first stays. Hashed: a loop does this in each iteration.
void merge_since(std::vector<SpinRead>& reads, std::size_t first) {
  thread_local std::vector<std::uint32_t> places;  // in the merged part, counted from 1
  places.assign(std::bit_ceil(2 * (reads.size() - first) + 1), 0);
  const std::size_t mask = places.size() - 1;
  std::size_t end = first;
  for (std::size_t i = first; i < reads.size(); ++i) {
    std::size_t at = combine(reads[i].address, reads[i].value.lo) & mask;
    while (places[at] != 0 && !(reads[first + places[at] - 1] == reads[i])) at = (at + 1) & mask;
    if (places[at] != 0) continue;
    reads[end++] = reads[i];
    places[at] = static_cast<std::uint32_t>(end - first);
  }
  reads.resize(end);
}

}  // namespace

// The innermost loop begins another iteration, from another state. What its last one read matters
// to the loops around it only, and to them each read once: a loop that looks ten thousand times
// notes no more than one that looks twice. So it is with what it owes.
std::uint32_t Interpreter::merge_reads() {
  auto& reads = t_.spin_reads_;
  if (t_.spins_.size() > 1) {
    // What it has read of objects that it has made and ended meanwhile, no one can change.
    const std::uint32_t gone = first_gone();
    if (gone != FastHash::kNone)
      reads.erase(std::remove_if(reads.begin() + t_.spins_.back().reads, reads.end(),
                                 [&](const SpinRead& r) { return is_gone(r.address, gone); }),
                  reads.end());
    merge_since(reads, (t_.spins_.end() - 2)->reads);
    const std::uint32_t debts = (t_.spins_.end() - 2)->debts;
    if (t_.spins_.back().debts != t_.debts_.size())
      t_.debts_.merge_since(t_.supposes_ ? std::max(debts, t_.debts_before_) : debts);
  }
  return static_cast<std::uint32_t>(reads.size());
}

bool SpinRead::same(Value now, ThreadId self) const {
  if (!attempt) return now == value;
  const Op op{.kind = OpKind::Sync, .size = size, .sub = sub, .address = address};
  const Effect e = apply(op, now, self);
  return !e.error && e.result.lo == 0;
}

// The stack without the registers of the innermost frame and without what idle objects hold.
void Interpreter::add_frames(FastHash& state) const {
  const std::vector<std::uint64_t>& stack = t_.stack_;
  const auto add_objects = [&](std::size_t at, std::size_t objects_end) {
    while (at < objects_end) {
      const std::size_t next = at + 1 + ((stack[at] & kSizeMask) + 7) / 8;
      const std::size_t last = (stack[at] & kIdleBit) != 0 ? at + 1 : next;
      for (std::size_t w = at; w < last; ++w) state.add_word(stack[w]);
      at = next;
    }
  };
  std::size_t end = stack.size();
  for (std::uint64_t frame = t_.frame_; frame != kNoFrame; frame = stack[frame + kCaller]) {
    std::size_t at = frame + kHeaderWords + program_.functions[stack[frame + kFunction]].registers;
    if (frame != t_.frame_)
      for (std::size_t w = frame; w < at; ++w) state.add_word(stack[w]);
    add_objects(at, end);
    end = frame;
  }
  add_objects(0, end);  // private thread-locals
}

Thread::Spin Interpreter::mark(const ir::SpinHeadRegisters& head, std::uint32_t reads,
                               const FastHash& state, const FastHash& held) const {
  return {.frame = t_.frame_,
          .pc = static_cast<std::uint32_t>(t_.stack_[t_.frame_ + kPc]),
          .effects = t_.effects_,
          .reads = reads,
          .state = state.lo,
          .state2 = state.hi,
          .time = t_.time_,
          .clock_reads = t_.clock_reads_,
          .debts = t_.debts_.size(),
          .lasting = t_.lasting_,
          .changes = t_.changes_,
          .objects = static_cast<std::uint32_t>(t_.objects_.size()),
          .ended = t_.ended_objects_,
          .turns = t_.turns_ended_,
          .held = held.lo,
          .may_put_back = head.may_put_back,
          .may_store = head.may_store,
          .may_turn = head.may_turn};
}

// A round without effect has ended the objects that were made in it.
bool Interpreter::is_gone(Address address, std::uint32_t objects) const {
  return is_made_by(address, t_.id_, objects);
}

// If this round of the innermost loop has ended all objects that it has made, and no other: the
// first of them.
std::uint32_t Interpreter::first_gone() const {
  const Thread::Spin& s = t_.spins_.back();
  const bool all = t_.objects_.size() - s.objects == t_.ended_objects_ - s.ended;
  return all && s.effects != Thread::Spin::kLasting ? s.objects : FastHash::kNone;
}

bool Interpreter::spin_head(const Instruction& i) {
  const auto pc = static_cast<std::uint32_t>(t_.stack_[t_.frame_ + kPc]);
  const std::uint32_t f = static_cast<std::uint32_t>(t_.stack_[t_.frame_ + kFunction]);
  const auto& heads = executor_.spin_heads_[f];
  const auto head = std::lower_bound(
      heads.begin(), heads.end(), pc,
      [](const ir::SpinHeadRegisters& h, std::uint32_t at) { return h.instruction < at; });

  // Loops of frames that are gone, and loops inside this one, are over.
  auto& spins = t_.spins_;
  const auto here = std::find_if(spins.begin(), spins.end(), [&](const Thread::Spin& s) {
    return s.frame == t_.frame_ && s.pc == pc;
  });
  const bool known = here != spins.end();
  if (known)
    spins.erase(here + 1, spins.end());
  else
    while (!spins.empty() && spins.back().frame > t_.frame_) spins.pop_back();
  // Nothing visible happened: local work, which ends or does not, whatever others do.
  if (known && spins.back().effects == t_.effects_ && spins.back().reads == t_.spin_reads_.size() &&
      spins.back().changes == t_.changes_) {
    advance();
    return true;
  }

  FastHash state{.thread = t_.id_, .first_gone = known ? first_gone() : FastHash::kNone};
  add_frames(state);
  for (std::uint32_t r : head->registers) state.add_word(registers()[r]);
  if (!t_.undefined_.empty()) {
    for (std::uint32_t r : head->registers) state.add(t_.undefined_.at(word_of(r)).mask);
    state.add(t_.undefined_.hash(0, t_.frame_));
    state.add(t_.undefined_.hash(word_of(program_.functions[f].registers), t_.stack_.size()));
  }
  state.add(t_.objects_.size() - t_.ended_objects_);
  state.add(hash_words(t_.held_));
  // Where turns are effects, that there is one is no difference.
  FastHash held;
  for (const Turn& turn : t_.turns_) {
    held.add(turn.address);
    held.add(turn.size);
    held.add(turn.found.lo);
    held.add(turn.left.lo);
  }
  if (executor_.limits_.quiet_turns) {
    state.add(held.lo);
    state.add(held.hi);
  }

  const auto reads = static_cast<std::uint32_t>(t_.spin_reads_.size());
  if (!known) {
    if (spins.empty()) note_known_objects();
    spins.push_back(mark(*head, reads, state, held));
    forget_reads();
    advance();
    return true;
  }
  Thread::Spin& s = spins.back();
  const bool same_state = s.state == state.lo && s.state2 == state.hi;
  // An iteration that looks at the clock may end the loop because of it. One that does not is like
  // the last, only later; that it took time may matter after the loop, how much of it may not.
  const bool later = s.time != t_.time_;
  const bool by_clock = later && s.clock_reads != t_.clock_reads_;
  if (s.effects == t_.effects_ && same_state && !by_clock && t_.debts_.even_since(s.debts)) {
    if (s.repeats < executor_.limits_.spin_repeats || (later && s.repeats == 0)) {
      ++s.repeats;
      s.reads = reads;
      s.time = t_.time_;
      s.clock_reads = t_.clock_reads_;
      s.objects = static_cast<std::uint32_t>(t_.objects_.size());
      s.ended = t_.ended_objects_;
      forget_reads();
      advance();
      return true;
    }
    t_.status_ = Status::Spinning;
    t_.error_.source = i.source;
    t_.spin_reads_.erase(t_.spin_reads_.begin(), t_.spin_reads_.begin() + s.reads);
    std::erase_if(t_.spin_reads_, [&](const SpinRead& r) { return is_gone(r.address, s.objects); });
    return false;
  }
  if ((s.may_put_back || s.may_store || s.may_turn) && s.lasting == t_.lasting_ && same_state &&
      s.held == held.lo && !by_clock && t_.debts_.even_since(s.debts)) {
    t_.has_put_back_ = true;
    t_.has_turned_ = s.turns != t_.turns_ended_;
    t_.error_.source = i.source;
  }
  // The supposition was wrong: the thread has returned to the head, and something is different.
  if (t_.supposes_ && t_.changes_ > t_.changes_before_ && s.changes <= t_.changes_before_) {
    interrupt(i.source);
    return false;
  }
  s = mark(*head, merge_reads(), state, held);
  forget_reads();
  advance();
  return true;
}

bool Interpreter::only_looked(const Thread& thread) {
  return !thread.spins_.empty() && thread.spins_.back().effects == thread.effects_ &&
         thread.spins_.back().changes == thread.changes_;
}

bool only_looked(const Thread& thread) { return Interpreter::only_looked(thread); }

std::uint64_t Interpreter::state_at_head(const Thread& thread) {
  const Thread::Spin& s = thread.spins_.back();
  return combine(combine(combine(s.frame, s.pc), s.state ^ s.state2), position(thread));
}

std::uint64_t position(const Thread& thread) { return Interpreter::position(thread); }
std::uint64_t state_at_head(const Thread& thread) { return Interpreter::state_at_head(thread); }
std::uint32_t objects_at_head(const Thread& thread) { return Interpreter::objects_at_head(thread); }

bool Interpreter::spins_in_loop_of(const Thread& thread, const Thread& then) {
  return thread.status_ == Status::Spinning &&
         std::ranges::any_of(then.spins_, [&](const Thread::Spin& s) {
           const Thread::Spin& now = thread.spins_.back();
           return s.frame == now.frame && s.pc == now.pc && s.state == now.state &&
                  s.state2 == now.state2;
         });
}

bool spins_in_loop_of(const Thread& thread, const Thread& then) {
  return Interpreter::spins_in_loop_of(thread, then);
}

bool Interpreter::is_in_round(const Executor& executor, const Thread& thread) {
  std::uint64_t frame = thread.frame_;
  while (frame != kNoFrame && frame > thread.round_frame_) frame = thread.stack_[frame + kCaller];
  if (frame != thread.round_frame_) return false;
  const auto& heads = executor.spin_heads_[thread.stack_[frame + kFunction]];
  const auto head =
      std::ranges::find(heads, thread.round_head_, &ir::SpinHeadRegisters::instruction);
  return head != heads.end() && !head->loop.empty() && head->loop[thread.stack_[frame + kPc]];
}

}  // namespace overtake::exec
