#include "exec/executor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "exec/interpreter.h"
#include "ir/clocks.h"

namespace overtake::exec {

namespace {

// By global: a private thread-local variable on whose value nothing depends (ir/mark_idle.h).
std::vector<bool> idle_thread_locals(const ir::Program& program) {
  std::vector<bool> idle(program.globals.size(), false);
  std::vector<bool> needed = idle;
  for (const ir::Function& f : program.functions)
    for (const ir::Instruction& i : f.code)
      if (i.op == ir::Opcode::ThreadLocal) (i.sub != 0 ? idle : needed)[i.target] = true;
  for (std::size_t g = 0; g < idle.size(); ++g) idle[g] = idle[g] && !needed[g];
  return idle;
}

}  // namespace

Executor::Executor(const ir::Program& program, Limits limits)
    : program_(&program),
      limits_(std::move(limits)),
      has_clock_(!limits_.on_clock && ir::reads_clock(program)) {
  const ir::ChangingFunctions changing(program);
  for (const ir::Function& f : program.functions) {
    spin_heads_.push_back(ir::spin_head_registers(program, f, changing));
    for (ir::SpinHeadRegisters& h : spin_heads_.back()) {
      h.may_put_back = h.may_put_back && !limits_.attempts;
      h.may_turn = h.may_turn && !limits_.attempts && limits_.turns;
      may_put_back_ = may_put_back_ || h.may_put_back;
      is_quiet_ = is_quiet_ || (limits_.quiet && (h.may_store || h.may_put_back || h.may_turn));
    }
  }
  const std::vector<bool> idle = idle_thread_locals(program);
  thread_local_place_.resize(program.globals.size());
  for (std::size_t g = 0; g < program.globals.size(); ++g) {
    const ir::Global& global = program.globals[g];
    if (!global.thread_local_) continue;
    if (global.private_) {
      local_words_.push_back(Interpreter::object_header(global.size, idle[g]));
      const std::size_t at = local_words_.size();
      local_words_.resize(at + (global.size + 7) / 8);
      if (!global.initial.empty())  // memcpy takes no null pointer, not even for nothing
        std::memcpy(local_words_.data() + at, global.initial.data(), global.initial.size());
      thread_local_place_[g] = static_cast<std::uint32_t>(at);
    } else {
      thread_local_place_[g] = static_cast<std::uint32_t>(thread_locals_.size());
      thread_local_numbers_.push_back(thread_local_place_[g]);
      thread_locals_.add({global.size, ObjectKind::ThreadLocal, global.source, ir::GlobalId{g}},
                         slots_for(global.size));
    }
  }
}

Thread Executor::start_at(ThreadId id, ir::FunctionId function, std::span<const Value> arguments,
                          Time now) const {
  Thread t;
  t.id_ = id;
  t.time_ = now;
  t.objects_ = thread_locals_;
  // They end with the thread, as the objects of a frame below all others would. The process ends
  // with main.
  if (id.value != 0) t.stack_objects_ = thread_local_numbers_;
  t.stack_ = local_words_;
  Interpreter interpreter(*this, t);
  interpreter.enter(function, arguments);
  interpreter.run();
  return t;
}

Thread Executor::start_main() const { return start_at(ThreadId{0}, program_->entry, {}, 0); }

Thread Executor::start(ThreadId id, Address function, const Value& argument, Time now) const {
  const std::uint64_t f = slot_bits(function) - ir::kFirstFunctionSlot;
  if (slot_bits(function) < ir::kFirstFunctionSlot || f >= program_->functions.size()) {
    Thread t;
    t.id_ = id;
    t.status_ = Status::Failed;
    t.error_ = {ir::ErrorKind::InvalidCall, ir::SourceId::none(), 0, function};
    return t;
  }
  return start_at(id, ir::FunctionId{f}, {&argument, 1}, now);
}

void Executor::resume(Thread& thread, Value result, Time learned) const {
  thread.time_ = std::max(thread.time_, learned);
  Interpreter(*this, thread).resume(result);
}

void Executor::suppose(Thread& thread) const {
  thread.supposes_ = true;
  thread.changes_before_ = thread.changes_;
  thread.debts_before_ = thread.debts_.size();
  thread.round_frame_ = thread.spins_.back().frame;
  thread.round_head_ = thread.spins_.back().pc;
}

// Loops that the thread has left since then are still among those that it remembers.
template <class Asked>
void Executor::follow_outermost(Thread& thread, Asked asked) const {
  for (const Thread::Spin& s : thread.spins_) {
    thread.round_frame_ = s.frame;
    thread.round_head_ = s.pc;
    if (asked(s) && is_in_round(thread)) return;
  }
}

void Executor::follow_round(Thread& thread) const {
  follow_outermost(
      thread, [](const Thread::Spin& s) { return s.may_store || s.may_put_back || s.may_turn; });
}

void Executor::follow_round_from_head(Thread& thread) const {
  follow_outermost(thread, [&](const Thread::Spin& s) { return thread.is_at_head(s); });
}

bool Executor::is_in_round(const Thread& thread) const {
  return Interpreter::is_in_round(*this, thread);
}

bool Executor::same_but_for(const Thread& a, const Thread& b,
                            std::vector<Register>& different) const {
  return Interpreter::same_but_for(*program_, a, b, different);
}

void Executor::fail(Thread& thread, ir::ErrorKind kind, ir::SourceId origin) const {
  Interpreter(*this, thread).fail(kind, thread.pending_.source, 0, thread.pending_.address);
  thread.error_.origin = origin;
}

std::vector<ir::SourceId> Thread::backtrace(const ir::Program& program) const {
  return Interpreter::backtrace(program, *this);
}

std::uint64_t Thread::hash() const {
  std::uint64_t h = local_hash();
  // Whether there was an effect since the loop's head decides what its next visit finds
  // (Interpreter::spin_head); how many there were does not, and an inner loop may have any number.
  for (const Spin& s : spins_) {
    const unsigned since = s.effects == effects_ ? 0 : s.effects == Thread::Spin::kLasting ? 2 : 1;
    h = combine(h, s.state ^ s.pc ^ since);
  }
  // Whether it will be found to wait depends on what it has read, also where it does not need that.
  for (const SpinRead& r : spin_reads_)
    h = combine(combine(h, r.address), r.value.lo ^ r.value.hi ^ r.value.undefined);
  return h;
}

std::uint64_t Thread::local_hash() const {
  std::uint64_t h = combine(static_cast<std::uint64_t>(status_), id_.value);
  h = combine(h, frame_ | std::uint64_t{spawned_} << 32);
  h = hash_words(stack_, h) ^ undefined_.hash();
  h = combine(h, objects_.size() ^ objects_.hash());
  h = hash_words(held_, h);
  h = combine(h, result_.lo ^ atomic_depth_);
  h = combine(h, transfer_.done * 2 + (transfer_.loaded ? 1 : 0));
  h = combine(h, transfer_.value.lo ^ transfer_.value.undefined);
  h = combine(h, exception_.object ^ (exception_.unwinding ? 1 : 0));
  for (const Mark& m : marks_) h = combine(h, m.kind ^ m.value << 8);
  h = combine(h, stack_objects_.size());
  if (time_ != 0) h = combine(combine(h, time_), looking_since_ << 4 | looks_);
  return h;
}

namespace {

Resolution within(Resolution r, std::uint64_t size) {
  r.ok = r.offset <= r.object_size && size <= r.object_size - r.offset;
  r.error = ir::ErrorKind::OutOfBounds;
  return r;
}

}  // namespace

Value Initial::value(const ir::Program& program, std::uint64_t offset, unsigned size) const {
  if (undefined)
    return {.undefined = static_cast<std::uint16_t>((1u << size) - 1), .origin = origin};
  Value v;
  if (!image.valid()) return v;
  const std::vector<std::uint8_t>& bytes = program.globals[image.index()].initial;
  for (unsigned k = 0; k < size && offset + k < bytes.size(); ++k)
    (k < 8 ? v.lo : v.hi) |= std::uint64_t{bytes[offset + k]} << (8 * (k % 8));
  return v;
}

Resolution resolve_global(const ir::Program& program, Address address, std::uint64_t size) {
  const std::uint64_t slot = slot_bits(address);
  Resolution r;
  if (slot == 0) {
    r.error = ir::ErrorKind::NullDereference;
    return r;
  }
  if (slot >= program.next_global_slot) return r;
  const ir::Global& g = program.globals[program.global_of_slot[slot].index()];
  r.slot = g.slot;
  r.offset = address - address_of(g.slot);
  r.object_size = g.size;
  r.constant = g.constant;
  r.initial.image = program.global_of_slot[slot];
  return within(r, size);
}

Resolution resolve_object(const ObjectTable& objects, SlotId named, Address address,
                          std::uint64_t size) {
  std::uint32_t number = number_in_thread(named);
  Resolution r;
  if (number >= objects.size()) return r;
  while (objects[number].kind == ObjectKind::Continued) --number;
  const Object& o = objects[number];
  r.slot = thread_slot(owner(named), number);
  r.offset = address - address_of(r.slot);
  r.object_size = o.size;
  r.kind = o.kind;
  r.initial = {o.image, o.contents == ir::Contents::Uninitialized, o.source};
  return within(r, size);
}

}  // namespace overtake::exec
