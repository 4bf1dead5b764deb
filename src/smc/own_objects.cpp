#include "smc/own_objects.h"

#include <algorithm>

namespace overtake::smc {

using exec::Op;
using exec::OpKind;

namespace {

constexpr std::size_t kManyWrites = 1'000;

}  // namespace

// What the thread finds at its own object; none: that cannot be told.
std::optional<exec::Value> OwnObjects::value(const exec::Thread& thread, const Op& op,
                                             const exec::Resolution& object,
                                             const Changes& changes) {
  for (std::size_t i = changes.written.size(); i-- > 0;) {
    const auto& w = changes.written[i];
    if (w.address == op.address && w.size == op.size) return w.value;
    if (w.address < op.address + op.size && op.address < w.address + w.size) return std::nullopt;
  }
  const exec::Thread& before = execution_.thread(thread.id());
  if (number_in_thread(object.slot) >= before.objects().size())
    return object.initial.value(execution_.executor().program(), object.offset, op.size);
  const CurrentExecution::Resolved at = execution_.resolve(
      thread.id(), {.kind = OpKind::Load, .size = op.size, .address = op.address});
  if (!at.ok || execution_.has_mixed_sizes(object.slot) ||
      (execution_.rules().careful && execution_.locations().overlapping(at.location).size() > 1))
    return std::nullopt;
  const std::vector<Position>& writes = execution_.trace().writes_on(at.location, thread.id());
  return execution_.value_at(at.location, writes.empty() ? kInitial : writes.back());
}

bool OwnObjects::perform(exec::Thread& thread, Changes& changes) {
  const Op op = thread.next();
  if (op.kind == OpKind::Sync || !(op.is_access() || op.kind == OpKind::Free)) return false;
  const bool frees = op.kind == OpKind::Free;
  const SlotId named{slot_bits(op.address)};
  const exec::Resolution object =
      exec::resolve_object(thread.objects(), named, op.address, frees ? 0 : op.size);
  const auto ended = [&] {
    return std::ranges::find(changes.ended, object.slot) != changes.ended.end() ||
           std::ranges::any_of(execution_.lifetimes().ended(),
                               [&](const auto& e) { return e.first == object.slot; });
  };
  if (frees ? exec::free_error(op, object, ended).has_value()
            : exec::access_error(op, object, ended).has_value())
    return false;  // the error has to be found
  exec::Value result;
  if (frees) {
    changes.ended.push_back(object.slot);
  } else if (op.kind == OpKind::Store) {
    changes.written.push_back({op.address, op.size, op.operand});
  } else {
    const std::optional<exec::Value> found = value(thread, op, object, changes);
    if (!found) return false;
    const exec::Effect effect = exec::apply(op, *found, thread.id());
    if (effect.error) return false;
    if (effect.writes) changes.written.push_back({op.address, op.size, effect.written});
    result = effect.result;
  }
  if (changes.written.size() > kManyWrites) return false;
  execution_.executor().resume(thread, result);
  return true;
}

}  // namespace overtake::smc
