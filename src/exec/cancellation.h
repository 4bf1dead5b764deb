// Waits that a request for cancellation ends.
//
// A wait at a cancellation point of pthreads (runtime/cancel.c) names, beside what it waits for,
// the word in which the cancellation of its thread is requested. The thread has looked at that word
// before, and found no request; that it looks again while it waits, and finds one, is the same look
// taken later, which is another execution. So the word changes nothing in what the wait does. It
// matters at the end only: an execution in which a thread still waits although its cancellation has
// been requested is not one of the program, and no deadlock.
#pragma once

#include "exec/op.h"

namespace overtake::exec {

inline constexpr unsigned kRequestSize = 4;  // bytes of the word: 0, and 1 once it was requested

// The address of that word; 0: the operation waits for nothing else, or not at all.
inline Address request_word(const Op& op) {
  if (op.kind == OpKind::Join) return op.address;
  const bool waits = op.kind == OpKind::Sync &&
                     (op.sync() == ir::SyncOp::SemWait || op.sync() == ir::SyncOp::CondAwait);
  return waits ? op.operand.lo : 0;
}

}  // namespace overtake::exec
