// Runs threads from one visible operation to the next. Stateless: one Executor serves any number of
// explorations at once.
//
//     Executor executor(program);
//     Thread main = executor.start_main();
//     while (main.ready()) executor.resume(main, do_it(main.next()));
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "exec/thread.h"
#include "ir/mark_spins.h"

namespace overtake::exec {

struct Limits {
  std::uint32_t stack_words = 1u << 20;     // 8 MiB a thread
  const std::atomic<bool>* stop = nullptr;  // set: local work ends with Status::Interrupted
  std::uint32_t spin_repeats = 0;           // iterations without effect before Status::Spinning
  bool attempts = false;                    // those that are taken back are effects like any other
  // Stores of what is there already, and locks that a round takes and gives back, are no effects of
  // it: who sets this sees to it that no other thread can tell.
  bool quiet = false;
  bool turns = true;         // words that a round changes and puts back are noted
  bool quiet_turns = false;  // ... and are no effects of it, too
  // For explorations that do not follow clocks: as if the program read none, until a thread does.
  // Throws.
  std::function<void(ir::SourceId)> on_clock;
  // What the program prints, as it prints it; empty: swallowed.
  std::function<void(ThreadId, std::string_view)> output;
  // The thread has made the last of its objects(), by the instruction at `source`. For reports.
  std::function<void(const Thread&, ir::SourceId source)> allocated;
};

class Executor {
 public:
  // The program must outlive the executor.
  explicit Executor(const ir::Program& program, Limits limits = {});

  const ir::Program& program() const { return *program_; }

  // Whether the program may read a clock. If not, no thread's time ever matters, and all are 0.
  bool has_clock() const { return has_clock_; }

  Thread start_main() const;
  // A child, for OpKind::Spawn at the time `now`.
  Thread start(ThreadId id, Address function, const Value& argument, Time now = 0) const;

  // Hands the thread the result of next() and runs it to its next visible operation. `learned`: the
  // time of the latest event that it obtained the result from; its clock cannot show less than
  // that.
  void resume(Thread& thread, Value result, Time learned = 0) const;

  // From here on the thread's additions to memory are supposed to be taken back before its round is
  // over (ir/mark_spins.h): if they are, it is Spinning at the head of the loop. If it returns to
  // the head and anything is different, it is Interrupted. For copies of threads, to look ahead
  // with.
  void suppose(Thread& thread) const;
  // Makes `is_in_round` ask for the outermost of the loops that it is in, and that change memory.
  void follow_round(Thread& thread) const;
  // ... for the outermost of those at whose head it is.
  void follow_round_from_head(Thread& thread) const;
  // Whether the thread has not left the loop in which it was then.
  bool is_in_round(const Thread& thread) const;

  // Whether a round of some loop may take back what it did to memory.
  bool may_put_back() const { return may_put_back_; }
  // Whether a round of some loop may change memory so that no thread can tell (Limits::quiet).
  bool is_quiet() const { return is_quiet_; }
  // ... also by words that it changes and puts back; whether they would be, if that were asked for.
  bool has_quiet_turns() const { return limits_.quiet_turns; }
  bool leaves_turns() const { return limits_.quiet && !limits_.quiet_turns; }

  // A register, by its place in a frame, in which two threads may differ.
  struct Register {
    ir::FunctionId function;
    std::uint32_t instruction = 0;  // that is next, or the call that has not returned
    std::uint32_t number = 0;
    bool calls = false;
  };
  // Whether the threads are in the same state but for these registers, and for what they remember
  // of the loops that they are in.
  bool same_but_for(const Thread& a, const Thread& b, std::vector<Register>& different) const;

  // next() turned out to be an error; the thread stops there.
  void fail(Thread& thread, ir::ErrorKind kind, ir::SourceId origin = {}) const;

 private:
  friend class Interpreter;

  template <class Asked>
  void follow_outermost(Thread& thread, Asked asked) const;
  Thread start_at(ThreadId id, ir::FunctionId function, std::span<const Value> arguments,
                  Time now) const;

  const ir::Program* program_;
  Limits limits_;
  bool has_clock_;
  bool may_put_back_ = false;
  bool is_quiet_ = false;
  ObjectTable thread_locals_;  // the shared ones, as every thread starts with them
  std::vector<std::uint32_t> thread_local_numbers_;  // their numbers
  std::vector<std::uint64_t> local_words_;  // the private ones: the bottom of every thread's stack
  // By function: the registers that matter at each SpinHead.
  std::vector<std::vector<ir::SpinHeadRegisters>> spin_heads_;
  // By GlobalId: number in the thread if shared, word index in the stack if private.
  std::vector<std::uint32_t> thread_local_place_;
};

// What an object holds before anything is written to it: the image of a global, zeroes, or nothing
// that was ever set.
struct Initial {
  ir::GlobalId image;
  bool undefined = false;
  ir::SourceId origin;  // if undefined: where the memory came from

  Value value(const ir::Program& program, std::uint64_t offset, unsigned size) const;
};

// The object that an access of `size` bytes at `address` falls into, or what is wrong with it.
struct Resolution {
  bool ok = false;
  ir::ErrorKind error = ir::ErrorKind::InvalidPointer;  // if not ok
  SlotId slot;                                          // the object's first slot
  std::uint64_t offset = 0;
  std::uint64_t object_size = 0;
  bool constant = false;
  ObjectKind kind = ObjectKind::None;  // None: a global
  Initial initial;
};

// `thread_of(ThreadId) -> const Thread*` gives the threads that exist (nullptr: none such). Whether
// the object was freed is not known here.
template <class ThreadOf>
Resolution resolve(const ir::Program& program, const ThreadOf& thread_of, Address address,
                   std::uint64_t size);

Resolution resolve_global(const ir::Program& program, Address address, std::uint64_t size);
Resolution resolve_object(const ObjectTable& objects, SlotId named, Address address,
                          std::uint64_t size);

template <class ThreadOf>
Resolution resolve(const ir::Program& program, const ThreadOf& thread_of, Address address,
                   std::uint64_t size) {
  if (!is_thread_object(address)) return resolve_global(program, address, size);
  const SlotId slot{slot_bits(address)};
  const Thread* thread = thread_of(owner(slot));
  if (thread == nullptr) return {};
  return resolve_object(thread->objects(), slot, address, size);
}

inline bool may_end(ObjectKind kind) { return kind != ObjectKind::None; }

// What an access to an object is whose life has ended.
inline ir::ErrorKind dead_object_error(ObjectKind kind) {
  return kind == ObjectKind::Heap ? ir::ErrorKind::UseAfterFree : ir::ErrorKind::DeadStackObject;
}

// Whether the free ends all of `r`, and may. Variables end with their functions and threads only,
// globals never.
inline bool is_end_of_whole(const Op& op, const Resolution& r) {
  return r.ok && r.offset == 0 && may_end(r.kind) &&
         (op.ends_scope() || r.kind == ObjectKind::Heap);
}

// What is wrong with an access that leads to `r`, if anything is. `ended()`: whether the life of
// the object has ended for the thread; it is asked last.
template <class Ended>
std::optional<ir::ErrorKind> access_error(const Op& op, const Resolution& r, const Ended& ended) {
  if (!r.ok) return r.error;
  if (r.constant && may_write(op)) return ir::ErrorKind::WriteToConstant;
  if (ended()) return dead_object_error(r.kind);
  return std::nullopt;
}

// The same for a free: only whole objects of the heap can be freed, and only once.
template <class Ended>
std::optional<ir::ErrorKind> free_error(const Op& op, const Resolution& r, const Ended& ended) {
  if (!is_end_of_whole(op, r)) return ir::ErrorKind::InvalidFree;
  if (ended()) return ir::ErrorKind::DoubleFree;
  return std::nullopt;
}

}  // namespace overtake::exec
