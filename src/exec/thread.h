// A Thread is a value: copy it, hash it, compare it, restore it. It is the pair of functions of
// MONITOR §2.1: `next` names the thread's next visible operation, `Executor::resume` hands it the
// result and runs on to the next one. A thread is a deterministic function of the results it was
// handed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "exec/debts.h"
#include "exec/list.h"
#include "exec/object_table.h"
#include "exec/op.h"
#include "exec/undefined.h"

namespace overtake::exec {

enum class Status : std::uint8_t {
  Ready,        // next() is its next operation
  Ended,        // did its End
  Failed,       // stopped by an error: see error()
  Assumed,      // stopped by a false assume
  Bounded,      // stopped by a loop bound: see stopped_at()
  Spinning,     // stopped in a loop without effect: see spin_reads()
  Exited,       // called exit()
  Interrupted,  // local work was cut off by the stop flag; nothing can be concluded
};

struct Error {
  ir::ErrorKind kind = ir::ErrorKind::Assertion;
  ir::SourceId source;
  // Address of a constant string with the message, or of the type of an uncaught exception, or 0.
  Address text = 0;
  Address address = 0;  // the address that was accessed, for memory errors
  ir::SourceId origin;  // where the memory came from that was never set
  friend bool operator==(const Error&, const Error&) = default;
};

// A value that an iteration without effect depended on: it was read, or an attempt of the
// synchronization operation `sub` on it did not succeed.
struct SpinRead {
  Address address = 0;
  std::uint8_t size = 0;
  Value value;
  std::uint8_t sub = 0;
  bool attempt = false;
  bool own = false;  // the thread had changed the word itself, and had not put it back yet (Turn)

  // Whether the iteration goes the same way if the word is `now`.
  bool same(Value now, ThreadId self) const;
  friend bool operator==(const SpinRead&, const SpinRead&) = default;
};

// A word that the thread has changed by an exchange, a compare-and-swap or, from 0, by setting
// bits, and has not put back yet: perhaps a lock of the program's own that it holds.
struct Turn {
  Address address = 0;
  std::uint8_t size = 0;
  Value found;
  Value left;
  friend bool operator==(const Turn&, const Turn&) = default;
};

// What the program noted of its own progress (Opcode::Mark). A mark is no operation: it stands
// between two of them. Which kinds there are is between the program and the engine that reads them.
struct Mark {
  std::uint64_t kind = 0;
  std::uint64_t value = 0;
  friend bool operator==(const Mark&, const Mark&) = default;
};

class Thread {
 public:
  Status status() const { return status_; }
  bool ready() const { return status_ == Status::Ready; }
  const Op& next() const { return pending_; }
  const Error& error() const { return error_; }
  ir::SourceId stopped_at() const { return error_.source; }
  ThreadId id() const { return id_; }
  // The result that a join obtains; meaningful once Ended.
  const Value& result() const { return result_; }
  const ObjectTable& objects() const { return objects_; }
  // Spinning: what it read in its last iteration. It spins for ever if memory stays like that.
  const std::vector<SpinRead>& spin_reads() const { return spin_reads_; }
  const std::vector<Mark>& marks() const { return marks_; }
  // It is inside a loop, or was, of which an iteration may have no effect.
  bool may_wait() const { return !spins_.empty(); }
  // ... and a round of which may take back what it did to memory (ir/mark_spins.h).
  bool may_put_back() const {
    return std::ranges::any_of(spins_, [](const Spin& s) { return s.may_put_back; });
  }
  // It is in a loop in which it stores.
  bool may_store() const {
    return std::ranges::any_of(spins_, [](const Spin& s) { return s.may_store; });
  }
  // Its next operation, a store in such a loop, stores what is there already: what it has read
  // there since its last effect, unless others have written the word since then.
  bool stores_what_is_there() const;
  // It is in a loop of which a round may change a word and put it back (ir/mark_spins.h).
  bool may_turn() const {
    return std::ranges::any_of(spins_, [](const Spin& s) { return s.may_turn; });
  }
  // The words that it has changed like that, and what it has added to others.
  const std::vector<Turn>& turns() const { return turns_; }
  const Debts& debts() const { return debts_; }
  // The one at which the operation is, or nullptr.
  const Turn* turn_at(const Op& op) const;
  // Its next operation, if it changes its word, is one that may be put back, with some value there
  // or with this one; puts back what it found, by a store.
  bool may_begin_turn() const;
  bool begins_turn(const Value& found) const;
  bool ends_turn() const;
  // It has just finished an iteration of a loop, and has taken back all that it had done to memory
  // meanwhile.
  bool has_put_back() const { return has_put_back_; }
  // ... and there was a turn in it.
  bool has_turned() const { return has_turned_; }
  // Executor::suppose was called; what it has added to memory since then is not all taken back yet.
  bool supposes() const { return supposes_; }
  bool owes() const { return supposes_ && !debts_.even_since(debts_before_); }
  // ... and it is Spinning in a loop that it has entered since then.
  bool spins_inside() const {
    return status_ == Status::Spinning && spins_.back().changes > changes_before_;
  }
  // It has done nothing visible yet in this iteration of the innermost loop.
  bool at_loop_head() const { return !spins_.empty() && is_at_head(spins_.back()); }
  // The address lies in an object of its own of which no other thread can know: since it was
  // allocated, in a loop, the thread has done nothing that others could see.
  bool is_own(Address address) const {
    return is_thread_object(address) && owner(SlotId{slot_bits(address)}) == id_ &&
           !spins_.empty() && number_in_thread(SlotId{slot_bits(address)}) >= known_objects_;
  }
  std::uint32_t spawned() const { return spawned_; }
  // What its clock says at its next operation; 0 in programs that read no clock.
  Time time() const { return time_; }
  // The places of the active calls, innermost first.
  std::vector<ir::SourceId> backtrace(const ir::Program& program) const;

  std::uint64_t hash() const;
  std::uint64_t local_hash() const;  // without what it remembers of loops
  friend bool operator==(const Thread&, const Thread&) = default;

 private:
  friend class Executor;
  friend class Interpreter;

  // A multi-step instruction (MemCopy, MemSet) in progress: bytes done, and a value that was read
  // and is yet to be written.
  struct Transfer {
    std::uint64_t done = 0;
    Value value;
    bool loaded = false;
    friend bool operator==(const Transfer&, const Transfer&) = default;
  };
  // An exception on its way up the stack, or being handled.
  struct Exception {
    std::uint64_t object = 0;
    std::uint64_t type = 0;
    ir::SourceId thrown_at;
    bool unwinding = false;
    friend bool operator==(const Exception&, const Exception&) = default;
  };

  // An unwinding of all frames, by what it throws; none: 0.
  struct Forced {
    std::uint64_t object = 0;
    std::uint64_t function = 0;  // runs at its end
    std::uint64_t argument = 0;
    friend bool operator==(const Forced&, const Forced&) = default;
  };

  // The state of the thread at its last visit of a SpinHead.
  struct Spin {
    // As effects: something has happened that no round takes back.
    static constexpr std::uint32_t kLasting = 0xffffffffu;
    std::uint32_t frame = 0;
    std::uint32_t pc = 0;
    std::uint32_t effects = 0;  // effects_ then
    std::uint32_t reads = 0;    // spin_reads_.size() then
    std::uint64_t state = 0;
    std::uint64_t state2 = 0;
    Time time = 0;
    std::uint32_t clock_reads = 0;
    std::uint32_t repeats = 0;  // iterations without effect that brought it back to that state
    std::uint32_t debts = 0;    // debts_.size() then
    std::uint32_t lasting = 0;  // lasting_ then
    std::uint32_t changes = 0;  // changes_ then
    std::uint32_t objects = 0;  // objects_.size() then
    std::uint32_t ended = 0;    // ended_objects_ then
    std::uint32_t turns = 0;    // turns_ended_ then
    std::uint64_t held = 0;     // of turns_ then
    bool may_put_back = false;
    bool may_store = false;
    bool may_turn = false;
    friend bool operator==(const Spin&, const Spin&) = default;
  };

  bool is_at_head(const Spin& s) const {
    return s.reads == spin_reads_.size() && s.effects == effects_ && s.changes == changes_;
  }

  Status status_ = Status::Ready;
  ThreadId id_;
  std::uint32_t spawned_ = 0;       // children so far: the next child's name
  std::uint32_t frame_ = 0;         // index in stack_ of the current frame
  std::uint32_t atomic_depth_ = 0;  // nesting of atomic sections
  Value result_;
  Op pending_;
  Error error_;
  Transfer transfer_;
  Exception exception_;
  Forced forced_;
  std::vector<std::uint64_t>
      stack_;                 // frames: header, registers, private objects; see interpreter.h
  UndefinedWords undefined_;  // of stack_: bits that were never set
  ObjectTable objects_;       // shared objects this thread allocated
  List<std::uint32_t> stack_objects_;  // numbers of its shared stack objects that are alive
  List<std::uint64_t> held_;           // addresses of mutexes this thread holds
  std::uint32_t effects_ = 0;          // visible operations that were more than reads
  List<Spin> spins_;                   // loops that it is in, outermost first
  // What it has added to which words in loops of which a round may take that back
  // (Interpreter::note_change), and the effects that no addition takes back. While rounds are
  // supposed to be taken back, additions are no effects.
  Debts debts_;
  List<Turn> turns_;
  std::uint32_t turns_ended_ = 0;
  std::uint32_t lasting_ = 0;
  std::uint32_t changes_ = 0;  // additions, and stores of what is there, so far
  // Since when: the changes and the size of debts_ then.
  std::uint32_t changes_before_ = 0;
  std::uint32_t debts_before_ = 0;
  std::uint32_t round_frame_ = 0;  // the loop of the round
  std::uint32_t round_head_ = 0;
  bool supposes_ = false;
  bool has_put_back_ = false;
  bool has_turned_ = false;
  // In loops: the objects that others may know of, and the slots of those that it has ended itself
  // while no one did.
  std::uint32_t known_objects_ = 0;
  std::uint32_t ended_objects_ = 0;
  List<SpinRead> spin_reads_;  // reads since the last effect, inside loops
  List<Mark> marks_;
  Time time_ = 0;
  std::uint32_t looks_ = 0;        // at the clock since it did more than look, up to a limit
  Time looking_since_ = 0;         // the first of them
  std::uint32_t clock_reads_ = 0;  // so far
};

}  // namespace overtake::exec
