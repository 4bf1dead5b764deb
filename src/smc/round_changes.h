// Which operations a round of a loop may do to memory and yet come back to where it was: attempts
// that are taken back (put_backs.h), and locks that are taken to look (quiet_rounds.h).
#pragma once

#include "exec/executor.h"
#include "exec/rounds.h"

namespace overtake::smc {

template <class A, class B>
bool same_word(const A& a, const B& b) {
  return a.address == b.address && a.size == b.size;
}

// Its next operation, if it changes its word, may be an attempt that its round takes back.
inline bool is_attempt(const exec::Thread& thread) {
  return thread.ready() && thread.next().kind == exec::OpKind::Rmw && thread.next().size <= 8 &&
         thread.may_put_back() && exec::only_looked(thread);
}

// The thread's next operation is on a word that its round changes, or puts back.
inline bool is_own_turn(const exec::Executor& executor, const exec::Thread& thread,
                        const exec::Value& found) {
  return executor.has_quiet_turns() &&
         (thread.begins_turn(found) || thread.turn_at(thread.next()) != nullptr);
}

// ... or one of the others, if it finds that.
inline bool may_change(const exec::Executor& executor, const exec::Thread& thread,
                       const exec::Value& found) {
  if (is_own_turn(executor, thread, found)) return true;
  if (!thread.may_put_back()) return false;
  if (exec::takes_turn(thread.next()) || exec::gives_back(thread.next()))
    return executor.is_quiet();
  return thread.next().kind == exec::OpKind::Rmw &&
         (exec::only_looked(thread) || thread.supposes());
}

}  // namespace overtake::smc
