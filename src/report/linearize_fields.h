// The fields of the document of linearize (report/fields.h explains them).
#pragma once

#include "report/fields.h"

namespace overtake::report {

template <class F>
void fields(F& f, HistoryOperation& o) {
  f("thread", o.thread);
  f("call", o.call);
  f("result", o.result);
  f("called", o.called);
  bool there = true;
  f.step("returned", there, o.returned);
}

template <class F>
void fields(F& f, TriedOrder& o) {
  f("order", o.order);
  f("why", o.why);
}

template <class F>
void fields(F& f, LinearizeHistory& h) {
  f("client", h.client);
  f("operations", h.operations);
  f("orders", h.orders);
  f.unless_empty("more_orders", h.more_orders);
  f.unless_empty("test_file", h.test_file);
}

template <class F>
void fields(F& f, TriedClient& c) {
  f("client", c.client);
  f("verdict", c.verdict);
  f("executions", c.executions);
  f("seconds", c.seconds);
}

template <class F>
void fields(F& f, LinearizeDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("structure", d.structure);
  f.unless_empty("specification", d.specification);
  f("criterion", d.criterion);
  f("threads", d.threads);
  f("operations", d.operations);
  f("verdict", d.verdict);
  f("all_clients", d.all_clients);
  f("covered_calls", d.covered_calls);
  f.unless_empty("run_by_run", d.run_by_run);
  f("questions", d.questions);
  f("executions", d.executions);
  f("errors", d.errors);
  f.unless_empty("history", d.history);
  reason_fields(f, d.reasons);
  f("bounded_loops", d.bounded_loops);
  f("clients", d.clients);
  tail_fields(f, d.frame);
}

}  // namespace overtake::report
