#include "smc/classes.h"

namespace overtake::smc {

using exec::OpKind;
using ir::SyncOp;

bool records_result(const exec::Op& op) {
  return op.kind == OpKind::Sync && op.sync() == SyncOp::BarrierArrive;
}

}  // namespace overtake::smc
