#include "smc/possible_writes.h"

#include <algorithm>

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using exec::Value;

namespace {

constexpr std::uint32_t kNotThere = 0xffffffffu;

}  // namespace

PossibleWrites::PossibleWrites(const exec::Executor& executor, const memory::ThreadNames& names)
    : executor_(executor), names_(names), met_(names.size()), locations_(executor.program()) {
  add_state(executor.start_main());
  while (!given_up_ && (!to_run_.empty() || !to_resume_.empty())) {
    if (!to_run_.empty()) {
      const std::uint32_t state = to_run_.back();
      to_run_.pop_back();
      run(state);
    } else {
      const auto [state, value] = to_resume_.back();
      to_resume_.pop_back();
      resume(state, value);
    }
  }
  states_.clear();
  known_.clear();
  writes_.resize(names_.size());
}

bool PossibleWrites::may_write(ThreadId thread, const LocationInfo& location) {
  if (location.plain != LocationInfo::kNotAnEpoch) return true;
  // Objects of threads that were met later have other names here.
  const bool owned = location.object.value >= kFirstThreadSlot;
  if (owned && owner(location.object).index() >= met_) return true;
  bool overlap = false;
  const std::uint32_t here = locations_.intern(location.object, location.offset, location.size,
                                               {.undefined = location.uninitialized}, overlap);
  return overlap || writes_[thread.index()].contains(here);
}

void PossibleWrites::add_state(exec::Thread state) {
  const std::size_t t = state.id().index();
  if (t >= results_.size()) results_.resize(t + 1);
  if (t >= newest_.size()) newest_.resize(t + 1, kNotThere);
  if (t >= writes_.size()) writes_.resize(t + 1);
  if (state.status() == exec::Status::Ended) return add_value(results_[t], state.result());
  if (state.status() == exec::Status::Interrupted) return give_up();
  if (!state.ready() || !known_.insert(state).second) return;
  const auto id = static_cast<std::uint32_t>(states_.size());
  states_.push_back(std::move(state));
  location_.push_back(kNotThere);
  if (newest_[t] == kNotThere ||
      states_[newest_[t]].objects().size() < states_[id].objects().size())
    newest_[t] = id;
  to_run_.push_back(id);
}

// What the next operation of the state can lead to.
void PossibleWrites::run(std::uint32_t state) {
  const exec::Thread& thread = states_[state];
  const Op& op = thread.next();
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Store:
    case OpKind::Rmw:
    case OpKind::Cas:
    case OpKind::Sync:
      return access(state);
    case OpKind::Free:
      // What was read may be the address of an object that other states of the thread have.
      if (is_thread_object(op.address) && !resolve(thread, 0).ok) return give_up();
      return resume(state, {});
    case OpKind::Fence:
    case OpKind::StoreFence:
    case OpKind::End:
    case OpKind::AtomicBegin:  // each thread is by itself
    case OpKind::AtomicEnd:
      return resume(state, {});
    case OpKind::Spawn: {
      if (names_.size() >= kMaxThreads / 2) return give_up();
      const ThreadId child = names_.child(thread.id(), thread.spawned());
      add_state(executor_.start(child, op.address, op.operand));
      return resume(state, {child.value});
    }
    case OpKind::Join:
      if (op.operand.lo >= kMaxThreads) return;
      if (op.operand.lo >= results_.size()) results_.resize(op.operand.lo + 1);
      return read(state, results_[op.operand.lo]);
    case OpKind::Choose:
      for (std::uint64_t c = 0; c < op.operand.lo && !given_up_; ++c) resume(state, {c});
      return;
    default:
      return give_up();
  }
}

// Where the next operation of the thread is. An object of another thread may differ from state to
// state of it.
exec::Resolution PossibleWrites::resolve(const exec::Thread& thread, std::uint64_t size) const {
  const auto thread_of = [&](ThreadId t) -> const exec::Thread* {
    if (t == thread.id()) return &thread;
    return t.index() < newest_.size() && newest_[t.index()] != kNotThere
               ? &states_[newest_[t.index()]]
               : nullptr;
  };
  return exec::resolve(executor_.program(), thread_of, thread.next().address, size);
}

void PossibleWrites::access(std::uint32_t state) {
  const exec::Thread& thread = states_[state];
  const Op& op = thread.next();
  const exec::Resolution r = resolve(thread, op.size);
  if (!r.ok) {
    if (is_thread_object(op.address)) give_up();
    return;  // it fails
  }
  if (r.constant && exec::may_write(op)) return;
  bool overlap = false;
  const std::uint32_t location = locations_.intern(r.slot, r.offset, op.size, r.initial, overlap);
  if (overlap) return give_up();
  location_[state] = location;
  if (location >= readers_.size()) readers_.resize(location + 1);
  Readers& readers = readers_[location];
  if (readers.values.empty()) add_value(readers, locations_[location].initial);
  if (exec::may_write(op)) writes_[thread.id().index()].insert(location);
  if (op.kind != OpKind::Store) return read(state, readers);
  add_value(readers, op.operand);
  resume(state, {});
}

void PossibleWrites::read(std::uint32_t state, Readers& readers) {
  readers.waiting.push_back(state);
  for (Value v : readers.values) to_resume_.emplace_back(state, v);
  if (resumed_ + to_resume_.size() > kMaxResumed) give_up();
}

void PossibleWrites::add_value(Readers& readers, Value value) {
  if (std::ranges::find(readers.values, value) != readers.values.end()) return;
  readers.values.push_back(value);
  for (std::uint32_t state : readers.waiting) to_resume_.emplace_back(state, value);
  if (resumed_ + to_resume_.size() > kMaxResumed) give_up();
}

// The operation obtained `value`, if it reads, or is done.
void PossibleWrites::resume(std::uint32_t state, Value value) {
  if (++resumed_ > kMaxResumed) return give_up();
  const Op& op = states_[state].next();
  const ThreadId t = states_[state].id();
  const bool atomic = op.kind == OpKind::Rmw || op.kind == OpKind::Cas || op.kind == OpKind::Sync;
  for (std::uint32_t choice = 0, choices = 1; choice < choices && !given_up_; ++choice) {
    if (atomic) {
      const exec::Effect effect = exec::apply(op, value, t, choice);
      if (effect.blocked || effect.error) return;
      choices = effect.choices;
      exec::Thread next = states_[state];
      executor_.resume(next, effect.result, 0);
      if (effect.writes) add_value(readers_[location_[state]], effect.written);
      add_state(std::move(next));
    } else {
      exec::Thread next = states_[state];
      executor_.resume(next, value, 0);
      add_state(std::move(next));
    }
  }
}

}  // namespace overtake::smc
