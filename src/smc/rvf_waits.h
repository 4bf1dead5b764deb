// Reads that may have to wait: for a lock, for a value, or in a loop without effect.
#pragma once

#include "smc/hangs.h"
#include "smc/put_backs.h"
#include "smc/rvf_node.h"
#include "smc/rvf_rounds.h"
#include "smc/rvf_sections.h"

namespace overtake::smc {

class RvfWaits {
 public:
  RvfWaits(const CurrentExecution& execution, const RvfSections& sections, PutBacks& put_backs,
           Hangs& hangs, const CheckOptions& options)
      : execution_(execution),
        sections_(sections),
        put_backs_(put_backs),
        hangs_(hangs),
        options_(options) {}

  // Whether the next read of t may have to wait, and whether it has to with this value.
  bool may_wait(ThreadId t) const {
    if (arrives(execution_, t)) return false;  // in a loop, too: its causal map is about rounds
    const exec::Thread& thread = execution_.thread(t);
    return (thread.may_wait() && t != sections_.inside && !options_.races) ||
           is_await(thread.next()) || (execution_.rules().careful && may_block(thread.next()));
  }
  bool has_to_wait(ThreadId t, const exec::Value& value, Position source = kInitial) {
    // A round without effect may race: it is left out only if races are not looked for.
    return exec::apply(execution_.thread(t).next(), value, t).blocked ||
           (t != sections_.inside && !options_.races && put_backs_.futile(t, value, source));
  }
  // Whether it may wait for ever, if the others write nothing more but those locations.
  bool may_be_stuck(ThreadId t, const Hangs::Unsettled& unsettled) {
    return may_wait(t) && hangs_.may_be_stuck(t, unsettled);
  }
  // Whether the node's read may have to wait with what the events of the node leave there.
  bool may_wait_at(const RvfNode& node);

 private:
  const CurrentExecution& execution_;
  const RvfSections& sections_;
  PutBacks& put_backs_;
  Hangs& hangs_;
  const CheckOptions& options_;
};

}  // namespace overtake::smc
