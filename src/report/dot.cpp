// Columns are threads: a cluster each, held together by heavy program-order edges. The other
// relations do not take part in the layout, so that time keeps running downwards. A counterexample
// shows the events of its story; a coherence or from-read edge into an event that is left out goes
// on to the next one in coherence order that is there.
#include "report/dot.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace overtake::report {
namespace {

using Json = nlohmann::ordered_json;

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

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// "W x = 1", "R y = 0", "RMW x: 0 -> 1"; other steps in words.
std::string label_of(const Json& step) {
  const std::string op = step.value("op", "");
  const std::string variable = step.value("variable", "");
  std::string label = step.value("text", op);
  if (op == "load" && step.contains("read"))
    label = fmt::format("R {} = {}", variable, value_text(step["read"]));
  else if (op == "store" && (step.contains("buffered") || step.contains("written")))
    label = fmt::format("W {} = {}", variable,
                        value_text(step.contains("buffered") ? step["buffered"] : step["written"]));
  else if ((op == "rmw" || op == "cas") && step.contains("read") && step.contains("written"))
    label = fmt::format("RMW {}: {} -> {}", variable, value_text(step["read"]),
                        value_text(step["written"]));
  if (step.contains("line") && step["line"].is_number())
    label += fmt::format("\nline {}", step["line"].get<std::uint64_t>());
  return label;
}

class Graph {
 public:
  Graph(const std::string& title, const Json& threads) {
    out_ = fmt::format(
        "digraph {} {{\n  label={};\n  labelloc=t;\n  fontname=\"sans-serif\";\n"
        "  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11];\n"
        "  edge [fontname=\"sans-serif\", fontsize=9];\n",
        quoted(title), quoted(title));
    for (const Json& thread : threads) column(thread.get<std::string>());
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
std::vector<std::size_t> events_of(const Json& part) {
  const Json& schedule = part["schedule"];
  std::set<std::size_t> chosen;
  if (part.contains("story")) {
    for (const Json& row : part["story"])
      for (const Json& step : row["steps"]) chosen.insert(step.get<std::size_t>());
  } else {
    for (std::size_t i = 0; i < schedule.size(); ++i) chosen.insert(i);
  }
  std::vector<std::size_t> events;
  for (std::size_t i : chosen)
    if (i < schedule.size() && schedule[i].value("kind", "step") != "drain") events.push_back(i);
  return events;
}

std::string execution_graph(const Json& part, const std::string& title) {
  const Json& schedule = part["schedule"];
  Graph graph(title, part.value("threads", Json::array()));
  std::set<std::size_t> pair;
  for (const Json& missed : part.value("missed", Json::array())) {
    pair.insert(missed["read"].get<std::size_t>());
    pair.insert(missed["store"].get<std::size_t>());
  }
  for (std::size_t i : events_of(part))
    graph.node(i, schedule[i].value("thread", "?"), label_of(schedule[i]),
               pair.contains(i) ? ", style=\"rounded,filled\", fillcolor=\"#fff3dc\"" : "");
  std::map<std::size_t, std::size_t> next;  // in coherence order
  for (const Json& edge : part.value("coherence", Json::array()))
    next[edge[0].get<std::size_t>()] = edge[1].get<std::size_t>();
  const auto first_shown = [&](std::size_t store) {
    for (auto it = next.find(store); !graph.shown(store) && it != next.end(); it = next.find(store))
      store = it->second;
    return store;
  };
  for (std::size_t i = 0; i < schedule.size(); ++i)
    if (schedule[i].contains("reads_from") && schedule[i]["reads_from"].is_number())
      graph.edge(schedule[i]["reads_from"].get<std::size_t>(), i, "rf", kRf);
  for (const Json& edge : part.value("coherence", Json::array()))
    graph.edge(edge[0].get<std::size_t>(), first_shown(edge[1].get<std::size_t>()), "co", kCo);
  for (const Json& edge : part.value("from_read", Json::array()))
    graph.edge(edge[0].get<std::size_t>(), first_shown(edge[1].get<std::size_t>()), "fr", kFr);
  for (const Json& missed : part.value("missed", Json::array()))
    graph.edge(missed["read"].get<std::size_t>(), missed["store"].get<std::size_t>(), "misses",
               kMissed);
  if (part.contains("message") && part.contains("thread") && part["thread"].is_string()) {
    graph.node(schedule.size(), part["thread"].get<std::string>(),
               part["message"].get<std::string>(),
               ", style=\"rounded,filled\", fillcolor=\"#fdecea\", color=\"#b3261e\"");
  }
  return graph.finish();
}

// An inconsistent trace: the events, and the circle that refutes it.
std::string refutation_graph(const Json& trace, const std::string& title) {
  Graph graph(title, trace.value("threads", Json::array()));
  const Json reason = trace.value("reason", Json::object());
  const Json& events = trace["events"];
  const std::size_t blamed = reason.contains("read") && !reason.contains("cycle")
                                 ? reason["read"]["event"].get<std::size_t>()
                                 : events.size();
  for (std::size_t e = 0; e < events.size(); ++e)
    graph.node(e, events[e].value("thread", "?"), label_of(events[e]),
               e == blamed ? ", color=\"#b3261e\"" : "");
  const auto end = [&](const Json& step) {
    const auto e = step["event"].get<std::size_t>();
    if (!step.value("memory_write", false)) return fmt::format("n{}", e);
    graph.line(fmt::format("m{} [label={}, style=\"rounded,dotted\"];", e,
                           quoted(step.value("text", "") + "\nin memory")));
    return fmt::format("m{}", e);
  };
  for (const Json& edge : reason.value("cycle", Json::array())) {
    const std::string from = end(edge["from"]);
    graph.edge(from, end(edge["to"]), edge.value("rule", ""), kFr);
  }
  return graph.finish();
}

}  // namespace

std::string to_dot(const Json& document) {
  std::string out;
  const std::string model = document.value("model", "");
  for (const char* list : {"errors", "violations"})
    for (const Json& part : document.value(list, Json::array()))
      if (part.contains("schedule"))
        out += execution_graph(part, fmt::format("{} ({})", part.value("message", list), model));
  for (const Json& trace : document.value("traces", Json::array())) {
    const std::string title =
        fmt::format("{}:{}: {} ({})", trace.value("file", ""), trace.value("line", 0),
                    trace.value("verdict", ""), model);
    if (trace.contains("schedule"))
      out += execution_graph(trace, title);
    else if (trace.contains("events"))
      out += refutation_graph(trace, title);
  }
  // A graph without events, so that what was asked for is there.
  if (out.empty())
    out = fmt::format("digraph {} {{\n}}\n", quoted(document.value("verdict", "nothing")));
  return out;
}

}  // namespace overtake::report
