// The fields of the document of observe (report/fields.h explains them).
#pragma once

#include "report/fields.h"

namespace overtake::report {

template <class F>
void fields(F& f, SourceFrame& s) {
  f.or_null("function", s.function);
  f.or_null("file", s.file);
  f.or_null("line", s.line);
  f.unless_empty("column", s.column);
  f("module", s.module);
  f("offset", s.offset);
  f("inlined", s.inlined);
}

template <class F>
void fields(F& f, ObservedThread& t) {
  f("thread", t.name);
  f.unless_empty("called", t.called);
  f("stack", t.created);
}

template <class F>
void fields(F& f, ObservedAccess& a) {
  f.place(a.place);
  f("thread", a.thread);
  f("op", a.op);
  f.unless_empty("variable", a.variable);
  f.unless_empty("address", a.address);
  f.unless_empty("size", a.size);
  f("stack", a.stack);
  f.unless_empty("edge", a.edge);
  bool there = a.step != kNone;
  f.step("step", there, a.step);
}

template <class F>
void fields(F& f, ObservedViolation& v) {
  f.place(v.place);
  f.only_write("kind", [] { return std::string("violation"); });
  f("message", v.message);
  f("models", v.models);
  f("count", v.seen.count);
  f("runs", v.seen.runs);
  f("seed", v.seen.seed);
  f.or_null("same_reads_under_sc", v.same_reads_under_sc);
  f("delayed", v.delayed);
  f("overtaking", v.overtaking);
  f("path", v.path);
  f("explanation", v.explanation);
  f("threads", v.run.threads);
  f("started", v.threads);
  f("schedule", v.run.schedule);
  f("missed", v.run.missed);
  f.raw("trace", v.trace);
  f.raw("weak_trace", v.weak_trace);
}

template <class F>
void fields(F& f, ObservedWait& w) {
  f.place(w.place);
  f("thread", w.thread);
  f("op", w.what);
  f("variable", w.variable);
  f.or_null("owner", w.owner);
  f("stack", w.stack);
}

template <class F>
void race_fields(F& f, ObservedError& e) {
  f("count", e.seen.count);
  f("first", e.first);
  f("second", e.second);
  f.only_write("threads", [&] {
    std::vector<std::string> names;
    for (const ObservedThread& t : e.threads) names.push_back(t.name);
    return names;
  });
  f("started", e.threads);
}

template <class F>
void crash_fields(F& f, ObservedError& e) {
  f("signal", e.signal);
  f("thread", e.thread);
  f("address", e.address);
  f("stack", e.stack);
}

template <class F>
void fields(F& f, ObservedError& e) {
  f.place(e.place);
  f("kind", e.kind);
  f("message", e.message);
  f("runs", e.seen.runs);
  f("seed", e.seen.seed);
  if (e.kind == ObservedKind::Race) race_fields(f, e);
  if (e.kind == ObservedKind::Deadlock) f("waiting", e.waiting);
  if (e.kind == ObservedKind::Crash) crash_fields(f, e);
}

template <class F>
void fields(F& f, ObservedRun& r) {
  f("seed", r.seed);
  f("end", r.end);
  f("code", r.code);
  f("processes", r.processes);
  f("threads", r.threads);
  f("events", r.events);
  f("switches", r.switches);
  f("preemptions", r.preemptions);
  f("seconds", r.seconds);
  f("cpu_seconds", r.cpu_seconds);
  f("peak_memory_bytes", r.peak_memory_bytes);
  f.unless_empty("troubles", r.troubles);
}

template <class F>
void fields(F& f, ObserveDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("folder", d.folder);
  f.unless_empty("full", d.full);
  f("verdict", d.verdict);
  f("violations", d.violations);
  f("errors", d.errors);
  f("suppressed", d.suppressed);
  f("unproved", d.unproved);
  f("reasons", d.unproved_reasons);
  f("runs", d.runs);
  f("seconds", d.frame.seconds);
  f("sources", d.frame.sources);
}

}  // namespace overtake::report
