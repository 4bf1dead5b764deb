#include "explicit/ir_automata.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "exec/cancellation.h"
#include "ir/clocks.h"
#include "ir/errors.h"

namespace overtake::explicit_state {
namespace {

using exec::Op;
using exec::OpKind;
using exec::Status;
using exec::Thread;
using exec::Value;

constexpr std::uint32_t kMostWaiters = 16;  // that a signal can choose from

LocalStatus status_of(const Thread& thread) {
  switch (thread.status()) {
    case Status::Ready:
      return LocalStatus::Ready;
    case Status::Ended:
      return LocalStatus::Ended;
    case Status::Failed:
      return LocalStatus::Failed;
    case Status::Interrupted:
    case Status::Bounded:
    case Status::Spinning:
    case Status::Assumed:
    case Status::Exited:
      return LocalStatus::Stopped;
  }
  return LocalStatus::Stopped;
}

std::uint64_t bits_of(const Op& op) {
  return op.size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * op.size) - 1;
}

bool has_choices(const Op& op) {
  return op.kind == OpKind::Choose || op.is(ir::SyncOp::CondSignal);
}

std::string at(const ir::Program& program, ir::SourceId source) {
  if (!source.valid()) return "an unknown place";
  const ir::Source& s = program.sources[source.index()];
  if (!s.file.valid()) return "an unknown place";
  return fmt::format("{}:{}", program.files[s.file.index()].path, s.line);
}

}  // namespace

IrAutomata::IrAutomata(const ir::Program& program, std::shared_ptr<StorePlaces> places,
                       std::uint32_t value_bits, std::shared_ptr<Extents> extents)
    : program_(program),
      executor_(program),
      places_(std::move(places)),
      extents_(extents ? std::move(extents) : std::make_shared<Extents>()),
      value_bits_(value_bits) {
  // Times are no part of the values in memory, and in a loop they would grow without end.
  if (executor_.has_clock())
    throw InputError(fmt::format("{}: reading a clock is not supported by the search for fences",
                                 at(program_, ir::clock_read_place(program_))));
  add_code();
  locals_.emplace_back();
  const ThreadId main = add_thread(0, LocalId::none());
  set_initial(main, intern(executor_.start_main()));
}

std::string IrAutomata::thread_name(ThreadId t) const {
  if (t.index() == 0) return "main";
  const auto& [parent, number] = spawned_as_[t.index() - 1];
  return parent.index() == 0 ? fmt::format("T{}", number + 1)
                             : fmt::format("{}.{}", thread_name(parent), number + 1);
}

std::string IrAutomata::failure(ThreadId t, LocalId l) const {
  const Thread& thread = locals_[t.index()].threads[l.index()];
  const exec::Error& e = thread.error();
  // Assertions fail inside the library; the user's line is the one that called it.
  const auto place = ir::user_place(program_, e.source, thread.backtrace(program_));
  return fmt::format("{} at {}", ir::name(e.kind), at(program_, place ? place->source : e.source));
}

std::string IrAutomata::place_of(ThreadId t, LocalId l) const {
  const Thread& thread = locals_[t.index()].threads[l.index()];
  const auto place = ir::user_place(program_, thread.next().source, thread.backtrace(program_));
  return place ? at(program_, place->source) : "an unknown place";
}

std::string IrAutomata::position_name(PositionId p) const {
  const StorePlaces::Place& at = (*places_)[p];
  return fmt::format("{}:{}:{}", at.file, at.line, at.column);
}

std::uint32_t IrAutomata::choice(ThreadId t, LocalId l, std::uint32_t action) const {
  return has_choices(locals_[t.index()].threads[l.index()].next()) ? action : 0;
}

void IrAutomata::refuse(const Thread& thread, const std::string& what) const {
  const ir::SourceId source = thread.next().source;
  const auto place = ir::user_place(program_, source, thread.backtrace(program_));
  throw InputError(fmt::format("{}: {} not supported by the search for fences",
                               at(program_, place ? place->source : source), what));
}

// --- states of threads ---------------------------------------------------------------------------

LocalId IrAutomata::intern(const Thread& thread) {
  const std::size_t t = thread.id().index();
  const std::uint64_t hash = thread.hash();
  for (const LocalId known : locals_[t].by_hash[hash])
    if (locals_[t].threads[known.index()] == thread) return known;
  learn_objects(thread);
  std::vector<Action> actions = thread.ready() ? actions_of(thread) : std::vector<Action>{};
  const LocalId id =
      add_record(static_cast<std::uint32_t>(t), status_of(thread), std::move(actions));
  locals_[t].threads.resize(id.index() + 1);
  locals_[t].threads[id.index()] = thread;
  locals_[t].by_hash[hash].push_back(id);
  return id;
}

// Objects have the same name in every run; here they must have the same size, too.
void IrAutomata::learn_objects(const Thread& thread) {
  const std::size_t t = thread.id().index();
  if (t >= objects_.size()) objects_.resize(t + 1);
  exec::ObjectTable& known = objects_[t];
  const exec::ObjectTable& now = thread.objects();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i == known.size()) known.add(now[i], 1);
    if (known[i].size != now[i].size || known[i].kind != now[i].kind)
      throw InputError(
          fmt::format("{}: an object whose size depends on the run is not supported "
                      "by the search for fences",
                      at(program_, now[i].source)));
  }
}

ThreadId IrAutomata::child(ThreadId parent, std::uint32_t number) {
  const auto it = std::ranges::find(spawned_as_, std::pair(parent, number));
  if (it != spawned_as_.end())
    return ThreadId{static_cast<std::size_t>(it - spawned_as_.begin()) + 1};
  spawned_as_.emplace_back(parent, number);
  add_code();
  locals_.emplace_back();
  const ThreadId id{spawned_as_.size()};
  if (add_thread(static_cast<std::uint32_t>(id.index()), LocalId::none()) != id)
    throw InternalError("threads are out of step");
  return id;
}

std::vector<Action> IrAutomata::actions_of(const Thread& thread) {
  const Op& op = thread.next();
  switch (op.kind) {
    case OpKind::Load:
      return {access(thread, ActionKind::Read)};
    case OpKind::Store:
      return {access(thread, ActionKind::Write)};
    case OpKind::Rmw:
    case OpKind::Cas:
      return {access(thread, ActionKind::Atomic)};
    case OpKind::Sync:
      if (exec::request_word(op) != 0) refuse(thread, "a cancellation point is");
      return std::vector<Action>(has_choices(op) ? kMostWaiters : 1,
                                 access(thread, ActionKind::Atomic));
    case OpKind::Fence:
      return {{.kind = ActionKind::Fence}};
    case OpKind::StoreFence:
      return {{.kind = ActionKind::StoreFence}};
    case OpKind::Free: {
      const exec::Resolution r = resolve({.kind = OpKind::Free, .address = op.address});
      if (!exec::is_end_of_whole(op, r)) return {{}};  // a step into a failure
      const CellId status = status_cell(r.slot);
      return {{.kind = ActionKind::Free,
               .cell = status,
               .value = Automata::intern(1),
               .status = status}};
    }
    case OpKind::Spawn: {
      const ThreadId id = child(thread.id(), thread.spawned());
      const LocalId start = intern(executor_.start(id, op.address, op.operand));
      return {{.kind = ActionKind::Spawn, .other = id, .start = start}};
    }
    case OpKind::Join:
      if (exec::request_word(op) != 0) refuse(thread, "a cancellation point is");
      if (op.operand.lo >= thread_count()) return {{}};
      return {{.kind = ActionKind::Join, .other = ThreadId{op.operand.lo}}};
    case OpKind::Choose:
      return std::vector<Action>(op.operand.lo);
    case OpKind::AtomicBegin:
      return {{.kind = ActionKind::AtomicBegin}};
    case OpKind::AtomicEnd:
      return {{.kind = ActionKind::AtomicEnd}};
    case OpKind::ObjectSize:
      return {{}};
    case OpKind::End:
      return {{.kind = ActionKind::End}};
  }
  throw InternalError("an operation of no kind");
}

// A step into a failure if the address is wrong.
Action IrAutomata::access(const Thread& thread, ActionKind kind) {
  const Op& op = thread.next();
  if (op.size > 8) refuse(thread, "an access of 16 bytes is");
  const exec::Resolution r = resolve(op);
  if (!r.ok || (r.constant && exec::may_write(op))) return {};
  const InCell in = cell(op, r);
  Action a{.kind = kind, .cell = in.cell};
  const bool part = op.size != sizes_[in.cell.index()];
  const std::uint64_t bits = part ? bits_of(op) << in.shift : kWholeCell;
  if (kind == ActionKind::Write) {
    const std::uint64_t value = wrap(op, op.operand.lo & bits_of(op));
    a.value = intern_part(static_cast<std::int64_t>(value << in.shift), bits);
  }
  if (kind == ActionKind::Read) a.bits = bits;
  if (exec::may_end(r.kind) && !exec::only_waits(op)) a.status = status_cell(r.slot);
  return a;
}

Outcome IrAutomata::compute(ThreadId t, LocalId l, std::uint32_t action, ValueId found) {
  const Action a = actions(t, l)[action];
  Thread next = locals_[t.index()].threads[l.index()];
  const Op op = next.next();
  StorePlaces::Access done{op, next.backtrace(program_)};
  Outcome outcome;
  const auto fail = [&](ir::ErrorKind kind) { executor_.fail(next, kind); };
  if (!found.valid()) {  // the object has ended
    // An error only if the thread had not been woken before, which no cell says any more.
    if (op.is(ir::SyncOp::CondCancel))
      refuse(next, "the end of a condition variable before a timed wait on it has returned is");
    const exec::Resolution r = resolve(op);
    fail(op.kind == OpKind::Free ? ir::ErrorKind::DoubleFree : exec::dead_object_error(r.kind));
  } else if (a.kind == ActionKind::Local && op.kind != OpKind::Choose) {
    const exec::Resolution r = resolve(op);
    switch (op.kind) {
      case OpKind::ObjectSize:
        if (r.ok)
          executor_.resume(next, {r.object_size}, 0);
        else
          fail(r.error);
        break;
      case OpKind::Free:
        fail(ir::ErrorKind::InvalidFree);
        break;
      case OpKind::Join:
        fail(ir::ErrorKind::InvalidJoin);
        break;
      default:
        fail(r.ok ? ir::ErrorKind::WriteToConstant : r.error);
    }
  } else {
    Value result;
    // What the access finds in its part of the cell.
    std::uint32_t shift = 0;
    std::uint64_t whole = 0;
    if (a.cell.valid() && op.is_access()) {
      shift = cell(op, resolve(op)).shift;
      whole = static_cast<std::uint64_t>(value(found));
    }
    const bool part = a.cell.valid() && op.is_access() && sizes_[a.cell.index()] != op.size;
    const std::uint64_t own = part ? whole >> shift & bits_of(op) : whole;
    switch (op.kind) {
      case OpKind::Load:
        result.lo = own;
        break;
      case OpKind::Rmw:
      case OpKind::Cas:
      case OpKind::Sync: {
        const Value old{own};
        const exec::Effect e = exec::apply(op, old, t, choice(t, l, action));
        outcome.blocked = e.blocked || choice(t, l, action) >= std::max(1u, e.choices);
        if (outcome.blocked) return outcome;
        if (e.choices > kMostWaiters) refuse(next, "a condition variable with so many waiters is");
        if (e.error) {
          fail(e.kind);
          outcome.successors = {{intern(next), {}}};
          return outcome;
        }
        outcome.writes = e.writes;
        if (e.writes) {
          std::uint64_t written = wrap(op, e.written.lo);
          if (part) written = (whole & ~(bits_of(op) << shift)) | (written & bits_of(op)) << shift;
          outcome.written = Automata::intern(static_cast<std::int64_t>(written));
        }
        result = e.result;
        break;
      }
      case OpKind::Spawn:
        result.lo = a.other.value;
        break;
      case OpKind::Join:
        result = locals_[a.other.index()].threads[found.index()].result();
        break;
      case OpKind::Choose:
        result.lo = action;
        break;
      default:
        break;
    }
    executor_.resume(next, result, 0);
  }
  if (next.status() == Status::Interrupted) throw InternalError("local work was cut off");
  outcome.successors = {{intern(next), {}}};
  StorePlaces::Access after;
  if (next.ready()) after = {next.next(), next.backtrace(program_)};
  const auto pass = [&](PositionId p) {
    if (p.valid()) outcome.successors[0].path.push_back(p);
  };
  pass(places_->passed(program_, done, next.ready() ? &after : nullptr));
  if (next.ready()) pass(places_->passed_before(program_, done, after));
  return outcome;
}

// --- cells ---------------------------------------------------------------------------------------

exec::Resolution IrAutomata::resolve(const Op& op) const {
  if (!is_thread_object(op.address)) return exec::resolve_global(program_, op.address, op.size);
  const SlotId slot{slot_bits(op.address)};
  const std::size_t thread = owner(slot).index();
  if (thread >= objects_.size()) return {};
  return exec::resolve_object(objects_[thread], slot, op.address, op.size);
}

std::uint64_t IrAutomata::wrap(const Op& op, std::uint64_t value) const {
  if (value_bits_ == 0 || op.kind == OpKind::Sync || !op.source.valid()) return value;
  if (ir::origin(program_, op.source) == ir::FileOrigin::Model) return value;
  const std::uint32_t shift = 64 - 8 * op.size;
  const auto number = static_cast<std::int64_t>(value << shift) >> shift;
  const std::int64_t most = std::int64_t{1} << value_bits_;
  if (-most / 2 <= number && number < most) return value;
  constexpr auto kFirstAddress = std::int64_t{1} << kOffsetBits;
  if (op.size == 8 && (number >= kFirstAddress || number <= -kFirstAddress)) return value;
  wrapped_ = true;
  return value & static_cast<std::uint64_t>(most - 1);
}

IrAutomata::InCell IrAutomata::cell(const Op& op, const exec::Resolution& r) {
  const Extents::Extent extent =
      extents_->find(r.slot.value, r.offset, op.size).value_or(Extents::Extent{r.offset, op.size});
  const auto shift = static_cast<std::uint32_t>(8 * (r.offset - extent.offset));
  const auto [it, added] = cells_.try_emplace({r.slot.value, extent.offset});
  if (!added) {
    if (sizes_[it->second.index()] == extent.size) return {it->second, shift};
    overlapping(op, r, it->second);
  }
  // Neighbours that reach into it.
  const auto overlaps = [&](auto other) {
    return other->first.first == r.slot.value &&
           other->first.second < extent.offset + extent.size &&
           extent.offset < other->first.second + sizes_[other->second.index()];
  };
  const auto next = std::next(it);
  const bool before = it != cells_.begin() && overlaps(std::prev(it));
  const bool after = next != cells_.end() && overlaps(next);
  if (before || after) {
    const CellId other = before ? std::prev(it)->second : next->second;
    cells_.erase(it);
    overlapping(op, r, other);
  }
  it->second = new_cell(op, r, extent);
  return {it->second, shift};
}

CellId IrAutomata::new_cell(const Op& op, const exec::Resolution& r, Extents::Extent extent) {
  std::uint64_t initial = 0;
  if (r.kind == exec::ObjectKind::None || r.kind == exec::ObjectKind::ThreadLocal) {
    const ir::GlobalId image =
        r.kind == exec::ObjectKind::None
            ? program_.global_of_slot[r.slot.index()]
            : objects_[owner(r.slot).index()][number_in_thread(r.slot)].image;
    const std::vector<std::uint8_t>& bytes = program_.globals[image.index()].initial;
    for (std::uint32_t i = 0; i < extent.size; ++i)
      if (extent.offset + i < bytes.size())
        initial |= std::uint64_t{bytes[extent.offset + i]} << 8 * i;
  }
  const CellId id = add_cell(static_cast<std::int64_t>(initial));
  addresses_.push_back(address_of(r.slot, extent.offset));
  sizes_.push_back(extent.size);
  first_access_.push_back(op.source);
  return id;
}

// Unites the cell with the access.
void IrAutomata::overlapping(const Op& op, const exec::Resolution& r, CellId other) {
  const std::uint64_t offset = addresses_[other.index()] - address_of(r.slot, 0);
  const std::string what =
      fmt::format("{}: this access overlaps the one of {} with another size",
                  at(program_, op.source), at(program_, first_access_[other.index()]));
  if (extents_->unite(r.slot.value, {offset, sizes_[other.index()]}, {r.offset, op.size}))
    throw Regrouped(what);
  throw InputError(what +
                   ", over more than 8 bytes, which is not supported by the search for fences");
}

CellId IrAutomata::status_cell(SlotId object) {
  const auto [it, added] = status_.try_emplace(object.value);
  if (added) {
    it->second = add_cell(0);
    addresses_.push_back(0);
    sizes_.push_back(0);
    first_access_.emplace_back();
  }
  return it->second;
}

}  // namespace overtake::explicit_state
