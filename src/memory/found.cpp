#include "memory/found.h"

namespace overtake::memory {

std::optional<exec::Error> stuck_error(const exec::Thread& thread, Ending ending) {
  if (ending == Ending::Hang && thread.status() == exec::Status::Spinning) {
    const Address address = thread.spin_reads().empty() ? 0 : thread.spin_reads().front().address;
    return exec::Error{ir::ErrorKind::Hang, thread.stopped_at(), 0, address};
  }
  if (!thread.ready()) return std::nullopt;
  const exec::Op& op = thread.next();
  const bool awaits = op.is(ir::SyncOp::AwaitNotEqual);
  if (ending == Ending::Hang && awaits)
    return exec::Error{ir::ErrorKind::Hang, op.source, 0, op.address};
  if (ending == Ending::Deadlock)
    return exec::Error{ir::ErrorKind::Deadlock, op.source, 0, op.address};
  return std::nullopt;
}

}  // namespace overtake::memory
