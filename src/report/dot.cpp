// Columns are threads: a cluster each, held together by heavy program-order edges. The other
// relations do not take part in the layout, so that time keeps running downwards. A counterexample
// shows the events of its story; a coherence or from-read edge into an event that is left out leads
// to the next one in coherence order that is there.
#include "report/dot.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "report/shown_runs.h"

namespace overtake::report {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

std::string with_line(const std::string& label, std::uint32_t line) {
  return line == 0 ? label : label + fmt::format("\nline {}", line);
}

// "W x = 1", "R y = 0", "RMW x: 0 -> 1"; other steps in words.
std::string label_of(const std::string& op, const std::string& variable, const std::string& text,
                     const std::optional<Value>& read, const std::optional<Value>& written) {
  if (op == "load" && read) return fmt::format("R {} = {}", variable, to_text(*read));
  if (op == "store" && written) return fmt::format("W {} = {}", variable, to_text(*written));
  if ((op == "rmw" || op == "cas") && read && written)
    return fmt::format("RMW {}: {} -> {}", variable, to_text(*read), to_text(*written));
  return text;
}

std::string label_of(const Step& s) {
  // A read-modify-write that is buffered is none.
  const std::optional<Value>& written = s.op == "store" && s.buffered ? s.buffered : s.written;
  return with_line(label_of(s.op, s.variable, s.text, s.read, written), s.place.line);
}

std::string label_of(const TraceEvent& e) {
  return with_line(label_of(e.op, e.variable, e.text, e.read, e.written), e.line);
}

class Graph {
 public:
  Graph(const std::string& title, const std::vector<std::string>& threads) {
    out_ = fmt::format(
        "digraph {} {{\n  label={};\n  labelloc=t;\n  fontname=\"sans-serif\";\n"
        "  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11];\n"
        "  edge [fontname=\"sans-serif\", fontsize=9];\n",
        quoted(title), quoted(title));
    for (const std::string& thread : threads) column(thread);
  }

  void node(std::size_t id, const std::string& thread, const std::string& label,
            const std::string& attributes) {
    column(thread).push_back({id, fmt::format("n{} [label={}{}];", id, quoted(label), attributes)});
    shown_.insert(id);
  }

  bool shown(std::size_t id) const { return shown_.contains(id); }

  void edge(const std::string& from, const std::string& to, std::string_view kind,
            std::string_view attributes) {
    edges_ += fmt::format("  {} -> {} [label=\"{}\", {}, constraint=false];\n", from, to, kind,
                          attributes);
  }
  void edge(std::size_t from, std::size_t to, std::string_view kind, std::string_view attributes) {
    if (shown(from) && shown(to) && from != to)
      edge(fmt::format("n{}", from), fmt::format("n{}", to), kind, attributes);
  }

  void line(const std::string& text) { edges_ += "  " + text + "\n"; }

  std::string finish() {
    std::size_t cluster = 0;
    for (const auto& [thread, nodes] : threads_) {
      if (nodes.empty()) continue;
      out_ += fmt::format(
          "  subgraph cluster_{} {{\n    label={};\n    color=gray;\n    style=rounded;\n",
          cluster++, quoted(thread));
      for (const auto& [id, text] : nodes) out_ += "    " + text + "\n";
      for (std::size_t i = 1; i < nodes.size(); ++i)
        out_ += fmt::format("    n{} -> n{} [weight=100, color=gray40, fontcolor=gray40{}];\n",
                            nodes[i - 1].first, nodes[i].first, i == 1 ? ", label=\"po\"" : "");
      out_ += "  }\n";
    }
    return out_ + edges_ + "}\n";
  }

 private:
  using Nodes = std::vector<std::pair<std::size_t, std::string>>;  // id and text

  Nodes& column(const std::string& thread) {
    for (auto& [name, nodes] : threads_)
      if (name == thread) return nodes;
    return threads_.emplace_back(thread, Nodes()).second;
  }

  std::string out_;
  std::string edges_;
  std::vector<std::pair<std::string, Nodes>> threads_;
  std::set<std::size_t> shown_;
};

constexpr std::string_view kRf = "color=\"#1b7a3d\", fontcolor=\"#1b7a3d\"";
constexpr std::string_view kFr = "color=\"#b3261e\", fontcolor=\"#b3261e\"";
constexpr std::string_view kCo = "color=\"#6b3fa0\", fontcolor=\"#6b3fa0\", style=dashed";
constexpr std::string_view kMissed =
    "color=\"#c26a00\", fontcolor=\"#c26a00\", style=\"dashed,bold\"";

// The steps that are drawn: those of the story, or all; never drains, which are no events.
std::vector<std::size_t> events_of(const Run& run) {
  std::set<std::size_t> chosen;
  for (const StoryStep& row : run.story) chosen.insert(row.steps.begin(), row.steps.end());
  if (run.story.empty())
    for (std::size_t i = 0; i < run.schedule.size(); ++i) chosen.insert(i);
  std::erase_if(chosen,
                [&](std::size_t i) { return i >= run.schedule.size() || run.schedule[i].drain; });
  return {chosen.begin(), chosen.end()};
}

// `failure`, if it is not empty, is what `thread` ends in.
std::string execution_graph(const Run& run, const std::string& title, const std::string& thread,
                            const std::string& failure) {
  Graph graph(title, run.threads);
  std::set<std::size_t> pair;
  for (const Missed& missed : run.missed) pair.insert({missed.read, missed.store});
  for (std::size_t i : events_of(run))
    graph.node(i, run.schedule[i].thread, label_of(run.schedule[i]),
               pair.contains(i) ? ", style=\"rounded,filled\", fillcolor=\"#fff3dc\"" : "");
  std::map<std::size_t, std::size_t> next;  // in coherence order
  for (const Edge& edge : run.coherence) next[edge.from] = edge.to;
  const auto first_shown = [&](std::size_t store) {
    // In a file that was damaged the order may be a circle.
    for (std::size_t left = next.size(); left > 0 && !graph.shown(store); --left) {
      const auto it = next.find(store);
      if (it == next.end()) break;
      store = it->second;
    }
    return store;
  };
  for (std::size_t i = 0; i < run.schedule.size(); ++i)
    if (run.schedule[i].reads_from != kNone) graph.edge(run.schedule[i].reads_from, i, "rf", kRf);
  for (const Edge& edge : run.coherence) graph.edge(edge.from, first_shown(edge.to), "co", kCo);
  for (const Edge& edge : run.from_read) graph.edge(edge.from, first_shown(edge.to), "fr", kFr);
  for (const Missed& missed : run.missed) graph.edge(missed.read, missed.store, "misses", kMissed);
  if (!thread.empty() && !failure.empty())
    graph.node(run.schedule.size(), thread, failure,
               ", style=\"rounded,filled\", fillcolor=\"#fdecea\", color=\"#b3261e\"");
  return graph.finish();
}

// An inconsistent trace: the events, and the circle that refutes it.
std::string refutation_graph(const TraceResult& trace, const std::string& title) {
  Graph graph(title, trace.run.threads);
  const TraceReason reason = trace.reason.value_or(TraceReason{});
  const bool single = reason.read && reason.cycle.empty();
  for (std::size_t e = 0; e < trace.events.size(); ++e)
    graph.node(e, trace.events[e].thread, label_of(trace.events[e]),
               single && reason.read->event == e ? ", color=\"#b3261e\"" : "");
  const auto end = [&](const TraceStep& step) {
    if (!step.memory_write) return fmt::format("n{}", step.event);
    graph.line(fmt::format("m{} [label={}, style=\"rounded,dotted\"];", step.event,
                           quoted(step.text + "\nin memory")));
    return fmt::format("m{}", step.event);
  };
  for (const TraceEdge& edge : reason.cycle) {
    const std::string from = end(edge.from);
    graph.edge(from, end(edge.to), edge.rule, kFr);
  }
  return graph.finish();
}

// What a document without executions says: the name of a graph without events.
std::string verdict_name(const Document& document) {
  return std::visit(
      [](const auto& d) -> std::string {
        if constexpr (requires { name_of(d.verdict); })
          return std::string(name_of(d.verdict));
        else
          return "nothing";
      },
      document);
}

}  // namespace

std::string to_dot(const Document& document) {
  std::string out;
  const Frame* around = frame(document);
  const std::string_view model = around != nullptr ? name(around->model) : "";
  for (const ShownRun& shown : shown_runs(document))
    out += execution_graph(shown.run, fmt::format("{} ({})", shown.message, model), shown.thread,
                           shown.message);
  if (const auto* d = std::get_if<ConsistencyDocument>(&document))
    for (const TraceResult& trace : d->traces) {
      const std::string title = fmt::format("{}:{}: {} ({})", trace.place.file, trace.place.line,
                                            name_of(trace.verdict), model);
      if (!trace.run.schedule.empty())
        out += execution_graph(trace.run, title, "", "");
      else if (!trace.events.empty())
        out += refutation_graph(trace, title);
    }
  // A graph without events, so that what was asked for is there.
  if (out.empty()) out = fmt::format("digraph {} {{\n}}\n", quoted(verdict_name(document)));
  return out;
}

}  // namespace overtake::report
