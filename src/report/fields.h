// The parts of the result documents, each described once: its keys and their values.
//
// `fields(visitor, part)` names every field of a part. What is done with them is up to the
// visitor: one writes JSON, one reads it, one looks for the files that are named
// (report/json.cpp). So the two directions cannot differ, and a new field is one line. A visitor
// knows:
//
//     f(key, value)               a field that is always there
//     f.unless_empty(key, value)  left out if it is empty, zero or false
//     f.or_null(key, value)       null if it is empty
//     f.step(key, there, number)  a step's number if `there`; null: no such step
//     f.place(place)              "file", "line" and "column" of the object itself
//     f.part(key, object)         an object with fields of its own
//     f.only_write(key, value)    follows from the others, and is not read
//     f.raw(key, text)            the text is JSON of another kind; left out if it is empty
//
// What a document of an older version does not have is empty when it is read.
#pragma once

#include <string>
#include <vector>

#include "report/document.h"

namespace overtake::report {

template <class F>
void fields(F& f, SourceFile& s) {
  f("file", s.file);
  f("text", s.text);
}

template <class F>
void fields(F& f, BufferedStore& s) {
  f("variable", s.variable);
  f("value", s.value);
  f("step", s.step);
}

template <class F>
void fields(F& f, Step& s) {
  f("thread", s.thread);
  f.word("kind", s.drain, "step", "drain");
  f("op", s.op);
  f.place(s.place);
  f("library", s.library);
  f.unless_empty("code", s.code);
  f("text", s.text);
  f.unless_empty("variable", s.variable);
  f.unless_empty("local", s.local);
  f.unless_empty("stack", s.stack);
  f.step("store", s.drain, s.store);
  f.unless_empty("read", s.read);
  f.unless_empty("written", s.written);
  f.unless_empty("buffered", s.buffered);
  f.step("reads_from", s.reads, s.reads_from);
  f.unless_empty("from_own_buffer", s.from_own_buffer);
  f.unless_empty("overtook", s.overtook);
  f.unless_empty("spawned", s.spawned);
  f.unless_empty("function", s.function);
  f.unless_empty("joined", s.joined);
  f.unless_empty("choice", s.choice);
  f.unless_empty("buffer", s.buffer);
}

template <class F>
void fields(F& f, StoryStep& s) {
  f("thread", s.thread);
  f.place(s.place);
  f.unless_empty("code", s.code);
  f("text", s.what);
  f("notes", s.notes);
  f.unless_empty("buffer", s.buffer);
  f.unless_empty("function", s.function);
  f("steps", s.steps);
  f.unless_empty("weak", s.weak);
  f.unless_empty("failure", s.failure);
}

template <class F>
void fields(F& f, Missed& m) {
  bool there = true;
  f("read", m.read);
  f("store", m.store);
  f.step("overtaking_store", there, m.overtaking_store);
}

template <class F>
void run_fields(F& f, Run& r) {
  f("missed", r.missed);
  f("legend", r.legend);
  f("threads", r.threads);
  f.unless_empty("roles", r.roles);
  f("story", r.story);
  f.unless_empty("left_out", r.left_out);
  f("schedule", r.schedule);
  f("coherence", r.coherence);
  f("from_read", r.from_read);
}

template <class F>
void fields(F& f, Waiting& w) {
  f("thread", w.thread);
  f("op", w.op);
  f.place(w.place);
}

template <class F>
void fields(F& f, OtherAccess& o) {
  f.place(o.place);
  f("thread", o.thread);
  f("step", o.step);
}

template <class F>
void fields(F& f, Finding& e) {
  f("kind", e.kind);
  f("message", e.message);
  f.place(e.place);
  f.or_null("thread", e.thread);
  f.unless_empty("other", e.other);
  f.unless_empty("waiting", e.waiting);
  f("explanation", e.explanation);
  f("executions", e.executions);
  f.unless_empty("schedule_file", e.schedule_file);
  f.unless_empty("under_sc", e.under_sc);
  run_fields(f, e.run);
}

template <class F>
void fields(F& f, Access& a) {
  f.place(a.place);
  f("thread", a.thread);
  f("op", a.op);
  f.unless_empty("variable", a.variable);
  f.unless_empty("code", a.code);
  f.unless_empty("text", a.text);
  bool there = a.step != kNone;
  f.step("step", there, a.step);
  f.unless_empty("edge", a.edge);
}

template <class F>
void fields(F& f, Violation& v) {
  f.place(v.place);
  f("message", v.message);
  f("delayed", v.delayed);
  f("overtaking", v.overtaking);
  f("path", v.path);
  f("explanation", v.explanation);
  run_fields(f, v.run);
}

template <class F>
void fields(F& f, Reason& r) {
  f("limit", r.why);
  f.only_write("option", [&] { return std::string(option(r.why)); });
  f.unless_empty("number", r.number);
  f.unless_empty("text", r.text);
  if (f.writing() ? r.place.known() : f.has("file")) f.place(r.place);
}

// Sentences for people, and the same as data for programs; older versions wrote the first only.
template <class F>
void reason_fields(F& f, std::vector<Reason>& reasons) {
  f.sentences("reasons", reasons);
  f.unless_empty("limits", reasons);
}

template <class F>
void head_fields(F& f, Frame& frame) {
  f("version", frame.version);
  f("input", frame.input);
  f.unless_empty("options", frame.options);
  f.unless_empty("compiler_flags", frame.compiler_flags);
}

template <class F>
void tail_fields(F& f, Frame& frame) {
  f("seconds", frame.seconds);
  f("peak_memory_bytes", frame.peak_memory_bytes);
  f("sources", frame.sources);
}

template <class F>
void fields(F& f, Executions& e) {
  f("complete", e.complete);
  f("blocked", e.blocked);
  f("bounded", e.bounded);
  f("redundant", e.redundant);
}

struct StatisticsSeconds {
  Statistics& all;
};
template <class F>
void fields(F& f, StatisticsSeconds& s) {
  f("idle", s.all.idle_seconds);
  f("executing", s.all.executing_seconds);
  f("mutating", s.all.mutating_seconds);
  f("verifying", s.all.verifying_seconds);
}

template <class F>
void fields(F& f, Statistics& s) {
  f("events", s.events);
  f("planned_peak", s.planned_peak);
  f("mutations", s.mutations);
  f("known", s.known);
  f("unrealizable_at_a_glance", s.unrealizable_at_a_glance);
  f("by_order", s.by_order);
  f("by_short_search", s.by_short_search);
  f("by_closure", s.by_closure);
  f("by_search", s.by_search);
  f("closure_edges", s.closure_edges);
  f("search_states", s.search_states);
  f("transfers", s.transfers);
  f("bytes_moved", s.bytes_moved);
  f("claims", s.claims);
  StatisticsSeconds seconds{s};
  f.part("seconds", seconds);
}

template <class F>
void fields(F& f, Hunted& h) {
  f("seed", h.seed);
  f("runs", h.runs);
  f("given_up", h.given_up);
  f("executions", h.executions);
  f("estimate", h.estimate);
}

template <class F>
void fields(F& f, Symmetry& s) {
  f("executions", s.executions);
  f("counted", s.counted);
  f("redundant", s.redundant);
}

template <class F>
void fields(F& f, CheckDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("equivalence", d.equivalence);
  f.unless_empty("rf_because", d.rf_because);
  f.unless_empty("exhaustive_because", d.exhaustive_because);
  f("verdict", d.verdict);
  f.unless_empty("within_bounds", d.within_bounds);
  f("executions", d.executions);
  f.unless_empty("symmetry", d.symmetry);
  f.unless_empty("no_symmetry_because", d.no_symmetry_because);
  f.unless_empty("estimate", d.estimate);
  f.unless_empty("seconds_left", d.seconds_left);
  f("errors", d.errors);
  reason_fields(f, d.reasons);
  f("bounded_loops", d.bounded_loops);
  f.or_null("input_range", d.input_range);
  f("restricted_inputs", d.restricted_inputs);
  f.unless_empty("output", d.output);
  if (!f.writing() || !d.notes.empty()) f.sentences("notes", d.notes);
  f.unless_empty("statistics", d.statistics);
  f.unless_empty("hunt", d.hunt);
  f.only_write("next", [&] { return next_commands(d); });
  tail_fields(f, d.frame);
}

template <class F>
void fields(F& f, ReplayDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("verdict", d.verdict);
  f("errors", d.errors);
  f("sources", d.frame.sources);
}

template <class F>
void fields(F& f, Formula& s) {
  f("threads", s.threads);
  f("visible_operations", s.visible_operations);
  f("buffered_cells", s.buffered_cells);
  f("gates", s.gates);
  f("variables", s.variables);
  f("clauses", s.clauses);
  f("encode_seconds", s.encode_seconds);
  f("solve_seconds", s.solve_seconds);
}

template <class F>
void fields(F& f, Bounds& b) {
  f("unroll", b.unroll);
  f("rounds", b.rounds);
  f("max_clock", b.max_clock);
  f("queue", b.queue);
  f("int_bits", b.int_bits);
}

struct SufficientBounds {
  Bounds& all;
};
template <class F>
void fields(F& f, SufficientBounds& b) {
  f("rounds", b.all.rounds);
  f("max_clock", b.all.max_clock);
  f("queue", b.all.queue);
}

template <class F>
void fields(F& f, BmcDocument& d) {
  head_fields(f, d.frame);
  f("model", d.frame.model);
  f("verdict", d.verdict);
  reason_fields(f, d.reasons);
  f("sma", d.sma);
  f("bounds", d.bounds);
  SufficientBounds sufficient{d.sufficient};
  f.part("sufficient", sufficient);
  f("formula", d.formula);
  f("errors", d.errors);
  tail_fields(f, d.frame);
}

}  // namespace overtake::report
