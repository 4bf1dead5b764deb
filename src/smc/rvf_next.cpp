#include "smc/rvf_next.h"

#include "smc/classes.h"
#include "smc/rvf_rounds.h"

namespace overtake::smc {

using exec::Op;
using exec::OpKind;
using Next = RvfPending::Next;

RvfPending RvfNext::of(ThreadId t) {
  if (!execution_.started(t) || !execution_.thread(t).ready()) return {};
  const Op& op = execution_.thread(t).next();
  if (op.kind == OpKind::AtomicBegin) {
    sections_.met = true;
    return {sections_.is_blind(t) ? Next::Extends : Next::Enters, true};
  }
  if (sections_.met && execution_.in_section(t)) {
    sections_.demand_access(op);
    if (RvfSections::waits_for_events(op)) return {Next::Chooses};
  }
  if (op.kind == OpKind::Choose) return {op.operand.lo > 1 ? Next::Chooses : Next::Extends};
  if (!op.is_access()) return {Next::Extends};
  const CurrentExecution::Resolved r = execution_.resolve_next(t);
  if (!r.ok) return {Next::Extends};  // it fails
  const bool writes = exec::may_write(op);
  const bool careful = execution_.rules().careful;
  if (careful && is_arrival(op)) {
    demand_whole_barrier(execution_, op, r.location);
    return {Next::Reads, true, r.location};
  }
  if (!records_source(op)) return {Next::Extends, writes, r.location};
  if (careful || op.kind != OpKind::Sync || is_await(op)) return {Next::Reads, writes, r.location};
  if (RvfTurns::takes_turns(op))
    turns_.demand_order({t, execution_.trace().last(t), r.location}, op);
  const exec::Value now = execution_.value_at(r.location, execution_.last_write[r.location]);
  return {exec::apply(op, now, t).blocked ? Next::Waits : Next::Reads, writes, r.location};
}

}  // namespace overtake::smc
