// What a thread does to objects that no other thread knows of, on a way ahead: a node that is
// allocated for an attempt and freed because the attempt failed. Nobody else can see it or change
// it, so what the thread finds there is what it wrote last, and there is nothing to choose.
#include <algorithm>

#include "smc/run.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;

namespace {

constexpr std::size_t kManyWrites = 1'000;

}  // namespace

// What the thread finds at its own object; none: that cannot be told.
std::optional<exec::Value> Run::own_value(const exec::Thread& thread, const Op& op,
                                          const exec::Resolution& object, const OwnMemory& own) {
  for (std::size_t i = own.written.size(); i-- > 0;) {
    const auto& w = own.written[i];
    if (w.address == op.address && w.size == op.size) return w.value;
    if (w.address < op.address + op.size && op.address < w.address + w.size) return std::nullopt;
  }
  const exec::Thread& before = this->thread(thread.id());
  if (number_in_thread(object.slot) >= before.objects().size())
    return object.initial.value(executor_.program(), object.offset, op.size);
  const Resolved at =
      resolve(thread.id(), {.kind = OpKind::Load, .size = op.size, .address = op.address});
  if (!at.ok || mixed_objects_.contains(object.slot.value) ||
      (careful_ && locations_.overlapping(at.location).size() > 1))
    return std::nullopt;
  const std::vector<Position>& writes = trace_.writes_on(at.location, thread.id());
  return value_at(at.location, writes.empty() ? kInitial : writes.back());
}

bool Run::do_own(exec::Thread& thread, OwnMemory& own) {
  const Op op = thread.next();
  if (op.kind == OpKind::Sync || !(op.is_access() || op.kind == OpKind::Free)) return false;
  const bool frees = op.kind == OpKind::Free;
  const SlotId named{slot_bits(op.address)};
  const exec::Resolution object =
      exec::resolve_object(thread.objects(), named, op.address, frees ? 0 : op.size);
  const auto ended = [&] {
    return std::ranges::find(own.ended, object.slot) != own.ended.end() ||
           times_ended_.contains(object.slot.value);
  };
  if (frees ? exec::free_error(object, ended).has_value()
            : exec::access_error(op, object, ended).has_value())
    return false;  // the error has to be found
  exec::Value result;
  if (frees) {
    own.ended.push_back(object.slot);
  } else if (op.kind == OpKind::Store) {
    own.written.push_back({op.address, op.size, op.operand});
  } else {
    const std::optional<exec::Value> found = own_value(thread, op, object, own);
    if (!found) return false;
    const exec::Effect effect = exec::apply(op, *found, thread.id());
    if (effect.error) return false;
    if (effect.writes) own.written.push_back({op.address, op.size, effect.written});
    result = effect.result;
  }
  if (own.written.size() > kManyWrites) return false;
  executor_.resume(thread, result);
  return true;
}

}  // namespace overtake::smc
