// The fields of the documents of monitor, fences, consistency, litmus, bench, ir and fuzz
// (report/fields.h explains them).
#pragma once

#include "report/comparison.h"
#include "report/fields.h"

namespace overtake::report {

// Written and read as the array alone (report/json.cpp).
template <class F>
void fields(F& f, ModelsDocument& d) {
  f("results", d.results);
}

template <class F>
void fields(F& f, MonitorDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("pso_rmw", d.pso_rmw);
  f("method", d.method);
  f.unless_empty("exhaustive_because", d.exhaustive_because);
  f("verdict", d.verdict);
  f.unless_empty("full", d.full);
  f("violations", d.violations);
  f("executions", d.executions);
  f("interleavings", d.interleavings);
  reason_fields(f, d.reasons);
  f("bounded_loops", d.bounded_loops);
  tail_fields(f, d.frame);
}

template <class F>
void fields(F& f, RecordedEvent& e) {
  f.place(e.place);
  f("thread", e.thread);
  f("event", e.event);
  f.unless_empty("edge", e.edge);
  bool drain = e.drain.value_or(false);
  if (f.writing() ? e.drain.has_value() : f.has("kind")) {
    f.word("kind", drain, "step", "drain");
    e.drain = drain;
    f.only_write("text", [&] { return e.event + (drain ? " reaches memory" : ""); });
  }
}

template <class F>
void fields(F& f, RecordedViolation& v) {
  f("message", v.message);
  f.place(v.place);
  f("threads", v.threads);
  f("explanation", v.explanation);
  f("delayed", v.delayed);
  f("overtaking", v.overtaking);
  f("path", v.path);
  f("schedule", v.schedule);
}

template <class F>
void fields(F& f, RecordedCount& c) {
  f("file", c.file);
  f("pairs", c.pairs);
  f("shown", c.shown);
}

template <class F>
void fields(F& f, RecordedDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("pso_rmw", d.pso_rmw);
  f.only_write("method", [] { return std::string("recorded"); });
  f("verdict", d.verdict);
  f("violations", d.violations);
  f("recorded", d.counts);
  f("pairs", d.pairs);
  f("executions", d.executions);
  f("events", d.events);
  reason_fields(f, d.reasons);
  tail_fields(f, d.frame);
}

template <class F>
void fields(F& f, Fence& s) {
  f("thread", s.thread);
  if (f.has("before")) s.where = FenceWhere::Before;
  if (f.has("state")) s.where = FenceWhere::AtState;
  f(s.where == FenceWhere::After    ? "after"
    : s.where == FenceWhere::Before ? "before"
                                    : "state",
    s.after);
  f.place(s.place);
  f.word("kind", s.full, "store-store", "full");
  f.unless_empty("order", s.order);
  f.only_write("text", [&] { return missing_text(s); });
}

template <class F>
void fields(F& f, FencesViolation& v) {
  Place nowhere;
  f("message", v.message);
  f.place(nowhere);
  f("explanation", v.explanation);
  f.unless_empty("first", v.first);
  f.unless_empty("prevented_by", v.prevented_by);
  run_fields(f, v.run);
}

template <class F>
void fields(F& f, Comparison& c) {
  f("what", c.what);
  f("before", c.before);
  f("after", c.after);
}

template <class F>
void fields(F& f, Everywhere& e) {
  f("criterion", e.criterion);
  f("verdict", e.verdict);
  f("fences", e.fences);
  f.unless_empty("why", e.why);
}

template <class F>
void fields(F& f, FencesDocument& d) {
  head_fields(f, d.frame);
  f("criterion", d.criterion);
  f.unless_empty("no_assertions", d.no_assertions);
  f("model", d.frame.model);
  f("verdict", d.verdict);
  f("fences", d.fences);
  f("minimal", d.minimal);
  f.unless_empty("all_minimal_sets", d.all_minimal_sets);
  if (f.writing() ? !d.all_minimal_sets.empty() : f.has("all_complete"))
    f("all_complete", d.all_complete);
  f("proof", d.proof);
  f("counterexamples", d.counterexamples);
  f("states", d.states);
  f("transitions", d.transitions);
  f("searches", d.searches);
  f("state_bytes", d.state_bytes);
  f("from_both_sides", d.from_both_sides);
  f("executions", d.executions);
  f.unless_empty("buffer", d.buffer);
  f.unless_empty("value_bits", d.value_bits);
  f.unless_empty("failure", d.failure);
  reason_fields(f, d.reasons);
  f.unless_empty("patch", d.patch);
  f.unless_empty("sequential_consistency", d.everywhere);
  if (d.verdict == FencesVerdict::Needed) f.only_write("comparison", [&] { return comparison(d); });
  f("violations", d.violations);
  tail_fields(f, d.frame);
}

template <class F>
void fields(F& f, TraceStep& s) {
  f("event", s.event);
  f.unless_empty("line", s.line);
  f("thread", s.thread);
  f("text", s.text);
  f.unless_empty("memory_write", s.memory_write);
  f.unless_empty("store_fence", s.store_fence);
  f.unless_empty("final_value", s.final_value);
}

template <class F>
void fields(F& f, TraceEdge& e) {
  f("from", e.from);
  f("to", e.to);
  f("rule", e.rule);
  f("text", e.text);
  if (f.writing() ? e.read != kNone : f.has("read")) f("read", e.read);
}

template <class F>
void fields(F& f, TraceReason& r) {
  f("rule", r.rule);
  f.unless_empty("read", r.read);
  f.unless_empty("cycle", r.cycle);
}

template <class F>
void fields(F& f, TraceEvent& e) {
  f("thread", e.thread);
  f("op", e.op);
  f.or_null("line", e.line);
  f("text", e.text);
  f.unless_empty("variable", e.variable);
  f.unless_empty("read", e.read);
  f.unless_empty("written", e.written);
}

template <class F>
void fields(F& f, TraceResult& t) {
  f.place(t.place);
  f.unless_empty("name", t.name);
  f("verdict", t.verdict);
  f.unless_empty("witness", t.witness);
  f.unless_empty("reason", t.reason);
  f("threads", t.run.threads);
  f("events", t.events);
  const bool consistent = t.verdict == TraceVerdict::Consistent;
  if (!f.writing() || !consistent) f("explanation", t.explanation);
  if (f.writing() && !consistent) return;
  f("schedule", t.run.schedule);
  f("coherence", t.run.coherence);
  f("from_read", t.run.from_read);
}

struct TraceSummary {
  std::uint64_t consistent, inconsistent, unknown;
};
template <class F>
void fields(F& f, TraceSummary& s) {
  f("consistent", s.consistent);
  f("inconsistent", s.inconsistent);
  f("unknown", s.unknown);
}

template <class F>
void fields(F& f, ConsistencyDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("detail", d.detail);
  f("traces", d.traces);
  f.only_write("summary", [&] {
    return TraceSummary{d.count(TraceVerdict::Consistent), d.count(TraceVerdict::Inconsistent),
                        d.count(TraceVerdict::Unknown)};
  });
  f("sources", d.frame.sources);
}

template <class F>
void fields(F& f, LitmusRun& r) {
  f("state", r.state);
  f("satisfies", r.satisfies);
  run_fields(f, r.run);
}

template <class F>
void fields(F& f, LitmusResult& t) {
  f("file", t.file);
  f.unless_empty("error", t.error);
  if (!t.error.empty()) return;
  f("test", t.test);
  f("condition", t.condition);
  f("ok", t.ok);
  f("observation", t.observation);
  f("positive", t.positive);
  f("negative", t.negative);
  f.states("states", t.locations, t.states);
  f.unless_empty("runs", t.runs);
  f.unless_empty("hash", t.hash);
  f("seconds", t.seconds);
  f.unless_empty("difference", t.difference);
}

struct LitmusSummary {
  std::uint64_t ok, no, errors;
  std::optional<std::uint64_t> different;
};
template <class F>
void fields(F& f, LitmusSummary& s) {
  f("ok", s.ok);
  f("no", s.no);
  f("errors", s.errors);
  f.unless_empty("different", s.different);
}

template <class F>
void fields(F& f, LitmusDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("files", d.files);
  f("expected", d.expected);
  f("tests", d.tests);
  f.only_write("summary", [&] {
    return LitmusSummary{d.ok(), d.no(), d.errors(),
                         d.expected ? std::optional(d.different()) : std::nullopt};
  });
  f("finished", d.finished);
  // For the runs only.
  const auto has_runs = [](const LitmusResult& t) { return !t.runs.empty(); };
  if (!f.writing() || std::any_of(d.tests.begin(), d.tests.end(), has_runs))
    f.unless_empty("sources", d.frame.sources);
}

template <class F>
void fields(F& f, BenchRun& r) {
  f("program", r.program);
  f("size", r.size);
  f("model", r.model);
  f("algorithm", r.algorithm);
  f("verdict", r.verdict);
  f.or_null("executions", r.executions);
  f("seconds", r.seconds);
  f("peak_memory_bytes", r.peak_memory_bytes);
}

template <class F>
void fields(F& f, BenchDocument& d) {
  f("version", d.version);
  f("input", d.input);
  f("models", d.models);
  f("algorithms", d.algorithms);
  f("timeout", d.timeout);
  f("finished", d.finished);
  f("runs", d.runs);
}

template <class F>
void fields(F& f, IrFunction& function) {
  f("name", function.name);
  f("instructions", function.instructions);
}

template <class F>
void fields(F& f, IrGlobal& global) {
  f("name", global.name);
  f("size", global.size);
}

template <class F>
void fields(F& f, IrDocument& d) {
  f("input", d.input);
  f.or_null("model", d.model);
  f("functions", d.functions);
  f("globals", d.globals);
  f("text", d.text);
}

template <class F>
void fields(F& f, FuzzFailure& x) {
  f("property", x.property);
  f("seed", x.seed);
  f("difference", x.difference);
  f("cpp", x.cpp);
  f("c", x.c);
  f("text", x.text);
}

template <class F>
void fields(F& f, FuzzDocument& d) {
  f("verdict", d.verdict);
  f("first_seed", d.first_seed);
  f("programs", d.programs);
  f("checks", d.checks);
  f("passed_over", d.passed_over);
  f.or_null("failure", d.failure);
  f("seconds", d.seconds);
}

}  // namespace overtake::report
