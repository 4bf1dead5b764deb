#include "smc/rvf_turns.h"

#include <algorithm>

#include "ir/sync_table.h"
#include "smc/needs.h"

namespace overtake::smc {

using exec::Op;
using ir::SyncOp;

namespace {

constexpr const char* kWrittenLock = "a lock that is written while others may wait for it";

}  // namespace

bool RvfTurns::takes_turns(const Op& op) {
  return op.kind == exec::OpKind::Sync && ir::sync_row(op.sync()).takes_turns;
}

// Whether the write only hands on what it found, or gives back what its thread took.
bool RvfTurns::is_link(Position write) const {
  const TraceEvent& e = trace_[write];
  const Op& op = execution_.op_of(write);
  if (takes_turns(op)) return true;
  if (e.kind != EventKind::Write) return false;
  // A spin lock is released by a store: of the thread that took it last.
  const std::vector<Position>& own = trace_.writes_on(e.location, e.thread);
  const auto at = std::find(own.begin(), own.end(), write);
  if (at == own.begin()) return false;
  const Op& before = execution_.op_of(*(at - 1));
  return before.is(SyncOp::SpinLock);
}

void RvfTurns::demand_order(const Reader& reader, const Op& op) {
  if (reader.location >= locations_.size()) locations_.resize(reader.location + 1);
  locations_[reader.location] = true;
  for (Position w : trace_.writes_on(reader.location))
    if (!is_link(w) && (reader.predecessor == kInitial || !trace_.before(w, reader.predecessor)))
      throw NeedsExhaustive{.construct = kWrittenLock, .source = op.source, .careful = true};
}

void RvfTurns::demand_order(Position write) const {
  const std::uint32_t location = trace_[write].location;
  if (!at(location) || is_link(write)) return;
  for (const auto* others : {&trace_.writes_on(location), &trace_.reads_on(location)})
    for (Position p : *others)
      if (!trace_.before(p, write))
        throw NeedsExhaustive{
            .construct = kWrittenLock, .source = execution_.op_of(write).source, .careful = true};
}

}  // namespace overtake::smc
