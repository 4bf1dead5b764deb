#include "smc/classes.h"

namespace overtake::smc {

using exec::OpKind;
using ir::SyncOp;

bool records_result(const exec::Op& op) { return op.is(SyncOp::BarrierArrive); }

// No number of an event, nor the initial value: three loads are not a load of four bytes.
void History::operation(const exec::Op& op) {
  hash.add(0x300000000ull + (static_cast<std::uint64_t>(op.kind) << 8 | op.sub));
}

void History::note(const memory::Machine& machine, const memory::Step& step,
                   const memory::Happened& h) {
  operation(h.op);
  if (h.reads && records_source(h.op)) {
    const unsigned n = h.found.uniform ? 1 : h.op.size;
    for (unsigned i = 0; i < n; ++i) {
      const memory::EventRef w = h.found.writer[i];
      if (w.is_event())
        source(machine.names().identity(w.thread()), w.index());
      else
        source(0, 0);
    }
  }
  if (records_result(h.op)) value(h.result.lo);
  if (h.choices > 1) choice(step.choice);
  const exec::Thread& thread = machine.thread(step.thread);
  if (thread.status() == exec::Status::Failed) error(thread.error().kind);
}

}  // namespace overtake::smc
