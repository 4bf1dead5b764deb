// Stable names of operations, for JSON and SARIF.
#include "report/names.h"

namespace overtake::report {
namespace {

std::string_view sync_name(ir::SyncOp op) {
  switch (op) {
    case ir::SyncOp::MutexLock:
      return "mutex-lock";
    case ir::SyncOp::MutexTryLock:
      return "mutex-trylock";
    case ir::SyncOp::MutexUnlock:
      return "mutex-unlock";
    case ir::SyncOp::MutexHeld:
      return "mutex-held";
    case ir::SyncOp::SpinLock:
      return "spin-lock";
    case ir::SyncOp::ReadLock:
      return "read-lock";
    case ir::SyncOp::ReadTryLock:
      return "read-trylock";
    case ir::SyncOp::WriteLock:
      return "write-lock";
    case ir::SyncOp::WriteTryLock:
      return "write-trylock";
    case ir::SyncOp::RwUnlock:
      return "rw-unlock";
    case ir::SyncOp::SemWait:
      return "sem-wait";
    case ir::SyncOp::SemTryWait:
      return "sem-trywait";
    case ir::SyncOp::SemPost:
      return "sem-post";
    case ir::SyncOp::OnceBegin:
      return "once-begin";
    case ir::SyncOp::OnceEnd:
      return "once-end";
    case ir::SyncOp::CondEnqueue:
      return "cond-enqueue";
    case ir::SyncOp::CondAwait:
      return "cond-await";
    case ir::SyncOp::CondCancel:
      return "cond-cancel";
    case ir::SyncOp::CondSignal:
      return "cond-signal";
    case ir::SyncOp::CondBroadcast:
      return "cond-broadcast";
    case ir::SyncOp::BarrierArrive:
      return "barrier-arrive";
    case ir::SyncOp::BarrierAwait:
      return "barrier-await";
    case ir::SyncOp::AwaitNotEqual:
      return "await-not-equal";
    case ir::SyncOp::Destroy:
      return "destroy";
  }
  return "?";
}

}  // namespace

std::string_view op_name(const exec::Op& op) {
  switch (op.kind) {
    case exec::OpKind::Load:
      return "load";
    case exec::OpKind::Store:
      return "store";
    case exec::OpKind::Rmw:
      return "rmw";
    case exec::OpKind::Cas:
      return "cas";
    case exec::OpKind::Sync:
      return sync_name(op.sync());
    case exec::OpKind::Fence:
      return "fence";
    case exec::OpKind::StoreFence:
      return "store-fence";
    case exec::OpKind::ObjectSize:
      return "object-size";
    case exec::OpKind::Free:
      return "free";
    case exec::OpKind::Spawn:
      return "spawn";
    case exec::OpKind::Join:
      return "join";
    case exec::OpKind::Choose:
      return "choose";
    case exec::OpKind::AtomicBegin:
      return "atomic-begin";
    case exec::OpKind::AtomicEnd:
      return "atomic-end";
    case exec::OpKind::End:
      return "end";
  }
  return "?";
}

}  // namespace overtake::report
