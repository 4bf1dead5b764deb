#include "report/describe.h"

#include <fmt/format.h>

namespace overtake::report {
namespace {

using exec::OpKind;
using memory::Record;

std::string describe_sync(const Record& r, Names& names) {
  const std::string it = names.object(r.op.address);
  const bool done = r.wrote_memory;
  const bool woken = done && r.read.lo != 0;  // there were waiters
  switch (r.op.sync()) {
    case ir::SyncOp::MutexLock:
    case ir::SyncOp::SpinLock:
      return "locks " + it;
    case ir::SyncOp::MutexTryLock:
      return (done ? "trylock succeeds: locks " : "trylock fails: does not lock ") + it;
    case ir::SyncOp::MutexUnlock:
    case ir::SyncOp::RwUnlock:
      return "unlocks " + it;
    case ir::SyncOp::MutexHeld:
      return "asks whether it holds " + it;
    case ir::SyncOp::ReadLock:
      return "locks " + it + " for reading";
    case ir::SyncOp::ReadTryLock:
      return (done ? "trylock succeeds: reads under " : "trylock fails on ") + it;
    case ir::SyncOp::WriteLock:
      return "locks " + it + " for writing";
    case ir::SyncOp::WriteTryLock:
      return (done ? "trylock succeeds: writes under " : "trylock fails on ") + it;
    case ir::SyncOp::SemWait:
      return fmt::format("takes semaphore {} (now {})", it, r.written.lo);
    case ir::SyncOp::SemTryWait:
      return done ? fmt::format("takes semaphore {} (now {})", it, r.written.lo)
                  : fmt::format("finds semaphore {} at 0", it);
    case ir::SyncOp::SemPost:
      return fmt::format("posts semaphore {} (now {})", it, r.written.lo);
    case ir::SyncOp::OnceBegin:
      return done ? "is the first at " + it + " (once)" : "finds " + it + " done already (once)";
    case ir::SyncOp::OnceEnd:
      return "has done " + it + " (once)";
    case ir::SyncOp::CondEnqueue:
      return "waits on " + it;
    case ir::SyncOp::CondAwait:
      return "is woken on " + it;
    case ir::SyncOp::CondCancel:
      return "stops waiting on " + it;
    case ir::SyncOp::CondSignal:
      return (woken ? "signals " : "signals, but no thread waits on ") + it;
    case ir::SyncOp::CondBroadcast:
      return (woken ? "wakes all that wait on " : "wakes all, but no thread waits on ") + it;
    case ir::SyncOp::BarrierArrive:
      return "arrives at barrier " + it;
    case ir::SyncOp::BarrierAwait:
      return "leaves barrier " + it;
    case ir::SyncOp::AwaitNotEqual:
      return fmt::format("spins until {} = {}", names.variable(r.op.address, r.op.size),
                         names.value(r.read, r.op.size, r.op.address));
    case ir::SyncOp::Destroy:
      return "destroys " + it;
  }
  return "synchronizes on " + it;
}

}  // namespace

std::string store_text(const Record& r, Names& names) {
  return fmt::format("{} = {}", names.variable(r.op.address, r.op.size),
                     names.value(r.op.operand, r.op.size, r.op.address));
}

std::string describe(const Record& r, Names& names) {
  if (r.step.drain) return store_text(r, names) + " reaches memory";
  const unsigned size = r.op.size;
  auto variable = [&] { return names.variable(r.op.address, size); };
  switch (r.op.kind) {
    case OpKind::Load:
      return fmt::format("reads {} = {}{}", variable(), names.value(r.read, size, r.op.address),
                         r.from_own_buffer ? " from its own buffer" : "");
    case OpKind::Store:
      return (r.wrote_memory ? "stores " : "buffers ") + store_text(r, names);
    case OpKind::Rmw:
      return fmt::format("changes {} from {} to {} atomically", variable(),
                         names.value(r.read, size, r.op.address),
                         names.value(r.written, size, r.op.address));
    case OpKind::Cas:
      if (!r.wrote_memory)
        return fmt::format("compare-exchange fails: {} = {}", variable(),
                           names.value(r.read, size, r.op.address));
      return fmt::format("compare-exchange changes {} from {} to {}", variable(),
                         names.value(r.read, size, r.op.address),
                         names.value(r.written, size, r.op.address));
    case OpKind::Sync:
      return describe_sync(r, names);
    case OpKind::Fence:
      return "fence: its buffer is empty";
    case OpKind::StoreFence:
      return "store-store fence";
    case OpKind::ObjectSize:
      return "asks for the size of " + names.whole(r.op.address);
    case OpKind::Free:
      return (!r.op.ends_scope()                    ? "frees "
              : names.is_thread_local(r.op.address) ? "ends, and with it "
                                                    : "leaves the function of ") +
             names.whole(r.op.address);
    case OpKind::Spawn: {
      const std::string function = names.users_function(r.op.address);
      return fmt::format("starts {}{}", names.thread(r.spawned),
                         function.empty() ? "" : ": " + function);
    }
    case OpKind::Join:
      return "joins " + names.thread(ThreadId{r.op.operand.lo});
    case OpKind::Choose:
      return fmt::format("chooses {} of {}", r.step.choice, r.op.operand.lo);
    case OpKind::AtomicBegin:
      return "atomic section begins";
    case OpKind::AtomicEnd:
      return "atomic section ends";
    case OpKind::End:
      return "ends";
  }
  return "?";
}

}  // namespace overtake::report
