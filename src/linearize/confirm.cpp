// The judge of violations: the run once more, step by step on the machine, with what the threads
// mark on the way; and then each order of the operations, tried on the specification.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "linearize/explore.h"
#include "memory/machine.h"

namespace overtake::linearize {
namespace {

void insist(bool holds, const char* what) {
  if (!holds) throw InternalError(fmt::format("a violation does not replay: {}", what));
}

// What the machine makes of the run; a mark takes place only after its thread has made it, and
// before the thread's next step.
History replay_history(const ClientTask& task, const Violation& v) {
  const exec::Executor executor(task.program);
  memory::Machine machine(executor, {task.options.model}, v.names);
  History history{operations_of(task.declaration, task.client)};
  std::vector<std::uint32_t> events;  // by thread
  OperationSet ended = 0;
  std::size_t at = 0;
  const auto count = [&](ThreadId t) -> std::uint32_t& {
    if (events.size() <= t.index()) events.resize(t.index() + 1);
    return events[t.index()];
  };
  for (const Moment& m : v.moments) {
    if (m.operation != Moment::kStep) {
      const Operation& o = v.history.operations[m.operation];
      insist(count(o.thread) == (m.returns ? o.end : o.begin), "a mark is not in its place");
      if (m.returns)
        ended |= only(m.operation);
      else
        history.ended_before[m.operation] = ended;
      continue;
    }
    insist(at < v.schedule.size() && machine.is_enabled(v.schedule[at]), "a step is not possible");
    if (!v.schedule[at].drain) ++count(v.schedule[at].thread);
    machine.execute(v.schedule[at++]);
  }
  insist(at == v.schedule.size(), "steps are left");
  for (std::size_t i = 0; i < machine.thread_count(); ++i)
    if (machine.exists(ThreadId{i}))
      read_marks(ThreadId{i}, machine.thread(ThreadId{i}).marks(), history.operations,
                 [](std::size_t) { return 0; });
  return history;
}

}  // namespace

void confirm(const ClientTask& task, const Violation& v) {
  const History history = replay_history(task, v);
  for (std::size_t o = 0; o < history.operations.size(); ++o) {
    const Operation& now = history.operations[o];
    const Operation& then = v.history.operations[o];
    insist(now.call == then.call && now.called == then.called && now.returned == then.returned &&
               now.result == then.result,
           "an operation has another result");
  }
  insist(history.ended_before == v.history.ended_before, "operations overlap in another way");
  const bool may_wait =
      v.waiting && task.declaration.operation_of(history.operations[*v.waiting].call).blocking;
  const std::vector<LinearOrder> orders =
      !v.waiting ? task.explanations.of(history.operations)
      : may_wait ? task.explanations.of_waiting(history.operations, *v.waiting)
                 : std::vector<LinearOrder>{};
  insist(std::ranges::all_of(orders,
                             [&](const LinearOrder& order) {
                               return rules_out(history.operations, history.ended_before, order,
                                                task.options.criterion);
                             }),
         "an order explains it");
}

}  // namespace overtake::linearize
