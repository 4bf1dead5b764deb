#include "smc/own_objects.h"

#include <algorithm>

#include "exec/rounds.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;

namespace {

constexpr std::size_t kManyWrites = 1'000;

}  // namespace

// What the thread's next operation finds at its own object; none: that cannot be told.
std::optional<exec::Value> OwnObjects::value(const exec::Thread& thread,
                                             const exec::Resolution& object, const Changes& changes,
                                             std::vector<Changes::Write>* found) {
  const Op& op = thread.next();
  for (std::size_t i = changes.written.size(); i-- > 0;) {
    const auto& w = changes.written[i];
    if (w.address == op.address && w.size == op.size) return w.value;
    if (w.address < op.address + op.size && op.address < w.address + w.size) return std::nullopt;
  }
  if (is_of_way(thread.id(), op.address, changes))
    return object.initial.value(execution_.executor().program(), object.offset, op.size);
  const auto value = written_before(thread.id(), changes.begin, op.address, op.size);
  if (value && found != nullptr) found->push_back({op.address, op.size, *value});
  return value;
}

std::optional<exec::Value> OwnObjects::written_before(ThreadId t, std::uint32_t event,
                                                      Address address, std::uint8_t size) {
  const CurrentExecution::Resolved at =
      execution_.resolve(t, {.kind = OpKind::Load, .size = size, .address = address});
  if (!at.ok || execution_.has_mixed_sizes(at.object) ||
      (execution_.rules().careful && execution_.locations().overlapping(at.location).size() > 1))
    return std::nullopt;
  const Trace& trace = execution_.trace();
  const std::size_t writes = trace.writes_before(at.location, t, event);
  return execution_.value_at(at.location,
                             writes == 0 ? kInitial : trace.writes_on(at.location, t)[writes - 1]);
}

bool OwnObjects::is_of_way(ThreadId t, Address object, const Changes& changes) const {
  return number_in_thread(SlotId{slot_bits(object)}) >=
         execution_.threads()[t.index()][changes.begin].objects().size();
}

std::vector<std::uint32_t> OwnObjects::alive_at_head(const exec::Thread& thread,
                                                     const Changes& changes) const {
  std::vector<std::uint32_t> numbers;
  const std::size_t begin =
      execution_.threads()[thread.id().index()][changes.begin].objects().size();
  const std::uint32_t end = exec::objects_at_head(thread);
  std::vector<bool> ended(thread.objects().size(), false);
  for (const SlotId s : changes.ended) ended[number_in_thread(s)] = true;
  for (std::size_t n = begin; n < end; ++n)
    if (!ended[n] && thread.objects()[n].kind != exec::ObjectKind::Continued)
      numbers.push_back(static_cast<std::uint32_t>(n));
  return numbers;
}

bool OwnObjects::perform(exec::Thread& thread, Changes& changes,
                         std::vector<Changes::Write>* found) {
  const Op op = thread.next();
  if (op.kind == OpKind::Sync || !(op.is_access() || op.kind == OpKind::Free)) return false;
  const bool frees = op.kind == OpKind::Free;
  const SlotId named{slot_bits(op.address)};
  const exec::Resolution object =
      exec::resolve_object(thread.objects(), named, op.address, frees ? 0 : op.size);
  const auto ended = [&] {
    if (std::ranges::find(changes.ended, object.slot) != changes.ended.end()) return true;
    if (is_of_way(thread.id(), op.address, changes)) return false;
    return std::ranges::any_of(execution_.lifetimes().ended(), [&](const auto& e) {
      const TraceEvent& end = execution_.trace()[e.second];
      return e.first == object.slot && (end.thread != thread.id() || end.index < changes.begin);
    });
  };
  if (frees ? exec::free_error(op, object, ended).has_value()
            : exec::access_error(op, object, ended).has_value())
    return false;  // the error has to be found
  exec::Value result;
  if (frees) {
    changes.ended.push_back(object.slot);
    std::erase_if(changes.written, [&](const Changes::Write& w) {
      return op.address <= w.address && w.address < op.address + object.object_size;
    });
  } else if (op.kind == OpKind::Store) {
    changes.written.push_back({op.address, op.size, op.operand});
  } else {
    const std::optional<exec::Value> there = value(thread, object, changes, found);
    if (!there) return false;
    const exec::Effect effect = exec::apply(op, *there, thread.id());
    if (effect.error) return false;
    if (effect.writes) changes.written.push_back({op.address, op.size, effect.written});
    result = effect.result;
  }
  if (changes.written.size() > kManyWrites) return false;
  execution_.executor().resume(thread, result);
  return true;
}

}  // namespace overtake::smc
