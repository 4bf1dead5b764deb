#include "smc/classes.h"

namespace overtake::smc {

using exec::OpKind;
using ir::SyncOp;

bool records_source(const exec::Op& op) {
  switch (op.kind) {
    case OpKind::Load:
    case OpKind::Rmw:
    case OpKind::Cas:
      return true;
    case OpKind::Sync:
      switch (op.sync()) {
        case SyncOp::MutexUnlock:
        case SyncOp::OnceEnd:
        case SyncOp::BarrierArrive:
        case SyncOp::BarrierAwait:
        case SyncOp::CondAwait:
          return false;
        default:
          return true;
      }
    default:
      return false;
  }
}

bool records_result(const exec::Op& op) {
  return op.kind == OpKind::Sync && op.sync() == SyncOp::BarrierArrive;
}

}  // namespace overtake::smc
